/// A value of a spec that is about to be written.
package indirect enum SpecValue: Hashable, Sendable {
  /// Text, which gets quotes where it needs them.
  case text(String)
  /// A number, a boolean or null as YAML has them.
  case plain(String)
  case list([SpecValue])
  case map([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: SpecValue
    /// A line for people: after the value, or before the key if the value has several lines.
    package var comment: String?

    package init(key: String, value: SpecValue, comment: String? = nil) {
      (self.key, self.value, self.comment) = (key, value, comment)
    }
  }

  /// A mapping of the entries that have values.
  package static func map(_ entries: [(String, SpecValue?)]) -> SpecValue {
    .map(entries.compactMap { key, value in value.map { Entry(key: key, value: $0) } })
  }

  /// A text for people; nil if it says nothing.
  package static func words(_ text: String) -> SpecValue? { text.isEmpty ? nil : .text(text) }

  package static func texts(_ texts: [String]) -> SpecValue { .list(texts.map(SpecValue.text)) }

  package var entries: [Entry] {
    get { if case .map(let entries) = self { entries } else { [] } }
    set { self = .map(newValue) }
  }

  /// Says something to people at a key.
  mutating func comment(_ comment: String?, at key: String) {
    if let place = entries.firstIndex(where: { $0.key == key }) { entries[place].comment = comment }
  }

  /// Moves the comment of the only entry of a mapping to the mapping, which then fits on one line.
  mutating func raiseOnlyComment(at key: String) {
    guard let place = entries.firstIndex(where: { $0.key == key }), entries[place].value.entries.count == 1
    else { return }
    entries[place].comment = entries[place].value.entries[0].comment
    entries[place].value.entries[0].comment = nil
  }
}

extension SpecValue.Entry {
  /// The entry with all of its texts changed: keys, values and comments.
  package func mappingTexts(_ change: (String) -> String) -> SpecValue.Entry {
    .init(key: change(key), value: value.mappingTexts(change), comment: comment.map(change))
  }
}

extension SpecValue {
  /// The value with all of its texts changed.
  package func mappingTexts(_ change: (String) -> String) -> SpecValue {
    switch self {
    case .text(let text): .text(change(text))
    case .plain(let text): .plain(change(text))
    case .list(let items): .list(items.map { $0.mappingTexts(change) })
    case .map(let entries): .map(entries.map { $0.mappingTexts(change) })
    }
  }

  /// Whether something in it has a comment.
  package var hasComments: Bool {
    switch self {
    case .text, .plain: false
    case .list(let items): items.contains(where: \.hasComments)
    case .map(let entries): entries.contains { $0.comment != nil || $0.value.hasComments }
    }
  }

  /// Whether it has text of several lines, or much, in it.
  var isLong: Bool {
    switch self {
    case .text(let text): text.contains("\n")
    case .plain: false
    case .list(let items): items.contains(where: \.isLong)
    case .map(let entries): entries.contains(where: \.value.isLong)
    }
  }

  /// Whether it is a scalar or contains only scalars; a list may also contain maps of scalars.
  var isFlat: Bool {
    switch self {
    case .text, .plain: isScalar
    case .list(let items): items.allSatisfy { $0.isScalar || $0.entries.allSatisfy(\.value.isScalar) }
    case .map(let entries): entries.allSatisfy(\.value.isScalar)
    }
  }

  /// Whether it is a text of one line, a number, a boolean, null, or empty.
  private var isScalar: Bool {
    switch self {
    case .text(let text): !text.contains("\n")
    case .plain: true
    case .list(let items): items.isEmpty
    case .map(let entries): entries.isEmpty
    }
  }
}
