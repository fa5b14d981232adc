import WGNAPIJSON
import WGNAPISupport

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
        switch try reader.judge(span, by: pattern) {
        case true?: break
        case false?: _ = reject("pattern", start, reader, "does not match \(pattern.text.printable)")
        case nil:
          _ = reject("pattern", start, reader, "the pattern \(pattern.text.printable) cannot be applied")
        }
      case .format(let name, let rule?):
        if try reader.judge(span, by: rule) == false {
          _ = reject("format", start, reader, "isn't a valid \(name)")
        }
      case .inText(let limits):
        if let number = reader.withBytes(of: span, { limits.number(in: $0) }) {
          report(number, outside: limits.limits, start, reader)
        }
      default: break
      }
    }
    return false
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
    let number = JSON.number(JSONNumber(scanned: span.text))
    if plan.sets.allSatisfy({ $0.contains(number) }) { return isAccepted }
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
    report(number, outside: node.pointee.number?.takeUnretainedValue().limits ?? [], start, reader)
    return false
  }

  /// Reports the bounds that a number violates.
  private mutating func report(
    _ number: JSONNumber, outside limits: [NumberLimit], _ start: Place, _ reader: borrowing JSONReader
  ) {
    for limit in limits where !limit.accepts(number) {
      _ = reject(limit.keyword, start, reader, limit.message)
    }
  }
}

extension TextChecks {
  /// Returns whether a text is accepted. The steps of searches are subtracted from `work`.
  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool {
    for rule in rules where rule.accepts(bytes, &work) != true { return false }
    return true
  }
}
