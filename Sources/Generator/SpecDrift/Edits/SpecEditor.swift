import Diagnostics
import GeneratorKit
import SpecYAML

/// Changes specs so that they accept more, and leaves everything else as it is written.
package struct SpecEditor {
  /// What became of the edits.
  package struct Outcome: Sendable {
    /// The new texts of files that change.
    package var files: [String: [UInt8]] = [:]
    package var applied = 0
    /// Edits that weren't made, with the reason.
    package var refused: [(edit: SpecEdit, reason: String)] = []

    /// Why an edit wasn't made; nil if it was.
    package func refusal(of edit: SpecEdit) -> String? {
      refused.first { $0.edit.includes(edit) }?.reason
    }
  }

  private let files: [String: [UInt8]]

  /// - Parameter files: The texts of the spec's files by their paths in spans.
  package init(_ files: [String: [UInt8]]) { self.files = files }

  /// The files with edits. Each edit is made in full or not at all.
  package func applying(_ edits: [SpecEdit]) -> Outcome {
    var outcome = Outcome()
    let byFile = Dictionary(grouping: Self.joined(edits), by: \.span.file)
    for (file, edits) in byFile.sorted(by: { $0.key < $1.key }) {
      guard let bytes = files[file], let document = SpecDocument(bytes) else {
        outcome.refused += edits.map { ($0, "the file isn't one document of YAML in UTF-8") }
        continue
      }
      var changes: [TextChange] = []
      for edit in edits {
        do throws(EditRefusal) {
          let change = try document.checked(document.change(edit))
          guard let text = TextChange.apply(changes + [change], to: bytes), SpecDocument(text) != nil else {
            throw EditRefusal("it contradicts another change")
          }
          changes.append(change)
          outcome.applied += 1
        } catch {
          outcome.refused.append((edit, error.reason))
        }
      }
      if !changes.isEmpty, let text = TextChange.apply(changes, to: bytes) { outcome.files[file] = text }
    }
    return outcome
  }

  /// The files with those edits after which the spec is still accepted.
  ///
  /// - Parameter accepts: Whether the generator accepts the spec with these files in place of the old ones.
  package func applying(
    _ edits: [SpecEdit], accepts: ([String: [UInt8]]) -> Bool
  ) -> Outcome {
    let all = applying(edits)
    if all.files.isEmpty || accepts(all.files) { return all }
    var good: [SpecEdit] = []
    var bad: [SpecEdit] = []
    // Halves, because most edits are good.
    func sort(_ edits: ArraySlice<SpecEdit>) {
      let outcome = applying(good + edits)
      if outcome.files.isEmpty || accepts(outcome.files) {
        good += edits
      } else if edits.count > 1 {
        let middle = edits.startIndex + edits.count / 2
        sort(edits[..<middle])
        sort(edits[middle...])
      } else if let edit = edits.first {
        if outcome.refusal(of: edit) == nil { bad.append(edit) } else { good.append(edit) }
      }
    }
    sort(edits[...])
    var outcome = applying(good)
    outcome.refused += bad.map { ($0, "the generator doesn't accept it") }
    return outcome
  }

  /// One edit for what is added to one place.
  private static func joined(_ edits: [SpecEdit]) -> [SpecEdit] {
    var result: [SpecEdit] = []
    var places: [SpecEdit: Int] = [:]
    for edit in edits {
      switch edit {
      case .addProperties(let entries, let span):
        let key = SpecEdit.addProperties([], to: span)
        if let place = places[key], case .addProperties(let known, _) = result[place] {
          result[place] = .addProperties(known + entries, to: span)
          continue
        }
        places[key] = result.count
      case .addParameters(let entries, let span):
        let key = SpecEdit.addParameters([], to: span)
        if let place = places[key], case .addParameters(let known, _) = result[place] {
          result[place] = .addParameters(known + entries, to: span)
          continue
        }
        places[key] = result.count
      default: break
      }
      result.append(edit)
    }
    return result
  }
}

extension SpecDocument {
  fileprivate func change(_ edit: SpecEdit) throws(EditRefusal) -> TextChange {
    switch edit {
    case .addProperties(let entries, let span): return try addProperties(entries, span)
    case .addParameters(let entries, let span):
      let endpoint = try mapping(at: span)
      if let parameters = child("parameters", of: endpoint) { return try append(entries, to: parameters) }
      return try append([.init(key: "parameters", value: .map(entries))], to: endpoint)
    case .addValues(let words, let span): return try addValues(words, span)
    case .allowNull(let span): return try allowNull(span)
    case .makeOptional(let span): return try makeOptional(span)
    case .allowFractions(let span): return try allowFractions(span)
    case .replaceGuess(let type, let comment, let span): return try replaceGuess(type, comment, span)
    case .setLimit(let keyword, let value, let span):
      guard let limit = child(keyword, of: try mapping(at: span)), limit.node.scalar != nil,
        limit.node.aliasedFrom == nil
      else { throw EditRefusal("'\(keyword)' isn't written there") }
      let isInteger = Int64(value) != nil
      return TextChange(
        range: limit.node.span.start.offset..<limit.node.span.end.offset, text: value, path: limit.path
      ) { _ in .scalar(value, isInteger ? .integer : .float) }
    }
  }

  private func mapping(at span: SourceSpan) throws(EditRefusal) -> Found {
    guard let found = node(at: span), found.node.mapping != nil else {
      throw EditRefusal("the place isn't a mapping of its own")
    }
    return found
  }

  private func child(_ name: String, of found: Found) -> Found? {
    guard let entries = found.node.entries,
      let position = entries.firstIndex(where: { $0.name == name && $0.mergedFrom == nil })
    else { return nil }
    return Found(node: entries[position].value, path: found.path + [position])
  }

  private func addProperties(_ entries: [SpecValue.Entry], _ span: SourceSpan) throws(EditRefusal)
    -> TextChange
  {
    let schema = try mapping(at: span)
    guard let properties = child("properties", of: schema) else {
      throw EditRefusal("the schema has no 'properties' of its own")
    }
    // Beside `required`, no property has a mark.
    guard child("required", of: schema) != nil else { return try append(entries, to: properties) }
    return try append(
      entries.map { .init(key: String($0.key.dropLast()), value: $0.value, comment: $0.comment) },
      to: properties)
  }

  private func addValues(_ words: [SpecWord], _ span: SourceSpan) throws(EditRefusal) -> TextChange {
    guard let list = child("enum", of: try mapping(at: span)) else {
      throw EditRefusal("the schema has no 'enum'")
    }
    if list.node.sequence != nil { return try append(words, to: list) }
    return try append(words.map { .init(key: $0.text, value: .plain("null")) }, to: list)
  }

  private func allowNull(_ span: SourceSpan) throws(EditRefusal) -> TextChange {
    if let schema = node(at: span), schema.node.mapping != nil {
      if let type = child("type", of: schema) {
        if type.node.sequence != nil {
          return try append([SpecWord(text: "null", isNumber: false)], to: type)
        }
        return try mark(type, at: textEnd(of: type.node))
      }
      for name in ["oneOf", "anyOf"] {
        if let list = child(name, of: schema) {
          return try append([SpecWord(text: "null", isNumber: false)], to: list)
        }
      }
      if let list = child("enum", of: schema), list.node.sequence != nil {
        return try append([SpecWord(text: "null", isNumber: true)], to: list)
      }
      guard child("properties", of: schema) != nil, child("allOf", of: schema) == nil else {
        throw EditRefusal("no 'type' is written there")
      }
      return try append([.init(key: "type", value: .text("object?"))], to: schema)
    }
    guard let scalar = scalar(around: span) else { throw EditRefusal("no type is written there") }
    let isWhole = scalar.node.span.start.offset == span.start.offset
    return try mark(scalar, at: isWhole ? textEnd(of: scalar.node) : span.end.offset)
  }

  private func mark(_ scalar: Found, at offset: Int) throws(EditRefusal) -> TextChange {
    let (place, text) = try insert("?", into: scalar.node, at: offset)
    return TextChange(
      range: place..<place, text: "?", quotes: quotes(around: scalar.node, at: scalar.path), path: scalar.path
    ) { _ in .scalar(text, .string) }
  }

  private func makeOptional(_ span: SourceSpan) throws(EditRefusal) -> TextChange {
    guard let (mapping, position) = entry(withKeyAt: span), let entries = mapping.node.entries else {
      throw EditRefusal("the key isn't written there")
    }
    let key = entries[position].key
    let name = entries[position].name
    if let owner = node(at: mapping.path.dropLast()), owner.entries != nil,
      let list = child("required", of: Found(node: owner, path: mapping.path.dropLast()))
    {
      return try remove(name, from: list)
    }
    let (place, text) = try insert("?", into: key, at: textEnd(of: key))
    // A key has the place of its value.
    let quotes = quotes(around: key, at: mapping.path + [position])
    return TextChange(range: place..<place, text: "?", quotes: quotes, path: mapping.path) { value in
      guard case .map(var entries) = value, entries.indices.contains(position) else { return value }
      entries[position].key = text
      return .map(entries)
    }
  }

  /// Removes a name from a list in brackets.
  private func remove(_ name: String, from list: Found) throws(EditRefusal) -> TextChange {
    guard let items = list.node.items, list.node.sequence?.style == .flow, list.node.aliasedFrom == nil,
      let position = items.firstIndex(where: { $0.text == name })
    else { throw EditRefusal("remove it from 'required'") }
    let range: Range<Int>
    if items.indices.contains(position + 1) {
      range = items[position].span.start.offset..<items[position + 1].span.start.offset
    } else if position > 0 {
      range = items[position - 1].span.end.offset..<items[position].span.end.offset
    } else {
      range = items[position].span.start.offset..<items[position].span.end.offset
    }
    return TextChange(range: range, text: "", path: list.path) { value in
      guard case .list(var items) = value, items.indices.contains(position) else { return value }
      items.remove(at: position)
      return .list(items)
    }
  }
}
