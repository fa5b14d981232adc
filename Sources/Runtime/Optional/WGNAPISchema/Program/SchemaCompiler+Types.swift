import WGNAPIJSON
import WGNAPISupport

extension SchemaCompiler {
  mutating func compileObjects() {
    var keys = KeyCollection()
    var values: [[JSONSchema]] = []
    var required: [Int] = []
    var additional: [JSONSchema] = []
    var names: [JSONSchema] = []
    var sizes = Bounds<Int>(lower: 0, upper: .max)
    let extras = ObjectExtras()
    var hasChecks = false
    var unevaluated: [JSONSchema] = []
    // The keys of `properties` come first, because objects mostly have them in this order.
    for keyword in assertions {
      guard case .properties(let entries) = keyword.form else { continue }
      for (key, schema) in entries.entries {
        let index = keys.index(key)
        if index == values.count { values.append([]) }
        values[index].append(schema)
      }
      hasChecks = true
    }
    for keyword in assertions {
      switch keyword.form {
      case .patternProperties(let patterns):
        for (pattern, schema) in patterns { extras.add(pattern, compiled(schema)) }
      case .additionalProperties(let schema): additional.append(schema)
      case .propertyNames(let schema): names.append(schema)
      case .required(let needed): required += keys.indices(needed)
      case .minProperties(let count): sizes.lower = max(sizes.lower, count)
      case .maxProperties(let count): sizes.upper = min(sizes.upper, count)
      case .dependentRequired(let entries):
        for (key, required) in entries.entries {
          extras.dependentRequired.append((keys.index(key), keys.indices(required)))
        }
      case .dependentSchemas(let entries):
        for (key, schema) in entries.entries {
          extras.dependentSchemas.append((keys.index(key), compiled(schema)))
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
    var schemas: [NodePointer?] = []
    for index in keys.texts.indices { schemas.append(index < values.count ? compiled(values[index]) : nil) }
    let properties = self.properties(keys.texts, schemas)
    let wordCount = max(1, (properties.count + 63) / 64)
    var words = [UInt64](repeating: 0, count: wordCount)
    for key in required { words[key / 64] |= 1 << UInt64(key % 64) }
    let plan = ObjectChecks(
      properties: memory.store(properties), count: properties.count, number: PlanNumbers.next(),
      wordCount: wordCount,
      required: memory.store(words), index: memory.keep(KeyIndex(keys.texts)),
      additional: compiled(additional),
      sizes: sizes, extras: extras.isEmpty ? nil : memory.keep(extras),
      keys: memory.keep(ObjectKeys(keys.texts)))
    node.object = memory.store([plan])
  }

  /// Returns the keys, which are contiguous in memory.
  private mutating func properties(_ keys: [String], _ values: [NodePointer?]) -> [ObjectChecks.Property] {
    var written: [UInt8] = []
    for key in keys { written += "\"\(key)\":".bytes }
    written += [UInt8](repeating: 0, count: 7)
    let text = UnsafePointer(memory.store(written))
    var offset = 0
    var properties: [ObjectChecks.Property] = []
    for (index, key) in keys.enumerated() {
      var hasEscapes = false
      for byte in key.bytes where byte < 0x20 || byte == 0x22 || byte == 0x5C { hasEscapes = true }
      let count = key.utf8.count + 3
      properties.append(
        ObjectChecks.Property(
          key: WrittenKey(bytes: text + offset, count: hasEscapes ? 0 : count), value: values[index]))
      offset += count
    }
    return properties
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

extension SchemaCompiler {
  mutating func compileArrays() {
    var plan = ArrayChecks()
    var hasChecks = false
    var items: [JSONSchema] = []
    var prefixes: [[JSONSchema]] = []
    var unevaluated: [JSONSchema] = []
    var least: Int?
    for keyword in assertions {
      switch keyword.form {
      case .items(let schema): items.append(schema)
      case .prefixItems(let schemas): prefixes.append(schemas)
      case .contains(let schema): plan.contains = compiled(schema)
      case .minContains(let count): least = max(least ?? 0, count)
      case .maxContains(let count): plan.contained.upper = min(plan.contained.upper, count)
      case .minItems(let count): plan.sizes.lower = max(plan.sizes.lower, count)
      case .maxItems(let count): plan.sizes.upper = min(plan.sizes.upper, count)
      case .uniqueItems(let isUnique): plan.isUnique = plan.isUnique || isUnique
      case .unevaluatedItems(let schema):
        unevaluated.append(schema)
        node.checks.insert(.unevaluatedItems)
        continue
      default: continue
      }
      hasChecks = true
    }
    node.unevaluatedItems = compiled(unevaluated)
    guard hasChecks else { return }
    node.checks.insert(.array)
    plan.items = compiled(items)
    plan.contained.lower = least ?? 1
    for schemas in prefixes { plan.prefixCount = max(plan.prefixCount, schemas.count) }
    var prefix: [NodePointer] = []
    for index in 0..<plan.prefixCount {
      var same: [JSONSchema] = []
      for schemas in prefixes where schemas.count > index { same.append(schemas[index]) }
      if let node = compiled(same) { prefix.append(node) }
    }
    plan.prefix = memory.store(prefix)
    node.array = memory.store([plan])
  }
}

extension SchemaCompiler {
  mutating func compileNumbers() {
    let plan = NumberChecks(
      assertions.compactMap { if case .limit(let limit) = $0.form { limit } else { nil } })
    guard plan.hasChecks else { return }
    node.checks.insert(.number)
    node.number = memory.keep(plan)
  }

  mutating func compileStrings() {
    var rules: [any TextRule] = []
    for keyword in assertions {
      switch keyword.form {
      case .minLength(let count):
        node.lengths.lower = max(node.lengths.lower, count)
        node.checks.insert(.string)
      case .maxLength(let count):
        node.lengths.upper = min(node.lengths.upper, count)
        node.checks.insert(.string)
      case .pattern(let pattern): rules.append(pattern)
      case .format(_, let rule?): rules.append(rule)
      case .inText(let limits): rules.append(limits)
      default: break
      }
    }
    guard !rules.isEmpty else { return }
    for rule in rules { rule.prepare() }
    node.checks.insert(.string)
    node.string = memory.keep(TextChecks(rules))
  }

  mutating func compileValues() {
    let sets = assertions.compactMap { keyword -> ValueSet? in
      switch keyword.form {
      case .enumeration(let values): ValueSet(values)
      case .const(let value): ValueSet([value])
      default: nil
      }
    }
    guard !sets.isEmpty else { return }
    node.checks.insert(.values)
    node.values = memory.keep(AllowedValues(sets))
  }
}

/// The checks for text in addition to its length.
final class TextChecks {
  let rules: [any TextRule]

  init(_ rules: [any TextRule]) { self.rules = rules }
}
