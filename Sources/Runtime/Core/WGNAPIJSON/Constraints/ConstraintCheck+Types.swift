import WGNAPISupport

extension ConstraintCheck {
  // MARK: Numbers

  /// Checks and skips a number.
  mutating func checkNumber(
    _ plan: ConstraintKeywords, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    guard let numbers = plan.numbers else { return try reader.skipValue() }
    if let value = reader.passShortInteger() {
      if numbers.accepts(value) { return }
      return report(JSONNumber(value), outside: numbers.limits, start, reader)
    }
    let span = try reader.scanNumber()
    if numbers.accepts(span) { return }
    report(JSONNumber(scanned: span.text), outside: numbers.limits, start, reader)
  }

  private mutating func report(
    _ number: JSONNumber, outside limits: [NumberLimit], _ start: Place, _ reader: borrowing JSONReader
  ) {
    for limit in limits where !limit.accepts(number) { report(limit.keyword, start, reader, limit.message) }
  }

  // MARK: Text

  /// Checks and skips a string.
  mutating func checkText(
    _ plan: ConstraintKeywords, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    try checkText(plan, try reader.scanString(), start, &reader)
  }

  private mutating func checkText(
    _ plan: ConstraintKeywords, _ span: StringSpan, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    if !span.isLength(in: plan.lengths) {
      let count = span.codePointCount
      for keyword in plan.keywords {
        switch keyword.form {
        case .minLength(let least) where count < least:
          report("minLength", start, reader, "shorter than \(counted(least, "character"))")
        case .maxLength(let most) where count > most:
          report("maxLength", start, reader, "longer than \(counted(most, "character"))")
        default: break
        }
      }
    }
    if plan.texts.isEmpty { return }
    for keyword in plan.keywords where hasRoom {
      switch keyword.form {
      case .pattern(let pattern):
        switch try reader.judge(span, by: pattern) {
        case true?: break
        case false?: report("pattern", start, reader, "does not match \(pattern.text.printable)")
        case nil: report("pattern", start, reader, "the pattern \(pattern.text.printable) cannot be applied")
        }
      case .format(let name, let rule?):
        if try reader.judge(span, by: rule) == false {
          report("format", start, reader, "isn't a valid \(name)")
        }
      case .inText(let limits):
        if let number = reader.withBytes(of: span, { limits.number(in: $0) }) {
          report(number, outside: limits.limits, start, reader)
        }
      default: break
      }
    }
  }

  // MARK: Arrays

  /// Checks and skips an array.
  mutating func checkArray(
    _ plan: ConstraintKeywords, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    var count = 0
    var unique = UniqueItems()
    defer { reader.remainingMemory += unique.memory }
    var repeated: (Int, Int)?
    if try reader.enterArray() {
      repeat {
        reader.skipWhitespace()
        let element = reader.place
        if plan.isUnique, repeated == nil {
          repeated = try unique.insert(count, from: &reader).map { ($0, count) }
          reader.back(to: element)
        }
        if plan.items.isEmpty { try reader.skipValue() }
        for (index, constraint) in plan.items.enumerated() {
          if index > 0 { reader.back(to: element) }
          try check(constraint, below: "items", &reader)
        }
        count += 1
      } while try reader.continueArray()
    }
    if plan.itemCounts.contains(count), repeated == nil { return }
    for keyword in plan.keywords {
      switch keyword.form {
      case .minItems(let least) where count < least:
        report("minItems", start, reader, "\(counted(count, "element")), at least \(least) expected")
      case .maxItems(let most) where count > most:
        report("maxItems", start, reader, "\(counted(count, "element")), at most \(most) expected")
      case .uniqueItems:
        guard let (first, second) = repeated else { continue }
        report("uniqueItems", start, reader, "the elements at \(first) and \(second) are equal")
      default: break
      }
    }
  }

  // MARK: Objects

  /// Checks and skips an object.
  mutating func checkObject(
    _ plan: ConstraintKeywords, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    var count = 0
    var present = FieldSet(count: plan.keyCount)
    if try reader.enterObject() {
      repeat {
        reader.skipWhitespace()
        let key = reader.place
        let span = try reader.scanKey()
        if let keys = plan.keys {
          let key = span.hasEscapes ? keys.find(reader.string(span)) : keys.find(span.bytes)
          if let key { present.insert(key) }
        }
        let value = reader.place
        if !plan.names.isEmpty {
          try checkName(plan, span, key, &reader)
          reader.leave(to: value)
        }
        if plan.members.isEmpty { try reader.skipValue() }
        for (index, constraint) in plan.members.enumerated() {
          if index > 0 { reader.back(to: value) }
          try check(constraint, below: "additionalProperties", &reader)
        }
        count += 1
      } while try reader.continueObject()
    }
    if plan.memberCounts.contains(count), plan.keys == nil { return }
    for keyword in plan.keywords {
      switch keyword.form {
      case .minProperties(let least) where count < least:
        report("minProperties", start, reader, "\(counted(count, "key")), at least \(least) expected")
      case .maxProperties(let most) where count > most:
        report("maxProperties", start, reader, "\(counted(count, "key")), at most \(most) expected")
      case .required(let needed):
        for key in needed where !plan.isPresent(key, present) {
          report("required", start, reader, "the key \"\(key.printable)\" is missing")
        }
      case .dependentRequired(let entries):
        for (key, needed) in entries where plan.isPresent(key, present) {
          for other in needed where !plan.isPresent(other, present) {
            report(
              "dependentRequired", start, reader,
              "the key \"\(other.printable)\" is missing beside \"\(key.printable)\"")
          }
        }
      default: break
      }
    }
  }

  private mutating func checkName(
    _ plan: ConstraintKeywords, _ span: StringSpan, _ key: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    let count = violations.count
    for constraint in plan.names {
      reader.back(to: key)
      try check(constraint, below: "propertyNames", &reader)
    }
    guard violations.count > count else { return }
    begin(from: count, "the key \"\(reader.quoted(reader.string(span)))\": ")
  }
}

extension ConstraintKeywords {
  /// Whether an object with some of the named keys has this one.
  fileprivate func isPresent(_ key: String, _ present: borrowing FieldSet) -> Bool {
    keys?.find(key).map { present.contains($0) } ?? false
  }
}

extension JSONReader {
  /// Returns whether a rule accepts a string; nil if the rule can't be applied.
  package mutating func judge(_ span: StringSpan, by rule: any TextRule) throws(JSONError) -> Bool? {
    var work = textWork
    let isAccepted = withBytes(of: span) { rule.accepts($0, &work) }
    try leaveWork(work)
    return isAccepted
  }
}
