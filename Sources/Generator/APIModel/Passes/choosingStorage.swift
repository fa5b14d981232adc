extension API {
  /// Decides which properties are stored in boxes: those through which a type would contain itself, and large ones,
  /// because wide structs nested by value are slow to copy and very slow to compile.
  ///
  /// The spec's own choice (`indirect`) takes precedence.
  public func choosingStorage() -> API {
    var api = self
    for position in api.modules.indices {
      var chooser = StorageChooser(api.modules[position])
      api.modules[position] = chooser.run()
    }
    return api
  }
}

/// The maximum size of a struct within another, and of a struct as a whole before its largest parts are boxed, in
/// bytes.
private let largestInlineStruct = 192
private let largestStruct = 1024
/// The size of a type that contains itself.
private let endless = 1 << 30

private struct StorageChooser {
  private var module: Module
  private let index: SchemaIndex
  /// Finished schemas and the sizes of their values. A size without a schema is being measured.
  private var chosen: [String: (schema: Schema?, size: Int)] = [:]

  init(_ module: Module) {
    self.module = module
    index = SchemaIndex(module)
  }

  mutating func run() -> Module {
    for position in module.schemas.indices {
      let name = module.schemas[position].name.text
      measure(name)
      if let schema = chosen[name]?.schema { module.schemas[position].schema = schema }
    }
    for position in module.envelopes.indices {
      var schema = module.envelopes[position].schema
      _ = choose(&schema)
      module.envelopes[position].schema = schema
    }
    for position in module.endpoints.indices {
      module.endpoints[position] = choosing(module.endpoints[position])
    }
    var failures = module.failures
    for position in failures.indices { failures[position].payload.changeSchema { _ = choose(&$0) } }
    module.failures = failures
    var webhooks = module
    webhooks.changeWebhookSchemas { _ = choose(&$0) }
    module.webhooks = webhooks.webhooks
    return module
  }

  private mutating func choosing(_ endpoint: Endpoint) -> Endpoint {
    var endpoint = endpoint
    if var schemas = endpoint.body?.schemas {
      for index in schemas.indices { _ = choose(&schemas[index]) }
      endpoint.body?.schemas = schemas
    }
    endpoint.changeResponseSchemas { _ = choose(&$0) }
    return endpoint
  }

  /// Measures the named schemas that a schema contains, then the schema itself. A loop, because chains of schemas may
  /// have any length.
  ///
  /// A type that is met again while it is being measured contains itself, so the property gets a box.
  private mutating func measure(_ name: String) {
    var path: [(name: String, schema: Schema, parts: ArraySlice<String>)] = []
    func frame(_ name: String) -> (name: String, schema: Schema, parts: ArraySlice<String>)? {
      guard chosen[name] == nil, let schema = index[name] else { return nil }
      return (name, schema, partNames(of: schema)[...])
    }
    if let first = frame(name) {
      chosen[name] = (nil, endless)
      path.append(first)
    }
    while let last = path.indices.last {
      if let part = path[last].parts.popFirst() {
        if let next = frame(part) {
          chosen[part] = (nil, endless)
          path.append(next)
        }
        continue
      }
      var (name, schema, _) = path.removeLast()
      let size = min(choose(&schema), endless)
      chosen[name] = (schema, size)
    }
  }

  /// The named schemas whose sizes `choose` needs, in the same order.
  private func partNames(of schema: Schema) -> [String] {
    var names: [String] = []
    func collect(_ schema: Schema) {
      for applicator in [Applicator.items, .additionalProperties] {
        if let inner = schema[applicator] { collect(inner) }
      }
      for parts in [schema.array.prefixItems, schema.allOf, schema.oneOf, schema.anyOf] {
        for part in parts { collect(part) }
      }
      for property in schema.object.properties { collect(property.schema) }
      if let reference = schema.reference { names.append(reference.text) }
    }
    collect(schema)
    return names
  }

  private func size(ofNamed name: String) -> Int { chosen[name]?.size ?? 8 }

  /// Decides for all properties within a schema, visiting each part once. Returns the inline size of a value.
  private mutating func choose(_ schema: inout Schema) -> Int {
    for applicator in [Applicator.items, .additionalProperties] {
      guard var inner = schema[applicator] else { continue }
      _ = choose(&inner)
      schema[applicator] = inner
    }
    let elements = chooseElements(&schema.array)
    let composed = schema.allOf.indices.reduce(0) { $0 + choose(&schema.allOf[$1]) }
    let alternatives =
      schema.oneOf.indices.map { choose(&schema.oneOf[$0]) }
      + schema.anyOf.indices.map { choose(&schema.anyOf[$0]) }
    let properties = chooseProperties(&schema.object)

    let tag = schema.isNullable ? 8 : 0
    let base = schema.reference.map { size(ofNamed: $0.text) } ?? 0
    // The size of a user-defined type is unknown; 16 bytes are a guess.
    if schema.ownType != nil { return 16 + tag }
    switch index.shape(of: schema) {
    case .object: return properties + composed + base + tag
    case .reference: return base + tag
    case .tuple: return elements + tag
    case .union:
      schema.indirectAlternatives = alternatives.indices.filter { alternatives[$0] > largestInlineStruct }
      return (alternatives.map { $0 > largestInlineStruct ? 8 : $0 }.max() ?? 0) + 8 + tag
    case .array, .map: return 8
    case .any: return 16
    case .enumeration(let base): return (base == .string ? 16 : 8) + tag
    case .scalar: return (schema.types == [.string] ? 16 : 8) + tag
    }
  }

  private mutating func chooseElements(_ array: inout Schema.ArrayKeywords) -> Int {
    var total = 0
    for position in array.prefixItems.indices {
      let size = choose(&array.prefixItems[position])
      if size >= endless {
        array.indirectElements.append(position)
        total += 8
      } else {
        total += size
      }
    }
    return total
  }

  private mutating func chooseProperties(_ object: inout Schema.ObjectKeywords) -> Int {
    var inline: [(position: Int, size: Int)] = []
    var total = 0
    for position in object.properties.indices {
      let size = choose(&object.properties[position].schema)
      // A spec may ask for inline storage, but not in a type that contains itself.
      if size >= endless || (object.properties[position].isIndirect == nil && size > largestInlineStruct) {
        object.properties[position].isIndirect = true
      }
      if object.properties[position].isIndirect == true {
        total += 8
      } else {
        total += size
        if size > 32, object.properties[position].isIndirect == nil { inline.append((position, size)) }
      }
    }
    for (position, size) in inline.sorted(by: { ($1.size, $0.position) < ($0.size, $1.position) })
    where total > largestStruct {
      object.properties[position].isIndirect = true
      total -= size - 8
    }
    return total
  }
}
