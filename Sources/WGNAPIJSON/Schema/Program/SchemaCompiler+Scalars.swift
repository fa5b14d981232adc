extension SchemaCompiler {
  mutating func compileNumbers() {
    let plan = NumberPlan(assertions)
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
      default: break
      }
    }
    guard !rules.isEmpty else { return }
    for rule in rules { rule.prepare() }
    node.checks.insert(.string)
    node.string = memory.keep(StringPlan(rules))
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
    node.values = memory.keep(ValuePlan(sets))
  }
}

/// The checks for text in addition to its length.
final class StringPlan {
  let rules: [any TextRule]

  init(_ rules: [any TextRule]) { self.rules = rules }
}
