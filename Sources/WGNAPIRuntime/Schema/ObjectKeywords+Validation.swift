extension ObjectKeywords {
  func accepts(_ reader: inout JSONReader, _ sink: inout ViolationSink) throws(JSONError) -> Bool {
    let start = reader.mark
    var seen = FieldSet(count: keys.count)
    var others: Set<ExactString> = []
    var count = 0
    var isAccepted = true
    if try reader.enterObject() {
      repeat {
        reader.skipWhitespace()
        let keyMark = reader.mark
        let span = try reader.scanKey()
        let known = find(span, reader)
        let isNew: Bool
        if let known {
          isNew = !seen.contains(known)
          seen.insert(known)
        } else {
          isNew = others.insert(ExactString(reader.string(span))).inserted
        }
        guard isNew else { throw reader.duplicate(reader.string(span), objectOffset: start.offset) }
        count += 1
        reader.skipWhitespace()
        let value = reader.mark
        if let names {
          reader.rewind(to: keyMark)
          if try !names.node.accepts(&reader, &sink) { isAccepted = false }
          reader.rewind(to: value)
        }
        if try !acceptsValue(of: span, known, value, start.offset, &reader, &sink) { isAccepted = false }
        if !isAccepted, sink.isFlag { return false }
      } while try reader.continueObject()
    }
    if !acceptsKeys(seen, count, start.offset, &sink) { isAccepted = false }
    return try acceptsDependents(seen, start, &reader, &sink) && isAccepted
  }

  private func find(_ span: StringSpan, _ reader: borrowing JSONReader) -> Int? {
    guard span.hasEscapes else { return index.find(span.bytes) }
    var key = reader.string(span)
    return key.withUTF8 { index.find($0) }
  }

  /// Applies what the key's name selects: its own schema, those of patterns, or the one for the rest.
  private func acceptsValue(
    of span: StringSpan, _ known: Int?, _ value: JSONReader.Mark, _ objectOffset: Int,
    _ reader: inout JSONReader,
    _ sink: inout ViolationSink
  ) throws(JSONError) -> Bool {
    var isAccepted = true
    var applied = 0
    func apply(_ schema: Schema, _ reader: inout JSONReader, _ sink: inout ViolationSink) throws(JSONError) {
      reader.rewind(to: value)
      if try !schema.node.accepts(&reader, &sink) { isAccepted = false }
      applied += 1
    }
    if let known, let schema = properties[known] { try apply(schema, &reader, &sink) }
    for (pattern, schema) in patterns {
      if sink.isFlag, !isAccepted { return false }
      switch pattern.matches(reader.string(span)) {
      case true?: try apply(schema, &reader, &sink)
      case false?: break
      case nil:
        isAccepted = sink.reject(
          "patternProperties", objectOffset, "the pattern \(pattern.text.printable) is not valid")
      }
    }
    if applied == 0, let additional {
      if additional.node.types.isEmpty {
        isAccepted = sink.reject(
          "additionalProperties", objectOffset, "the key \"\(reader.string(span).printable)\" is not allowed")
      } else {
        try apply(additional, &reader, &sink)
      }
    }
    if applied == 0 { try reader.skipValue() }
    return isAccepted
  }

  private func acceptsKeys(
    _ seen: FieldSet, _ count: Int, _ start: Int, _ sink: inout ViolationSink
  ) -> Bool {
    var isAccepted = true
    for key in required where !seen.contains(key) {
      isAccepted = sink.reject("required", start, "the key \"\(keys[key].printable)\" is missing")
    }
    if let minProperties, count < minProperties {
      isAccepted = sink.reject("minProperties", start, "\(count) keys, at least \(minProperties) expected")
    }
    if let maxProperties, count > maxProperties {
      isAccepted = sink.reject("maxProperties", start, "\(count) keys, at most \(maxProperties) expected")
    }
    for (key, needed) in dependentRequired where seen.contains(key) {
      for other in needed where !seen.contains(other) {
        isAccepted = sink.reject(
          "dependentRequired", start,
          "the key \"\(keys[other].printable)\" is missing beside \"\(keys[key].printable)\"")
      }
    }
    return isAccepted
  }

  private func acceptsDependents(
    _ seen: FieldSet, _ start: JSONReader.Mark, _ reader: inout JSONReader, _ sink: inout ViolationSink
  ) throws(JSONError) -> Bool {
    guard !dependentSchemas.isEmpty else { return true }
    let end = reader.mark
    var isAccepted = true
    for (key, schema) in dependentSchemas where seen.contains(key) {
      if sink.isFlag, !isAccepted { return false }
      reader.rewind(to: start)
      if try !schema.node.accepts(&reader, &sink) { isAccepted = false }
    }
    reader.rewind(to: end)
    return isAccepted
  }
}
