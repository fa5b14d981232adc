extension SchemaCompiler {
  mutating func compileArrays() {
    var plan = ArrayPlan()
    var hasChecks = false
    var items: [Schema] = []
    var prefixes: [[Schema]] = []
    var contains: [Schema] = []
    var unevaluated: [Schema] = []
    var least: Int?
    for keyword in assertions {
      switch keyword.form {
      case .items(let schema): items.append(schema)
      case .prefixItems(let schemas): prefixes.append(schemas)
      case .contains(let schema): contains.append(schema)
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
    plan.contains = compiled(contains)
    for schemas in prefixes { plan.prefixCount = max(plan.prefixCount, schemas.count) }
    var prefix: [NodePointer] = []
    for index in 0..<plan.prefixCount {
      var same: [Schema] = []
      for schemas in prefixes where schemas.count > index { same.append(schemas[index]) }
      if let node = compiled(same) { prefix.append(node) }
    }
    plan.prefix = memory.store(prefix)
    node.array = memory.store([plan])
  }
}
