import WGNAPIJSON

/// The keys that a coder's models declare.
enum DeclaredKeys {
  /// Returns whether a model, its constraint, or one of the alternatives of a union names a key.
  static func contains(_ key: String, in coder: any JSONCoder.Type) -> Bool {
    var coders = [coder]
    var seen = Set<ObjectIdentifier>()
    while let coder = coders.popLast() {
      guard seen.insert(ObjectIdentifier(coder)).inserted else { continue }
      switch coder {
      case let model as any JSONModel.Type: if declares(key, model) { return true }
      case let newtype as any Newtype.Type: coders.append(rawCoder(newtype))
      case let union as any JSONUnion.Type: coders += alternatives(union)
      case let coder as any CompositeCoder.Type: coders += coder.parts
      default: break
      }
    }
    return false
  }

  /// Returns the coders of the value at a key in an object of any of these coders.
  static func coders(of key: String, in coders: [any JSONCoder.Type]) -> [any JSONCoder.Type] {
    var pending = coders
    var found: [any JSONCoder.Type] = []
    var seen = Set<ObjectIdentifier>()
    while let coder = pending.popLast() {
      guard seen.insert(ObjectIdentifier(coder)).inserted else { continue }
      switch coder {
      case let model as any JSONModel.Type: found += values(of: key, model)
      case let newtype as any Newtype.Type: pending.append(rawCoder(newtype))
      case let union as any JSONUnion.Type: pending += alternatives(union)
      case let coder as any CompositeCoder.Type:
        // Of a dictionary, the key is one of its own.
        found += coder.parts
        pending += coder.parts
      default: break
      }
    }
    return found
  }

  private static func values<Model: JSONModel>(of key: String, _ model: Model.Type) -> [any JSONCoder.Type] {
    model.layout.table.coders(of: key)
  }

  private static func declares<Model: JSONModel>(_ key: String, _ model: Model.Type) -> Bool {
    let table = model.layout.table
    return table.declares(key) || table.constraint?.checks.contains { $0.hasProperty(key) } == true
  }

  private static func rawCoder<Value: Newtype>(_ newtype: Value.Type) -> any JSONCoder.Type {
    Value.RawValue.self
  }

  private static func alternatives<Choice: JSONUnion>(_ union: Choice.Type) -> [any JSONCoder.Type] {
    union.union.alternatives.map(\.coder)
  }
}
