import APIModel

// What samples are made of: tags, keys, and values that a schema demands.

extension Literal {
  /// The object with one of an alternative's tags.
  func tagged(_ name: String?, _ tags: [String]) -> Literal {
    guard let name, let tag = tags.first, case .object(var members) = self else { return self }
    if let known = members.first(where: { $0.name == name })?.value.tagText, tags.contains(known) {
      return self
    }
    members.removeAll { $0.name == name }
    return .object([.init(name: name, value: .string(tag))] + members)
  }

  /// The value as a key.
  var keyText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}

extension Schema {
  /// The values of which it demands one: an enumeration that has no Swift type.
  var demandedValues: [Literal] {
    let demands = self[.not]?.demands.schemas ?? []
    return demands.lazy.map { $0.anyOf.compactMap(\.const) }.first { !$0.isEmpty } ?? []
  }
}
