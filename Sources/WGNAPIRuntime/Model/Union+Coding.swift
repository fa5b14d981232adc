extension Union {
  var all: [Alternative] { alternatives + (fallback.map { [$0] } ?? []) }

  static func makeSchema(
    _ discriminator: String?, _ choice: Choice, _ builder: UnionBuilder<Root>
  ) -> Schema {
    if builder.fallback != nil { return .any }
    guard let discriminator else {
      let schemas = builder.alternatives.map(\.schema)
      return choice == .oneOf ? [.oneOf(schemas)] : [.anyOf(schemas)]
    }
    // The tag decides which alternative must fit.
    return builder.alternatives.reversed().reduce(.never) { rest, alternative in
      let tag = Schema.tagged(discriminator, alternative.tag)
      return [.if(tag), .then(alternative.schema), .else(rest)]
    }
  }

  func read(from reader: inout JSONReader) throws(JSONError) -> Root {
    reader.skipWhitespace()
    if let discriminator { return try read(tagged: discriminator, from: &reader) }
    let start = reader.mark
    for (index, alternative) in alternatives.enumerated() {
      guard try accepts(alternative, start, &reader) else { continue }
      reader.rewind(to: start)
      let value = try alternative.read(&reader)
      if choice == .oneOf, reader.validates {
        let after = reader.mark
        for other in alternatives[(index + 1)...] where try accepts(other, start, &reader) {
          try reader.violation("oneOf", "more than one alternative fits", at: start.offset)
          break
        }
        reader.position = reader.base + after.offset
        reader.remainingDepth = after.remainingDepth
      }
      return value
    }
    reader.rewind(to: start)
    if let fallback { return try fallback.read(&reader) }
    throw reader.mismatch("one of the alternatives of \(Root.self)")
  }

  /// Whether the value at `start` is of an alternative; violations collected so far stay.
  private func accepts(
    _ alternative: Alternative, _ start: JSONReader.Mark, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    try reader.countVisit()
    reader.goBack(to: reader.base + start.offset)
    reader.remainingDepth = start.remainingDepth
    return try alternative.schema.accepts(&reader)
  }

  private func read(tagged key: String, from reader: inout JSONReader) throws(JSONError) -> Root {
    let start = reader.mark
    guard fallback == nil || reader.peek() == .object else { return try readFallback(nil, start, &reader) }
    guard let tag = try findTag(key, &reader) else {
      reader.rewind(to: start)
      return try readFallback(nil, start, &reader)
    }
    reader.rewind(to: start)
    guard let index = byTag[tag] else { return try readFallback(tag, start, &reader) }
    let outer = reader.discriminator
    reader.discriminator = (key, start.offset)
    defer { reader.discriminator = outer }
    return try alternatives[index].read(&reader)
  }

  /// The discriminator's value, if it is a string; other scalars count by their text.
  private func findTag(_ key: String, _ reader: inout JSONReader) throws(JSONError) -> String? {
    guard try reader.enterObject() else { return nil }
    repeat {
      guard try reader.readKey() == key else {
        try reader.skipValue()
        continue
      }
      switch reader.peek() {
      case .string: return try reader.readString()
      case .number: return try reader.readNumber().text
      case .bool: return try reader.readBool() ? "true" : "false"
      default: return nil
      }
    } while try reader.continueObject()
    return nil
  }

  private func readFallback(
    _ tag: String?, _ start: JSONReader.Mark, _ reader: inout JSONReader
  ) throws(JSONError) -> Root {
    if let fallback { return try fallback.read(&reader) }
    let key = discriminator ?? ""
    guard let tag else {
      throw reader.error(.missingKey, "the key \"\(key.printable)\" is missing", at: start.offset)
    }
    let known = alternatives.prefix(8).map { "\"\($0.tag)\"" }.joined(separator: ", ")
    throw JSONError(
      .invalidValue, "expected one of \(known), found \"\(tag.printable)\"", byteOffset: start.offset,
      key: key)
  }

  func write(_ value: Root, to writer: inout JSONWriter) throws(JSONError) {
    for alternative in alternatives {
      writer.discriminator = discriminator.map { ($0, alternative.tag) }
      let isWritten = try alternative.write(value, &writer)
      writer.discriminator = nil
      if isWritten { return }
    }
    guard let fallback, try fallback.write(value, &writer) else {
      throw JSONError(
        .notRepresentable, "the value is of no alternative of \(Root.self)", byteOffset: writer.count)
    }
  }
}

extension Schema {
  /// An object that says its tag.
  static func tagged(_ key: String, _ tag: String) -> Schema {
    [.type(.object), .properties([key: [.const(.string(tag))]]), .required([key])]
  }
}
