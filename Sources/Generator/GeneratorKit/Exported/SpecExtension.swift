/// The part of an object in an exported document that is written in the spec language: the keys that begin with
/// `x-wgnapi-`.
///
/// A key replaces the same key of the object as read from OpenAPI. Under `parameters` and `properties`, it replaces single members.
/// `x-wgnapi-replaces` has checksums of the OpenAPI parts that an extension overrules, so later edits of these parts are noticed.
package struct SpecExtension: Hashable, Sendable {
  /// The key at the root of an exported document.
  package static let marker = "x-wgnapi"
  /// The value of the marker.
  package static let version = "1"
  package static let prefix = "x-wgnapi-"
  /// The key that lists which keys of the object the spec doesn't have.
  static let withoutKey = "without"
  /// The key with the checksums of what is replaced.
  static let replacedKey = "replaces"
  private static let merged: Set<String> = ["parameters", "properties"]
  /// What has members that are edited one by one.
  private static let divided = merged.union(["webhooks"])

  /// Without the prefix.
  package private(set) var entries: [SpecValue.Entry] = []
  private(set) var without: [String] = []
  /// The checksums of what is replaced, by `ExtendedKey`.
  private var replaced: [SpecValue.Entry] = []

  package init() {}

  /// Reads the extension of an object.
  ///
  /// - Parameter prefix: the prefix of its keys; empty if the whole object is an extension.
  init(_ object: [SpecValue.Entry], prefix: String = Self.prefix) {
    for entry in object where entry.key.hasPrefix(prefix) {
      let key = String(entry.key.dropFirst(prefix.count))
      if key == Self.withoutKey {
        without = entry.value.texts
      } else if key == Self.replacedKey {
        replaced = entry.value.entries
      } else {
        entries.append(.init(key: key, value: entry.value))
      }
    }
  }

  /// The difference between two objects of the spec language.
  package init(from old: [SpecValue.Entry], to new: [SpecValue.Entry]) {
    for entry in new {
      guard let known = old.first(where: { $0.key == entry.key }) else {
        entries.append(entry)
        continue
      }
      guard known.value != entry.value else { continue }
      guard Self.merged.contains(entry.key) else {
        entries.append(entry)
        continue
      }
      let isParameter = entry.key == "parameters"
      if let members = Self.members(from: known.value.entries, to: entry.value.entries, isParameter) {
        entries.append(.init(key: entry.key, value: .map(members)))
      } else {
        // Removing the old value first leaves no members to merge with.
        without.append(entry.key)
        entries.append(entry)
      }
    }
    without += old.map(\.key).filter { key in !new.contains { $0.key == key } }
  }

  /// Replaces an object of the spec language as a whole.
  package init(replacing old: [SpecValue.Entry], by new: [SpecValue.Entry]) {
    entries = new
    without = old.map(\.key)
  }

  /// Records checksums of the parts that the extension overrules, so later edits of them are noticed.
  ///
  /// - Parameter ignored: a key of which it doesn't matter.
  package mutating func remember(_ object: [SpecValue.Entry], except ignored: String? = nil) {
    replaced = replacedKeys.filter { $0.key != ignored }.compactMap { key in
      let sum = key.checksum(in: object)
      // Whole keys that OpenAPI has no words for are usual.
      if key.member == nil, sum == ExtendedKey.absent { return nil }
      return .init(key: key.text, value: .text(sum))
    }
  }

  package var isEmpty: Bool { entries.isEmpty && without.isEmpty }

  package subscript(key: String) -> SpecValue? { entries.first { $0.key == key }?.value }

  /// The entries of an object in a document.
  package func written(prefix: String = Self.prefix) -> [SpecValue.Entry] {
    let absent = without.isEmpty ? [] : [SpecValue.Entry(key: Self.withoutKey, value: .texts(without))]
    let sums = replaced.isEmpty ? [] : [SpecValue.Entry(key: Self.replacedKey, value: .map(replaced))]
    return (entries + absent + sums).map { .init(key: prefix + $0.key, value: $0.value) }
  }

  /// The object of the spec language with the extension applied.
  package func applied(to object: [SpecValue.Entry]) -> [SpecValue.Entry] {
    var result = object.filter { !without.contains($0.key) }
    for entry in entries {
      guard let position = result.firstIndex(where: { $0.key == entry.key }) else {
        result.append(entry)
        continue
      }
      if Self.merged.contains(entry.key) {
        result[position].value.entries = Self.replacing(
          entry.value.entries, in: result[position].value.entries, entry.key == "parameters")
      } else {
        result[position] = entry
      }
    }
    return result
  }

  // MARK: Edits

  /// What the extension replaces, whether the object has it or not.
  private var replacedKeys: [ExtendedKey] {
    var keys: [ExtendedKey] = []
    for entry in entries {
      if Self.divided.contains(entry.key), !without.contains(entry.key) {
        keys += entry.value.entries.map { ExtendedKey(entry.key, member: $0) }
      } else {
        keys.append(ExtendedKey(entry.key))
      }
    }
    return keys + without.filter { key in !entries.contains { $0.key == key } }.map { ExtendedKey($0) }
  }

  /// What was edited in an object since it was exported, although the extension replaces it.
  func edits(of object: [SpecValue.Entry]) -> [ExtendedKey] {
    replacedKeys.filter { key in
      replaced.first { $0.key == key.text }.map { $0.value.text != key.checksum(in: object) } ?? false
    }
  }

  /// The members that somebody has added to the extension, and that the object doesn't have.
  func unknownMembers(in object: [SpecValue.Entry]) -> [ExtendedKey] {
    replacedKeys.filter { key in
      key.member != nil && key.checksum(in: object) == ExtendedKey.absent
        && !replaced.contains { $0.key == key.text }
    }
  }

  // MARK: Members

  /// The members that differ; nil if replacing them would result in another order.
  private static func members(
    from old: [SpecValue.Entry], to new: [SpecValue.Entry], _ isParameter: Bool
  ) -> [SpecValue.Entry]? {
    let different = new.filter { !old.contains($0) }
    return replacing(different, in: old, isParameter) == new ? different : nil
  }

  private static func replacing(
    _ new: [SpecValue.Entry], in old: [SpecValue.Entry], _ isParameter: Bool
  ) -> [SpecValue.Entry] {
    var result = old
    for entry in new {
      let name = memberName(entry, isParameter)
      if let position = result.firstIndex(where: { bareName($0.key) == name }) {
        result[position] = entry
      } else {
        result.append(entry)
      }
    }
    return result
  }

  /// The name of a member in documents. A parameter may have another name than on the wire.
  static func memberName(_ entry: SpecValue.Entry, _ isParameter: Bool) -> String {
    (isParameter ? entry.value["name"]?.text : nil) ?? bareName(entry.key)
  }

  /// The name without the question mark of an optional member.
  static func bareName(_ key: String) -> String {
    if key.hasSuffix("\\?") { return String(key.dropLast(2)) + "?" }
    return key.hasSuffix("?") ? String(key.dropLast()) : key
  }
}

extension SpecValue {
  package subscript(key: String) -> SpecValue? { entries.first { $0.key == key }?.value }

  /// The text of a scalar.
  package var text: String? {
    switch self {
    case .text(let text), .plain(let text): text
    case .list, .map: nil
    }
  }

  var texts: [String] {
    if case .list(let items) = self { items.compactMap(\.text) } else { text.map { [$0] } ?? [] }
  }

  /// The entries of a schema; a type that is written alone becomes the entry `type`.
  var object: [Entry] {
    switch self {
    case .map(let entries): entries
    case .text: [.init(key: "type", value: self)]
    case .plain("false"): [.init(key: "not", value: .map([] as [Entry]))]
    case .plain, .list: []
    }
  }
}
