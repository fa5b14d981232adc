/// Which parts of a coder's values may be secret, so that messages don't quote it.
struct Secrets {
  private var hasValues = false
  /// Whether keys of dictionaries are secret.
  private(set) var hasKeys = false
  private var seen: Set<ObjectIdentifier> = []

  /// Whether anything is secret.
  var hasAny: Bool { hasValues || hasKeys }

  init(in coders: [any JSONCoder.Type]) {
    var coders = coders
    while let coder = coders.popLast() {
      if seen.insert(ObjectIdentifier(coder)).inserted { add(coder, &coders) }
    }
  }

  /// Adds what a coder's own values say, and the coders of their parts to `parts`.
  private mutating func add(_ coder: any JSONCoder.Type, _ parts: inout [any JSONCoder.Type]) {
    switch coder {
    case is any SecretNewtype.Type, is any SecretUnion.Type: hasValues = true
    case let newtype as any Newtype.Type: parts.append(rawCoder(of: newtype))
    case let model as any JSONModel.Type:
      let table = table(of: model)
      hasValues = hasValues || table.hasSecrets
      hasKeys = hasKeys || table.additional?.operations.hasSecretKeys == true
      parts += table.coders
    case let union as any JSONUnion.Type: parts += coders(of: union)
    case let coder as any CompositeCoder.Type:
      hasKeys = hasKeys || coder.hasSecretKeys
      parts += coder.parts
    default: break
    }
  }

  private func table<Model: JSONModel>(of model: Model.Type) -> FieldTable { model.layout.table }

  private func coders<Choice: JSONUnion>(of union: Choice.Type) -> [any JSONCoder.Type] {
    union.union.all.map(\.coder)
  }

  private func rawCoder<Value: Newtype>(of newtype: Value.Type) -> any JSONCoder.Type { Value.RawValue.self }

  /// Returns an error in a value at `start`; without anything that it quotes if a part of the value may be secret.
  func silenced(_ error: JSONError, at start: Int) -> JSONError {
    hasAny ? error.silent(at: start, hidesKeys: hasKeys) : error
  }
}

/// A coder that is made of others.
package protocol CompositeCoder {
  /// The coders of its parts.
  static var parts: [any JSONCoder.Type] { get }
  /// Whether its values have secret keys.
  static var hasSecretKeys: Bool { get }
}

extension CompositeCoder {
  package static var hasSecretKeys: Bool { false }
}

extension ListOf: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Element.self] }
}

extension MapOf: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Element.self] }
  package static var hasSecretKeys: Bool { Key.self is any SecretNewtype.Type }
}

extension OptionalOf: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Wrapped.self] }
}

extension Array: CompositeCoder where Element: JSONValue {
  package static var parts: [any JSONCoder.Type] { [Element.self] }
}

extension Dictionary: CompositeCoder where Key: JSONKey, Value: JSONValue {
  package static var parts: [any JSONCoder.Type] { [MapOf<Key, Value>.self] }
}

extension Optional: CompositeCoder where Wrapped: JSONValue {
  package static var parts: [any JSONCoder.Type] { [Wrapped.self] }
}

extension NumberInString: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Number.self] }
}

extension NumberAsString: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Number.self] }
}

extension EmptyListAsMap: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [MapOf<Key, Element>.self] }
}

extension SingleAsList: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Element.self] }
}

extension EmptyAsNull: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Wrapped.self] }
}

extension BoxOf: CompositeCoder {
  package static var parts: [any JSONCoder.Type] { [Element.self] }
}

extension Boxed: CompositeCoder where Wrapped: JSONValue {
  package static var parts: [any JSONCoder.Type] { [Wrapped.self] }
}

extension FieldTable {
  /// The coders of the values.
  var coders: [any JSONCoder.Type] {
    (0..<count).compactMap { fields[$0].operations.coder }
      + (additional.map { [$0.operations.valueCoder] } ?? [])
  }

  /// The coders of the values of a key: that of its field, or that of other members.
  package func coders(of key: String) -> [any JSONCoder.Type] {
    let own = (0..<count).filter { fields[$0].key.text.isSame(key) }
    if !own.isEmpty { return own.compactMap { fields[$0].operations.coder } }
    return additional.map { [$0.operations.valueCoder] } ?? []
  }
}
