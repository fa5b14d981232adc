import APIModel
import Diagnostics
import TrafficEvidence

// A type that evidence suggests is a schema. What is uncertain of it is its comment, and an object is a reference to the key of its
// group until all objects have been seen.

extension Schema {
  /// A JSON type in a form, or anything.
  package init(_ type: JSONType? = nil, _ format: Format? = nil) {
    self.init(span: .unknown(file: ""))
    types = type.map { [$0] } ?? []
    self.format = format
  }

  /// A schema by its name, or by the key of its group.
  package init(reference: String) {
    self.init()
    self.reference = Name(guess: reference)
  }

  static func list(of element: Schema) -> Schema {
    var schema = Schema(.array)
    schema[.items] = element
    return schema
  }

  /// - Parameter keys: Nil for any texts. A title is the name of a property of the values that repeats the key.
  static func map(keys: Schema? = nil, of values: Schema) -> Schema {
    var schema = Schema(.object)
    schema.object.keys = keys.map(Indirect.init)
    schema[.additionalProperties] = values
    return schema
  }

  static func tuple(of elements: [Schema]) -> Schema {
    var schema = Schema(.array)
    schema.array.prefixItems = elements
    return schema
  }

  static func enumeration(of texts: [String]) -> Schema {
    var schema = Schema(.string)
    schema.enumeration = Enumeration(cases: texts.map { .init(value: .string($0), span: schema.span) })
    return schema
  }

  static func constant(_ text: String) -> Schema {
    var schema = Schema(.string)
    schema.const = .string(text)
    return schema
  }

  /// What is uncertain.
  package var comment: String? {
    get { documentation.summary }
    set { documentation.summary = newValue }
  }

  /// The type alone, without documentation and without null.
  var bare: Schema {
    var schema = self
    schema.documentation = Documentation()
    (schema.isNullable, schema.isSecret, schema.isAutomatic, schema.lenience) = (false, false, false, [])
    return schema
  }

  /// Whether it is nothing but a JSON type in a form, or anything.
  func isOnly(_ type: JSONType? = nil, _ format: Format? = nil) -> Bool { bare == Schema(type, format) }
}

extension Schema.Property {
  package init(guess name: String, _ schema: Schema, isOptional: Bool) {
    self.init(name: Name(guess: name), schema: schema, isRequired: !isOptional)
  }
}

extension Name {
  /// A name that evidence suggests.
  package init(guess text: String) { self.init(text, span: .unknown(file: "")) }
}

extension FieldPath {
  /// A path with dots.
  init(guess path: String) {
    self.init(path.split(separator: ".").map(String.init), span: .unknown(file: ""))
  }
}

/// Objects with the same structure, which become one schema.
package struct SchemaGroup: Sendable {
  package var members = Members()
  /// An object, or a union of groups by their keys.
  package var schema = Schema(.object)
  /// How often each name was suggested, with its rank: lower ones are better.
  package var names: [String: (rank: Int, count: Int)] = [:]
  /// The value of the property that says which alternative it is, if it is one.
  package var tag: (name: String, value: String)?
  /// The types that have it in a property.
  var owners: [String: Int] = [:]
  /// Whether it is in a list or a map.
  var isElement = false
  /// The places that refer to it.
  package var uses = 0
  /// The files with these places.
  package var files: Set<String> = []
  package var order = 0
  /// What it is called in the spec.
  package var name = ""
  /// Whether objects have keys that aren't among the properties.
  var hasOtherKeys: Bool { members.map.entries > 0 }
  /// Whether the spec has it already.
  package var isKnown = false

  /// The name for objects that are in properties, or responses, of many names: none of these names says what they are.
  var commonName: String? {
    let best = names.values.map(\.rank).min() ?? 9
    let own = names.values.filter { $0.rank == best }
    let total = own.reduce(0) { $0 + $1.count }
    guard own.count >= 3, own.allSatisfy({ $0.count * 3 <= total }) else { return nil }
    let others = names.filter {
      $0.value.rank != best && $0.value.count >= own.count && $0.value.count * 2 >= total
    }
    if let all = others.keys.min() { return all }
    return owners.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { owner in
      // An endpoint's name is no type's.
      owner.key.prefix(1).uppercased() + owner.key.dropFirst() + "Entry"
    }
  }

  mutating func suggest(_ name: String, rank: Int) {
    guard !name.isEmpty else { return }
    let known = names[name] ?? (rank, 0)
    names[name] = (min(known.rank, rank), known.count + 1)
  }
}
