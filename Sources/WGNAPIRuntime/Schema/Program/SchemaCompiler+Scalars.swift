extension SchemaCompiler {
  mutating func compileNumbers() {
    let plan = NumberPlan(assertions)
    guard plan.hasChecks else { return }
    node.checks.insert(.number)
    node.number = memory.keep(plan)
  }

  mutating func compileStrings() {
    var patterns: [Pattern] = []
    var formats: [StringFormat] = []
    for keyword in assertions {
      switch keyword.form {
      case .minLength(let count):
        node.lengths.lower = max(node.lengths.lower, count)
        node.checks.insert(.string)
      case .maxLength(let count):
        node.lengths.upper = min(node.lengths.upper, count)
        node.checks.insert(.string)
      case .pattern(let pattern):
        pattern.compile()
        patterns.append(pattern)
      case .format(let name, isAsserted: true):
        if let format = StringFormat(rawValue: name) { formats.append(format) }
      default: break
      }
    }
    guard !patterns.isEmpty || !formats.isEmpty else { return }
    node.checks.insert(.string)
    node.string = memory.keep(StringPlan(patterns: patterns, formats: formats))
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

/// What text is checked for beyond its length.
final class StringPlan {
  let patterns: [Pattern]
  let formats: [StringFormat]

  init(patterns: [Pattern], formats: [StringFormat]) {
    self.patterns = patterns
    self.formats = formats
  }
}
