import SpecYAML

/// Adding endpoints and schemas to a file, as people write them.
extension SpecDocument {
  /// Whether entries can be added to a mapping at the top, such as `endpoints`, or the mapping itself.
  func canAppend(to section: String) -> Bool {
    guard let mapping = root.mapping, mapping.style == .block, root.entries?.isEmpty == false else {
      return false
    }
    guard let found = self.section(section) else { return true }
    return found.node.mapping?.style == .block && found.node.aliasedFrom == nil
      && found.node.entries?.contains { $0.mergedFrom == nil } == true
  }

  private func section(_ name: String) -> Found? {
    guard let entries = root.entries,
      let position = entries.firstIndex(where: { $0.name == name && $0.mergedFrom == nil })
    else { return nil }
    return Found(node: entries[position].value, path: [position])
  }

  /// Adds entries behind the last one of a mapping at the top, which is made if there is none.
  ///
  /// - Parameter blocks: The lines of each entry, indented by two spaces.
  func append(_ blocks: [String], to name: String) throws(EditRefusal) -> TextChange {
    guard canAppend(to: name) else { throw EditRefusal("'\(name)' isn't written in a block") }
    let text = "entries:\n" + blocks.joined()
    guard let parsed = SpecDocument(Array(text.utf8)), case .map(let all) = YAMLValue(parsed.root),
      case .map(let added)? = all.first?.value
    else { throw EditRefusal("what is added isn't a mapping") }
    guard let found = section(name), let own = found.node.entries?.filter({ $0.mergedFrom == nil }),
      let first = own.first
    else {
      let lines = ["", "\(name):"] + lines(of: blocks, indent: "  ", separated: true).dropFirst()
      let ends = bytes.last == 0x0A
      return try checked(
        TextChange(
          range: bytes.count..<bytes.count,
          text: lines.map { ends ? $0 + lineEnd : lineEnd + $0 }.joined(), path: []
        ) { value in
          guard case .map(let old) = value else { return value }
          return .map(old + [.init(key: name, value: .map(added))])
        })
    }
    let indent = String(repeating: " ", count: max(first.key.span.start.column - 1, 0))
    let lines = lines(of: blocks, indent: indent, separated: own.count == 1 || isSeparated(own))
    return try checked(
      insertLines(lines, after: contentEnd(of: found.node), found.path) { value in
        guard case .map(let old) = value else { return value }
        return .map(old + added)
      })
  }

  /// Whether there are blank lines between most entries.
  private func isSeparated(_ entries: [YAMLMapping.Entry]) -> Bool {
    let gaps = zip(entries, entries.dropFirst()).count { left, right in
      let start = max(contentEnd(of: left.value), left.key.occurrence.end.offset)
      let end = right.key.span.start.offset
      guard start < end, end <= bytes.count else { return false }
      let lines = bytes[start..<end].split(separator: 0x0A, omittingEmptySubsequences: false)
      return lines.dropFirst().dropLast().contains { line in
        line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
      }
    }
    return gaps * 2 >= entries.count - 1
  }

  /// The lines of entries with another indentation.
  private func lines(of blocks: [String], indent: String, separated: Bool) -> [String] {
    blocks.flatMap { block -> [String] in
      let lines = block.split(separator: "\n").map { indent + $0.dropFirst(2) }
      return separated || lines.count > 1 ? [""] + lines : lines
    }
  }
}
