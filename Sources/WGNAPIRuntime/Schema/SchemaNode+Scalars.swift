extension SchemaNode {
  func checkString(
    _ assertion: Assertion, _ offset: Int, _ value: String, _ sink: inout ViolationSink
  ) throws(JSONError) -> Bool {
    switch assertion {
    case .length(let min, let max):
      let count = value.unicodeScalars.count
      if count < min { return sink.reject("minLength", offset, "shorter than \(min) characters") }
      if count > max { return sink.reject("maxLength", offset, "longer than \(max) characters") }
    case .pattern(let pattern):
      switch pattern.matches(value) {
      case true?: break
      case false?:
        return sink.reject("pattern", offset, "does not match \(pattern.text.printable)")
      case nil:
        return sink.reject("pattern", offset, "the pattern \(pattern.text.printable) is not valid")
      }
    case .format(let name, let isAsserted):
      if isAsserted, StringFormat(rawValue: name)?.accepts(value) == false {
        return sink.reject("format", offset, "is no \(name)")
      }
    default: break
    }
    return true
  }

  func checkNumber(
    _ assertion: Assertion, _ offset: Int, _ value: JSONNumber, _ sink: inout ViolationSink
  ) -> Bool {
    switch assertion {
    case .minimum(let limit, let isExclusive):
      if isExclusive ? limit < value : limit <= value { break }
      return isExclusive
        ? sink.reject("exclusiveMinimum", offset, "must be greater than \(limit)")
        : sink.reject("minimum", offset, "must not be less than \(limit)")
    case .maximum(let limit, let isExclusive):
      if isExclusive ? value < limit : value <= limit { break }
      return isExclusive
        ? sink.reject("exclusiveMaximum", offset, "must be less than \(limit)")
        : sink.reject("maximum", offset, "must not be greater than \(limit)")
    case .multipleOf(let divisor):
      if value.decimal.isMultiple(of: divisor.decimal) { break }
      return sink.reject("multipleOf", offset, "is no multiple of \(divisor)")
    default: break
    }
    return true
  }
}
