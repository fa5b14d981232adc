import APIModel
import Diagnostics
import SchemaValues

/// Values that are listed: constants and enumerations.
extension WirePart {
  /// The only values that are written; nil for any.
  var valuesWritten: [Literal]? {
    if let const = written.schema.const { return [const] }
    if written.types == [.boolean], written.schema.enumeration == nil, valuesRead != nil {
      return [.boolean(false), .boolean(true)]
    }
    return written.schema.enumeration.map { $0.cases.map(\.value).filter { $0 != .null } }
  }

  /// The only values that are read; nil for any. A service accepts what is listed, and clients keep values of open enumerations.
  var valuesRead: [Literal]? {
    if let const = read.schema.const { return [const] }
    guard let enumeration = read.schema.enumeration else { return nil }
    if direction == .response, enumeration.base != nil, read.schema.isOpen != false { return nil }
    return enumeration.cases.map(\.value)
  }

  /// Adds that a value isn't one of those that are read. Clients refuse those that an enumeration in Swift doesn't have.
  mutating func addRestricted(_ message: String, _ verdict: WireChange.Verdict = .mayBreak) {
    let isConstraint = read.schema.const != nil || read.schema.enumeration?.base == nil
    if isConstraint { addViolation(verdict, message) } else { add(verdict, message) }
  }

  /// Checks each of the values that are written, if these are listed, so that no keywords have to be compared.
  ///
  /// - Returns: false if nothing is listed, or values may be of another type.
  mutating func compareListedValues() -> Bool {
    guard let own = valuesWritten, !own.isEmpty, written.schema.ownType == nil, read.schema.ownType == nil,
      !written.writesNumbersAsText, !read.isUnion, read.schema.validator == nil
    else { return false }
    if let known = valuesRead {
      let refused = own.filter { value in !known.contains { isSame(value, $0) } }
      guard areOfType(refused) else { return false }
      if let (message, verdict) = refusal(refused, of: own.count) { addRestricted(message, verdict) }
    } else {
      let refused = own.filter { !isAccepted($0, read.schema) }
      guard areOfType(refused), refused.isEmpty || !hasSwiftFormat else { return false }
      if let (message, verdict) = refusal(refused, of: own.count) { addViolation(verdict, message) }
    }
    return true
  }

  /// Whether values have a type that is read.
  private func areOfType(_ values: [Literal]) -> Bool {
    var types = Schema(span: read.schema.span)
    types.types = Array(read.types)
    return values.allSatisfy { isAccepted($0, types) }
  }

  /// Whether the Swift type of the format refuses texts or numbers, whatever is done about violations.
  private var hasSwiftFormat: Bool {
    switch read.schema.format {
    case nil, .other: false
    default: !medium.refusesViolations
    }
  }

  private func refusal(_ values: [Literal], of count: Int) -> (String, WireChange.Verdict)? {
    guard !values.isEmpty else { return nil }
    let shown = values.prefix(3).map { "'\(abbreviate($0.text))'" }.joined(separator: ", ")
    let party = direction == .request ? "the service" : "the app"
    return (
      "may be \(shown)\(values.count > 3 ? " and others" : ""), which \(party) doesn't accept",
      values.count == count ? .breaks : .mayBreak
    )
  }

  private func isSame(_ value: Literal, _ other: Literal) -> Bool {
    value.isEqual(to: other) || medium.isText && value.text == other.text
  }

  private func isAccepted(_ value: Literal, _ schema: Schema) -> Bool {
    if checker.isAccepted(value, schema) { return true }
    guard medium.isText else { return false }
    // Text outside of JSON is also a number or a boolean.
    var readings = [Literal.string(value.text)]
    if let number = NumberText(json: value.text) { readings.append(.number(number)) }
    if ["true", "false"].contains(value.text) { readings.append(.boolean(value.text == "true")) }
    return readings.contains { checker.isAccepted($0, schema) }
  }
}
