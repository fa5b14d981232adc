extension SchemaNode {
  func checkCombination(
    _ assertion: Assertion, _ start: JSONReader.Mark, _ reader: inout JSONReader,
    _ sink: inout ViolationSink
  ) throws(JSONError) -> Bool {
    switch assertion {
    case .allOf(let schemas):
      var isAccepted = true
      for schema in schemas {
        reader.rewind(to: start)
        guard try !schema.node.accepts(&reader, &sink) else { continue }
        isAccepted = false
        if sink.isFlag { return false }
      }
      if schemas.isEmpty { try reader.skipValue() }
      return isAccepted
    case .anyOf(let schemas):
      for schema in schemas where try isAccepted(schema, start, &reader) { return true }
      return try reject("anyOf", "none of the \(schemas.count) alternatives fits", start, &reader, &sink)
    case .oneOf(let schemas):
      var matches = 0
      for schema in schemas where try isAccepted(schema, start, &reader) { matches += 1 }
      if matches != 1 {
        let found = matches == 0 ? "none" : "\(matches)"
        let message = "exactly one of the \(schemas.count) alternatives must fit, found \(found)"
        return try reject("oneOf", message, start, &reader, &sink)
      }
    case .not(let schema):
      if try isAccepted(schema, start, &reader) {
        return try reject("not", "the value is one of those excluded", start, &reader, &sink)
      }
    case .conditional(let condition, let then, let otherwise):
      let branch = try isAccepted(condition, start, &reader) ? then : otherwise
      reader.rewind(to: start)
      return try branch.node.accepts(&reader, &sink)
    default: break
    }
    reader.rewind(to: start)
    try reader.skipValue()
    return true
  }

  private func isAccepted(
    _ schema: Schema, _ start: JSONReader.Mark, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    reader.rewind(to: start)
    var flag = ViolationSink.flag
    return try schema.node.accepts(&reader, &flag)
  }

  private func reject(
    _ keyword: String, _ message: String, _ start: JSONReader.Mark, _ reader: inout JSONReader,
    _ sink: inout ViolationSink
  ) throws(JSONError) -> Bool {
    reader.rewind(to: start)
    if !sink.isFlag { try reader.skipValue() }
    return sink.reject(keyword, start.offset, message)
  }
}
