import Diagnostics
import GeneratorKit
import SpecYAML

/// A file of a spec, whose text can be changed so that everything else stays byte for byte.
struct SpecDocument {
  let bytes: [UInt8]
  let root: YAMLNode
  let lineEnd: String

  /// - Returns: nil for a file that isn't one document in UTF-8.
  init?(_ bytes: [UInt8]) {
    guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]) else { return nil }
    var sink = DiagnosticSink()
    let documents = parseYAML(bytes: bytes, file: "", into: &sink)
    guard !sink.hasErrors, documents.count == 1 else { return nil }
    self.bytes = bytes
    root = documents[0]
    lineEnd = Self.hasReturns(bytes) ? "\r\n" : "\n"
  }

  /// Whether lines end with a carriage return and a line feed.
  static func hasReturns(_ bytes: [UInt8]) -> Bool {
    let first = bytes.firstIndex(of: 0x0A) ?? 0
    return first > 0 && bytes[first - 1] == 0x0D
  }

  // MARK: Finding nodes

  /// A node with the positions that lead to it.
  struct Found {
    var node: YAMLNode
    var path: [Int]
  }

  /// The node that begins at a position, by itself and not through an alias.
  func node(at span: SourceSpan) -> Found? {
    search(root, []) { node, _ in node.span.start.offset == span.start.offset }
  }

  /// The scalar around a position.
  func scalar(around span: SourceSpan) -> Found? {
    search(root, []) { node, _ in
      node.scalar != nil && node.span.start.offset <= span.start.offset
        && span.end.offset <= node.span.end.offset
    }
  }

  /// The mapping with a key that begins at a position, and the position of the entry.
  func entry(withKeyAt span: SourceSpan) -> (mapping: Found, position: Int)? {
    var position = 0
    let found = search(root, []) { node, _ in
      guard let entries = node.entries else { return false }
      guard
        let index = entries.firstIndex(where: {
          $0.mergedFrom == nil && $0.key.span.start.offset == span.start.offset
        })
      else { return false }
      position = index
      return true
    }
    return found.map { ($0, position) }
  }

  private func search(
    _ node: YAMLNode, _ path: [Int], _ isWanted: (YAMLNode, [Int]) -> Bool
  ) -> Found? {
    guard node.aliasedFrom == nil, path.count < 100 else { return nil }
    if isWanted(node, path) { return Found(node: node, path: path) }
    for (position, item) in (node.items ?? []).enumerated() {
      if let found = search(item, path + [position], isWanted) { return found }
    }
    for (position, entry) in (node.entries ?? []).enumerated() where entry.mergedFrom == nil {
      if let found = search(entry.value, path + [position], isWanted) { return found }
    }
    return nil
  }

  /// The node at a path.
  func node(at path: some Collection<Int>) -> YAMLNode? {
    path.reduce(Optional(root)) { node, position in
      guard let node else { return nil }
      if let items = node.items { return items.indices.contains(position) ? items[position] : nil }
      guard let entries = node.entries, entries.indices.contains(position) else { return nil }
      return entries[position].value
    }
  }

  // MARK: Changes

  /// The text with a change; throws if it doesn't do exactly what it should.
  func checked(_ change: TextChange) throws(EditRefusal) -> TextChange {
    guard let text = TextChange.apply([change], to: bytes), let result = SpecDocument(text),
      YAMLValue(result.root) == YAMLValue(root).changing(change.path[...], change.change)
    else { throw EditRefusal("the text can't be changed safely") }
    return change
  }

  /// Inserts characters into a scalar, before a position of the file.
  func insert(_ text: String, into scalar: YAMLNode, at offset: Int) throws(EditRefusal) -> (Int, String) {
    guard let old = scalar.scalar, scalar.tag == nil, scalar.aliasedFrom == nil else {
      throw EditRefusal("it isn't plain text")
    }
    let quotes = old.style == .singleQuoted || old.style == .doubleQuoted ? 1 : 0
    let (start, end) = (scalar.span.start.offset + quotes, scalar.span.end.offset - quotes)
    guard end - start == old.text.utf8.count, (start...end).contains(offset) else {
      throw EditRefusal("it is written in several lines, or with escapes or an anchor")
    }
    var bytes = Array(old.text.utf8)
    bytes.insert(contentsOf: Array(text.utf8), at: offset - start)
    return (offset, String(decoding: bytes, as: UTF8.self))
  }

  /// The quotes that a text within brackets needs around it for a question mark.
  func quotes(around scalar: YAMLNode, at path: some BidirectionalCollection<Int>) -> [Int] {
    let isInFlow = path.indices.contains { index in
      let node = node(at: path[..<index])
      return node?.mapping?.style == .flow || node?.sequence?.style == .flow
    }
    guard isInFlow, scalar.scalar?.style == .plain, scalar.scalar?.text.contains("\\") == false else {
      return []
    }
    return [scalar.span.start.offset, scalar.span.end.offset]
  }

  /// Where a scalar's text ends, before a quote.
  func textEnd(of scalar: YAMLNode) -> Int {
    let isQuoted = scalar.scalar?.style == .singleQuoted || scalar.scalar?.style == .doubleQuoted
    return scalar.span.end.offset - (isQuoted ? 1 : 0)
  }

  /// Adds entries behind the last of a mapping.
  func append(_ entries: [SpecValue.Entry], to found: Found) throws(EditRefusal) -> TextChange {
    guard let mapping = found.node.mapping, found.node.aliasedFrom == nil else {
      throw EditRefusal("there is no mapping")
    }
    let own = mapping.entries.filter { $0.mergedFrom == nil }
    let added = entries.map { YAMLValue.Entry(key: $0.key, value: $0.value.yaml) }
    let change = { (value: YAMLValue) -> YAMLValue in
      guard case .map(let old) = value else { return value }
      return .map(old + added)
    }
    let flow = entries.map(\.flow)
    guard let first = own.first, let last = own.last else {
      return insertion(flow.joined(separator: ", "), found.node.span.start.offset + 1, found.path, change)
    }
    let end = max(contentEnd(of: last.value), last.key.occurrence.end.offset)
    if mapping.style == .flow {
      return insertion(flow.map { ", \($0)" }.joined(), end, found.path, change)
    }
    let indent = String(repeating: " ", count: max(first.key.span.start.column - 1, 0))
    return insertLines(entries.flatMap { $0.lines(indent: indent) }, after: end, found.path, change)
  }

  /// Adds items behind the last of a list.
  func append(_ items: [SpecWord], to found: Found) throws(EditRefusal) -> TextChange {
    guard let sequence = found.node.sequence, found.node.aliasedFrom == nil else {
      throw EditRefusal("there is no list")
    }
    let added = items.map(\.yaml)
    let change = { (value: YAMLValue) -> YAMLValue in
      guard case .list(let old) = value else { return value }
      return .list(old + added)
    }
    let texts = items.map { $0.spelling(inFlow: sequence.items.isEmpty || sequence.style == .flow) }
    guard let last = sequence.items.last else {
      return insertion(texts.joined(separator: ", "), found.node.span.start.offset + 1, found.path, change)
    }
    let end = contentEnd(of: last)
    if sequence.style == .flow {
      return insertion(texts.map { ", \($0)" }.joined(), end, found.path, change)
    }
    let indent = String(repeating: " ", count: max(found.node.span.start.column - 1, 0))
    return insertLines(texts.map { "\(indent)- \($0)" }, after: end, found.path, change)
  }

  private func insertion(
    _ text: String, _ offset: Int, _ path: [Int], _ change: @escaping (YAMLValue) -> YAMLValue
  ) -> TextChange {
    TextChange(range: offset..<offset, text: text, path: path, change: change)
  }

  func insertLines(
    _ lines: [String], after offset: Int, _ path: [Int], _ change: @escaping (YAMLValue) -> YAMLValue
  ) -> TextChange {
    // Behind the comment at the end of the line, too.
    guard let end = bytes[min(offset, bytes.count)...].firstIndex(of: 0x0A) else {
      let text = lines.map { lineEnd + $0 }.joined()
      return insertion(text, bytes.count, path, change)
    }
    return insertion(lines.map { $0 + lineEnd }.joined(), end + 1, path, change)
  }

  /// Where the last character of a node is, before comments and empty lines.
  func contentEnd(of node: YAMLNode) -> Int {
    if let alias = node.aliasedFrom { return alias.end.offset }
    switch node.content {
    case .scalar:
      var end = min(node.span.end.offset, bytes.count)
      while end > node.span.start.offset, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
      return end
    case .sequence(let sequence):
      guard sequence.style == .block, let last = sequence.items.last else { return node.span.end.offset }
      return contentEnd(of: last)
    case .mapping(let mapping):
      let own = mapping.entries.filter { $0.mergedFrom == nil }
      guard mapping.style == .block, let last = own.last else { return node.span.end.offset }
      return max(contentEnd(of: last.value), last.key.occurrence.end.offset)
    }
  }
}
