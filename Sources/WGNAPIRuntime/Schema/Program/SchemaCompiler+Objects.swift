extension SchemaCompiler {
  mutating func compileObjects() {
    var keys = KeyCollection()
    var values: [Int: [Schema]] = [:]
    var required: [Int] = []
    var additional: [Schema] = []
    var names: [Schema] = []
    var sizes = Bounds<Int>(lower: 0, upper: .max)
    let extras = ObjectExtras()
    var hasChecks = false
    var unevaluated: [Schema] = []
    // The keys of `properties` come first: objects mostly have them in this order.
    for case .properties(let entries) in assertions.map(\.form) {
      for (key, schema) in entries.entries { values[keys.index(key), default: []].append(schema) }
      hasChecks = true
    }
    for keyword in assertions {
      switch keyword.form {
      case .patternProperties(let patterns):
        for (pattern, schema) in patterns {
          pattern.compile()
          extras.patterns.append((pattern: pattern, value: compiled(schema)))
        }
      case .additionalProperties(let schema): additional.append(schema)
      case .propertyNames(let schema): names.append(schema)
      case .required(let needed): required += needed.map { keys.index($0) }
      case .minProperties(let count): sizes.lower = max(sizes.lower, count)
      case .maxProperties(let count): sizes.upper = min(sizes.upper, count)
      case .dependentRequired(let entries):
        extras.dependentRequired += entries.entries.map { entry in
          (key: keys.index(entry.key), required: entry.value.map { keys.index($0) })
        }
      case .dependentSchemas(let entries):
        extras.dependentSchemas += entries.entries.map { entry in
          (key: keys.index(entry.key), value: compiled(entry.value))
        }
      case .unevaluatedProperties(let schema):
        unevaluated.append(schema)
        continue
      default: continue
      }
      hasChecks = true
    }
    if !unevaluated.isEmpty { node.checks.insert(.unevaluatedProperties) }
    node.unevaluatedProperties = compiled(unevaluated)
    guard hasChecks else { return }
    node.checks.insert(.object)
    extras.names = compiled(names)
    let properties = keys.texts.indices.map { index in
      property(keys.texts[index], compiled(values[index] ?? []))
    }
    let wordCount = max(1, (properties.count + 63) / 64)
    var words = [UInt64](repeating: 0, count: wordCount)
    for key in required { words[key / 64] |= 1 << UInt64(key % 64) }
    let plan = ObjectPlan(
      properties: memory.store(properties), count: properties.count, number: PlanNumbers.next(),
      wordCount: wordCount,
      required: memory.store(words), index: memory.keep(KeyIndex(keys.texts)),
      additional: compiled(additional),
      sizes: sizes, extras: extras.isEmpty ? nil : memory.keep(extras),
      keys: memory.keep(ObjectKeys(keys.texts)))
    node.object = memory.store([plan])
  }

  private mutating func property(_ key: String, _ value: NodePointer?) -> ObjectPlan.Property {
    let bytes = [UInt8(ascii: "\"")] + Array(key.utf8) + [UInt8(ascii: "\"")]
    var words = [UInt64](repeating: 0, count: (bytes.count + 7) / 8)
    for (index, byte) in bytes.enumerated() { words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8) }
    let rest = bytes.count % 8
    return ObjectPlan.Property(
      quoted: memory.store(words.map(\.littleEndian)), count: bytes.count,
      isPlain: !key.utf8.contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C },
      lastMask: (rest == 0 ? .max : (1 << UInt64(rest * 8)) - 1 as UInt64).littleEndian, value: value)
  }
}

/// Numbers for the plans of objects. Used under `SchemaLinking.lock`.
private enum PlanNumbers {
  nonisolated(unsafe) private static var last = -1

  static func next() -> Int {
    last += 1
    return last
  }
}

/// Keys in the order in which they were first named.
private struct KeyCollection {
  private(set) var texts: [String] = []
  private var indices: [ExactString: Int] = [:]

  mutating func index(_ key: String) -> Int {
    if let index = indices[ExactString(key)] { return index }
    indices[ExactString(key)] = texts.count
    texts.append(key)
    return texts.count - 1
  }
}
