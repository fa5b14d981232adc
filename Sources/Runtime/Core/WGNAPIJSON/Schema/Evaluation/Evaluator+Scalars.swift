extension Evaluator {
  // MARK: Strings

  /// Checks and skips a string.
  mutating func string(_ node: NodePointer, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    let start = reader.place
    let span = try reader.scanString()
    let checks = node.pointee.checks
    guard !checks.isDisjoint(with: [.string, .values]) else { return true }
    var isAccepted = true
    if checks.contains(.string), !span.isLength(in: node.pointee.lengths) {
      guard reports else { return false }
      isAccepted = false
    }
    guard checks.contains(.values) || node.pointee.string != nil else {
      return isAccepted ? true : try reportString(node, span, start, &reader)
    }
    var work = reader.textWork
    let (isListed, fits) = reader.withBytes(of: span) { bytes in
      (
        node.pointee.values?.takeUnretainedValue().sets.allSatisfy { $0.contains(bytes) } ?? true,
        node.pointee.string?.takeUnretainedValue().accepts(bytes, &work) ?? true
      )
    }
    try reader.leaveWork(work)
    if !isListed { _ = reject(values: node, start, &reader) }
    if !isAccepted || !fits { isAccepted = try reportString(node, span, start, &reader) }
    return isAccepted && isListed
  }

  /// Reports the keywords for text that a string violates.
  private mutating func reportString(
    _ node: NodePointer, _ span: StringSpan, _ start: Place, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard reports else { return false }
    let count = span.codePointCount
    for keyword in node.pointee.source.takeUnretainedValue().assertions where report.hasRoom {
      switch keyword.form {
      case .minLength(let least) where count < least:
        _ = reject("minLength", start, reader, "shorter than \(counted(least, "character"))")
      case .maxLength(let most) where count > most:
        _ = reject("maxLength", start, reader, "longer than \(counted(most, "character"))")
      case .pattern(let pattern):
        switch try accepts(pattern, span, &reader) {
        case true?: break
        case false?: _ = reject("pattern", start, reader, "does not match \(pattern.text.printable)")
        case nil:
          _ = reject("pattern", start, reader, "the pattern \(pattern.text.printable) cannot be applied")
        }
      case .format(let name, let rule?):
        if try accepts(rule, span, &reader) == false {
          _ = reject("format", start, reader, "isn't a valid \(name)")
        }
      case .inText(let limits):
        var work = reader.textWork
        let number = reader.withBytes(of: span) { limits.number(in: $0, &work) }
        try reader.leaveWork(work)
        if let number { report(number, outside: limits.keywords, start, reader) }
      default: break
      }
    }
    return false
  }

  /// Returns whether a rule accepts a string; nil if the rule can't be applied.
  private func accepts(
    _ rule: any TextRule, _ span: StringSpan, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool? {
    var work = reader.textWork
    let isAccepted = reader.withBytes(of: span) { rule.accepts($0, &work) }
    try reader.leaveWork(work)
    return isAccepted
  }

  // MARK: Numbers

  /// Checks and skips a number.
  mutating func number(_ node: NodePointer, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    let start = reader.place
    let (types, checks) = (node.pointee.types, node.pointee.checks)
    if let value = reader.passShortInteger() {
      guard types.contains(.integer) else { return rejectNumber(node, start, &reader) }
      var isAccepted = true
      if checks.contains(.number), let plan = node.pointee.number?.takeUnretainedValue(), !plan.accepts(value)
      {
        isAccepted = reportNumber(node, start, reader)
      }
      guard checks.contains(.values), isAccepted || reports else { return isAccepted }
      guard let plan = node.pointee.values?.takeUnretainedValue() else { return isAccepted }
      if plan.sets.allSatisfy({ $0.contains(value) }) { return isAccepted }
      return reject(values: node, start, &reader)
    }
    let span = try reader.scanNumber()
    if types.isDisjoint(with: .fraction) || types.isDisjoint(with: .integer) {
      guard types.contains(span.isInteger ? .integer : .fraction) else {
        return rejectNumber(node, start, &reader)
      }
    }
    var isAccepted = true
    if checks.contains(.number), let plan = node.pointee.number?.takeUnretainedValue(),
      !plan.accepts(span)
    {
      isAccepted = reportNumber(node, start, reader)
    }
    guard checks.contains(.values), isAccepted || reports,
      let plan = node.pointee.values?.takeUnretainedValue()
    else { return isAccepted }
    let number = JSONNumber(scanned: span.text)
    if plan.sets.allSatisfy({ $0.numbers.contains(number) }) { return isAccepted }
    return reject(values: node, start, &reader)
  }

  /// Reports and skips a number of the wrong type.
  private mutating func rejectNumber(
    _ node: NodePointer, _ start: Place, _ reader: inout JSONReader
  ) -> Bool {
    guard reports else { return false }
    let after = reader.place
    reader.back(to: start)
    _ = reject(type: node, &reader)
    reader.leave(to: after)
    return false
  }

  /// Reports the bounds that the number at `start`, which has been skipped, violates.
  private mutating func reportNumber(
    _ node: NodePointer, _ start: Place, _ reader: borrowing JSONReader
  ) -> Bool {
    guard reports else { return false }
    let bytes = UnsafeBufferPointer(start: start.position, count: reader.position - start.position)
    let number = JSONNumber(scanned: String(decoding: bytes, as: UTF8.self))
    report(number, outside: node.pointee.source.takeUnretainedValue().assertions, start, reader)
    return false
  }

  /// Reports the bounds that a number violates.
  private mutating func report(
    _ number: JSONNumber, outside limits: [JSONSchema.Keyword], _ start: Place, _ reader: borrowing JSONReader
  ) {
    for keyword in limits where !keyword.form.acceptsNumber(number) {
      switch keyword.form {
      case .minimum(let limit):
        _ = reject("minimum", start, reader, "must not be less than \(limit)")
      case .maximum(let limit):
        _ = reject("maximum", start, reader, "must not be greater than \(limit)")
      case .exclusiveMinimum(let limit):
        _ = reject("exclusiveMinimum", start, reader, "must be greater than \(limit)")
      case .exclusiveMaximum(let limit):
        _ = reject("exclusiveMaximum", start, reader, "must be less than \(limit)")
      case .multipleOf(let divisor):
        _ = reject("multipleOf", start, reader, "isn't a multiple of \(divisor)")
      default: break
      }
    }
  }
}

extension StringPlan {
  /// Returns whether a text is accepted. The steps of searches are subtracted from `work`.
  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool {
    for rule in rules where rule.accepts(bytes, &work) != true { return false }
    return true
  }
}

extension NumberPlan {
  /// Returns whether a number is accepted that isn't a short integer.
  func accepts(_ span: NumberSpan) -> Bool {
    if let (mantissa, digits) = span.shortDecimal,
      let isAccepted = accepts(mantissa, fractionDigits: digits)
    {
      return isAccepted
    }
    return accepts(JSONNumber(scanned: span.text))
  }
}

extension NumberSpan {
  /// The digits and the number of fraction digits, for numbers with up to eighteen digits and no exponent;
  /// nil for others.
  fileprivate var shortDecimal: (mantissa: Int64, fractionDigits: Int)? {
    guard count <= 19 else { return nil }
    var mantissa: Int64 = 0
    var digits = 0
    var fraction = 0
    var isFraction = false
    for index in 0..<count {
      let byte = start[index]
      switch byte {
      case UInt8(ascii: "-"): break
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        mantissa = mantissa &* 10 &+ Int64(byte &- 0x30)
        digits += 1
        if isFraction { fraction += 1 }
      default: return nil
      }
    }
    guard digits <= 18 else { return nil }
    return (start.pointee == UInt8(ascii: "-") ? -mantissa : mantissa, fraction)
  }
}

extension JSONReader {
  /// Calls `body` with the unescaped bytes of a string.
  func withBytes<Result>(of span: StringSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard span.hasEscapes else { return body(span.bytes) }
    var text = string(span)
    return text.withUTF8(body)
  }
}
