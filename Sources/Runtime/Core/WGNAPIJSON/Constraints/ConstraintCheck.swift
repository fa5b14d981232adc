/// Finds the violations of a constraint by a walk over the bytes of a value that has been read, so that it is valid JSON.
struct ConstraintCheck {
  /// The maximum number of violations.
  let limit: Int
  private(set) var violations: [Violation] = []
  /// The keywords that lead to the current constraint.
  private var path: [String] = []

  init(limit: Int) { self.limit = limit }

  /// Whether fewer violations than the maximum have been found. Nothing is checked after that.
  var hasRoom: Bool { violations.count < limit }

  /// Checks and skips a value.
  mutating func check(_ constraint: Constraint, _ reader: inout JSONReader) throws(JSONError) {
    guard hasRoom else { return try reader.skipValue() }
    try reader.countVisit()
    let first = reader.nextByte()
    let start = reader.place
    if constraint.acceptsNull, first == UInt8(ascii: "n") { return try reader.skipValue() }
    if constraint.acceptsEmptyText, reader.readEmptyText() { return }
    let plan = constraint.plan
    let type = JSONTypes(startingWith: first)
    if plan.types != .all { try checkType(plan, type, start, &reader) }
    switch type {
    case .number: try checkNumber(plan, start, &reader)
    case .string: try checkText(plan, start, &reader)
    case .array where plan.hasArrayChecks: try checkArray(plan, start, &reader)
    case .object where plan.hasObjectChecks: try checkObject(plan, start, &reader)
    default: try reader.skipValue()
    }
    if plan.listsValues { try checkValues(plan, start, &reader) }
    for keyword in plan.inPlace where hasRoom { try checkInPlace(keyword, start, &reader) }
  }

  mutating func report(
    _ keyword: String, _ start: Place, _ reader: borrowing JSONReader, _ message: @autoclosure () -> String
  ) {
    guard hasRoom else { return }
    violations.append(
      Violation(
        keyword: keyword, keywordLocation: JSONPointer.text(path + [keyword]), message: message(),
        byteOffset: start.position - reader.base))
  }

  /// Begins the messages from `index` on with a text.
  mutating func begin(from index: Int, _ text: String) {
    for place in violations.indices.dropFirst(index) {
      violations[place].message = text + violations[place].message
    }
  }

  /// Checks a constraint below the current one.
  mutating func check(
    _ constraint: Constraint, below keyword: String, at index: Int? = nil, _ reader: inout JSONReader
  ) throws(JSONError) {
    let length = path.count
    path.append(keyword)
    if let index { path.append(index.description) }
    try check(constraint, &reader)
    path.removeSubrange(length...)
  }

  // MARK: Any type

  private mutating func checkType(
    _ plan: ConstraintKeywords, _ type: JSONTypes, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    var type = type
    if type == .number, !plan.types.isSuperset(of: .number), !plan.types.isDisjoint(with: .number) {
      type = try reader.readNumber().isInteger ? .integer : .fraction
      reader.back(to: start)
    }
    guard plan.types.isDisjoint(with: type) else { return }
    let message = reader.mismatch(plan.types.description).message
    report("type", start, reader, message)
  }

  /// Checks `enum` and `const`.
  private mutating func checkValues(
    _ plan: ConstraintKeywords, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    let after = reader.place
    reader.back(to: start)
    let value = try reader.readTemporaryTree()
    reader.leave(to: after)
    let offset = start.position - reader.base
    for keyword in plan.keywords {
      switch keyword.form {
      case .const(let expected) where expected != value:
        report(
          "const", start, reader,
          "expected \(expected.description.printable), found \(reader.excerpt(from: offset))")
      case .enumeration(let values) where !values.contains(value):
        let values = values.all
        let shown = values.prefix(8).map { $0.description.printable }.joined(separator: ", ")
        let rest = values.count > 8 ? ", …" : ""
        report(
          "enum", start, reader, "expected one of \(shown)\(rest), found \(reader.excerpt(from: offset))")
      default: break
      }
    }
  }

  private mutating func checkInPlace(
    _ keyword: Constraint.Keyword, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    switch keyword.form {
    case .allOf(let constraints):
      for (index, constraint) in constraints.enumerated() {
        reader.back(to: start)
        try check(constraint, below: "allOf", at: index, &reader)
      }
    case .anyOf(let constraints): try checkAlternatives(constraints, "anyOf", start, &reader)
    case .oneOf(let constraints): try checkAlternatives(constraints, "oneOf", start, &reader)
    case .not(let constraint):
      if try accepts(constraint, start, &reader) {
        report("not", start, reader, "the value is one that 'not' excludes")
      }
    case .check(let check):
      reader.back(to: start)
      let found = try check.violations(&reader, limit: limit - violations.count)
      violations += found.map { $0.below(path) }
    default: break
    }
  }

  private mutating func checkAlternatives(
    _ constraints: [Constraint], _ keyword: String, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) {
    var fitting: [Int] = []
    for (index, constraint) in constraints.enumerated() where try accepts(constraint, start, &reader) {
      fitting.append(index)
      if keyword == "anyOf" { return }
    }
    if fitting.count == 1 { return }
    if keyword == "anyOf" {
      report(keyword, start, reader, "none of the \(constraints.count) alternatives fits")
    } else {
      let found = fitting.isEmpty ? "none" : "those at \(fitting.map { "\($0)" }.joined(separator: ", "))"
      report(
        keyword, start, reader,
        "exactly one of the \(constraints.count) alternatives must fit, found \(found)")
    }
    guard fitting.isEmpty else { return }
    for (index, constraint) in constraints.enumerated() {
      reader.back(to: start)
      try check(constraint, below: keyword, at: index, &reader)
    }
  }

  /// Returns whether the value at `start` satisfies a constraint, and skips the value.
  private func accepts(
    _ constraint: Constraint, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    var check = ConstraintCheck(limit: 1)
    reader.back(to: start)
    try check.check(constraint, &reader)
    return check.violations.isEmpty
  }
}

extension ConstraintKeywords {
  fileprivate var hasArrayChecks: Bool { itemCounts != .counts || isUnique || !items.isEmpty }
  fileprivate var hasObjectChecks: Bool {
    memberCounts != .counts || keys != nil || !members.isEmpty || !names.isEmpty
  }
}

extension Bounds<Int> {
  fileprivate static var counts: Bounds { Bounds(lower: 0, upper: .max) }
}

extension Violation {
  /// Returns the same violation with keywords before its own.
  fileprivate func below(_ path: [String]) -> Violation {
    path.isEmpty
      ? self
      : Violation(
        keyword: keyword, keywordLocation: JSONPointer.text(path) + keywordLocation,
        absoluteKeywordLocation: absoluteKeywordLocation, message: message, byteOffset: byteOffset)
  }
}
