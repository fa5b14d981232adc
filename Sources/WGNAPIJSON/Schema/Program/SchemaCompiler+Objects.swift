extension SchemaCompiler {
  mutating func compileObjects() {
    var keys = KeyCollection()
    var values: [[Schema]] = []
    var required: [Int] = []
    var additional: [Schema] = []
    var names: [Schema] = []
    var sizes = Bounds<Int>(lower: 0, upper: .max)
    let extras = ObjectExtras()
    var hasChecks = false
    var unevaluated: [Schema] = []
    // The keys of `properties` come first, because objects mostly have them in this order.
    for case .properties(let entries) in assertions.map(\.form) {
      for (key, schema) in entries.entries {
        let index = keys.index(key)
        if index == values.count { values.append([schema]) } else { values[index].append(schema) }
      }
      hasChecks = true
    }
    for keyword in assertions {
      switch keyword.form {
      case .patternProperties(let patterns):
        for (pattern, schema) in patterns {
          pattern.prepare()
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
    let schemas = keys.texts.indices.map { $0 < values.count ? compiled(values[$0]) : nil }
    let properties = self.properties(keys.texts, schemas)
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

  /// Returns the keys, which are contiguous in memory.
  private mutating func properties(_ keys: [String], _ values: [NodePointer?]) -> [ObjectPlan.Property] {
    let written = keys.map { Array("\"\($0)\":".utf8) }
    let text = UnsafePointer(memory.store(Array(written.joined()) + [UInt8](repeating: 0, count: 7)))
    var offset = 0
    return zip(written, values).map { bytes, value in
      defer { offset += bytes.count }
      let hasEscapes = bytes[1..<(bytes.count - 2)].contains { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
      return ObjectPlan.Property(
        key: WrittenKey(bytes: text + offset, count: hasEscapes ? 0 : bytes.count), value: value)
    }
  }
}

/// Numbers for object plans. Call it with `SchemaLinking.lock` held.
private enum PlanNumbers {
  nonisolated(unsafe) private static var last = -1

  static func next() -> Int {
    last += 1
    return last
  }
}

/// Keys in the order of their first occurrence.
private struct KeyCollection {
  private(set) var texts: [String] = []
  private var indices: [ExactString: Int] = [:]

  @inline(never)
  mutating func index(_ key: String) -> Int {
    if let index = indices[ExactString(key)] { return index }
    indices[ExactString(key)] = texts.count
    texts.append(key)
    return texts.count - 1
  }
}
