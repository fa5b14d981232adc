/// The pairs in a place of a request, by the parts of their names before brackets, so that each parameter looks only at
/// its own.
struct TextPairs {
  /// In the order in which they were sent.
  let all: [TextPair]
  private let groups: [Substring: [TextPair]]

  init(_ pairs: [TextPair]) {
    all = pairs
    groups = Dictionary(grouping: pairs) { Self.base(of: $0.name) }
  }

  private static func base(of name: String) -> Substring { name.prefix { $0 != "[" } }

  /// The texts of the pairs with a name.
  func texts(_ name: String) -> [SentText] {
    (groups[Self.base(of: name)] ?? []).filter { $0.name == name }.map(\.text)
  }

  /// The pairs with a name, or with the name and brackets after it.
  func nested(_ name: String) -> [TextPair] {
    (groups[Self.base(of: name)] ?? []).filter { $0.name == name || $0.name.hasPrefix("\(name)[") }
  }
}
