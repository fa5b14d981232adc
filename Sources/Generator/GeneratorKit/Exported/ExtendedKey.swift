import Diagnostics

/// A part of an object that an extension replaces: a key, or a member of `parameters` or `properties`.
struct ExtendedKey: Hashable {
  /// The key in the spec language, without a prefix.
  let key: String
  /// The name of the member in documents; nil for the whole key.
  let member: String?

  init(_ key: String, member: SpecValue.Entry? = nil) {
    self.key = key
    self.member = member.map { SpecExtension.memberName($0, key == "parameters") }
  }

  /// How extensions name it: `cache`, `properties.added`.
  var text: String { member.map { "\(key).\($0)" } ?? key }

  /// The checksum of what isn't there.
  static let absent = "none"

  /// The checksum of what an object has for it.
  func checksum(in object: [SpecValue.Entry]) -> String {
    guard let entry = object.first(where: { $0.key == key }) else { return Self.absent }
    guard let member else { return Self.checksum(entry) }
    let found = entry.value.entries.first { SpecExtension.bareName($0.key) == member }
    return found.map(Self.checksum) ?? Self.absent
  }

  private static func checksum(_ entry: SpecValue.Entry) -> String {
    let digits = String(UInt32(truncatingIfNeeded: stableHash(entry.canonicalText)), radix: 16)
    // A letter first, so that it needs no quotes.
    return "x" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension SpecValue.Entry {
  fileprivate var canonicalText: String { "\(key.utf8.count):\(key)\(value.canonicalText)" }
}

extension SpecValue {
  /// A text that differs for different values.
  fileprivate var canonicalText: String {
    switch self {
    case .text(let text): "t\(text.utf8.count):\(text)"
    case .plain(let text): "p\(text.utf8.count):\(text)"
    case .list(let items): "[\(items.map(\.canonicalText).joined())]"
    case .map(let entries): "{\(entries.map(\.canonicalText).joined())}"
    }
  }
}
