import WGNAPISupport

// What `JSON.decode(_:from:)` and its siblings do. Not public, so that `Int` and `String` have no method `decode`.
extension JSONCoder {
  /// Decodes a document. A byte order mark at its beginning is ignored (RFC 8259, section 8.1).
  ///
  /// - Throws: ``JSONError`` with path and line for malformed JSON, bytes after the value, or a value of the
  ///   wrong type; with `validation: .strict`, also for the first constraint violation.
  package static func decode(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> Value in
      try decode(buffer, options: options)
    }
  }

  /// Decodes a document in memory that is valid during the call.
  ///
  /// - Throws: ``JSONError`` as `decode(_:options:)` of an array does.
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, options: JSONDecoding = JSONDecoding()
  ) throws(JSONError) -> Value {
    var reader = JSONReader(bytes, options: options)
    return try reader.document { (reader) throws(JSONError) in try read(from: &reader) }
  }

  /// Decodes a document and collects constraint violations and, if requested, unknown keys: at most a
  /// thousand. Keys longer than 256 bytes are truncated in their locations.
  ///
  /// - Throws: ``JSONError`` for malformed JSON and values of the wrong type.
  package static func decodeReporting(
    _ bytes: [UInt8], options: JSONDecoding = JSONDecoding(validation: .report)
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    try decodeReporting(bytes, constraint: nil, selection: nil, options: options)
  }

  /// Decodes a document like the method above. As a whole, it must satisfy `constraint`; partial models have
  /// the fields of a selection.
  package static func decodeReporting(
    _ bytes: [UInt8], constraint: Constraint?, selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(buffer, options: options)
      if let selection { reader.context = SelectionContext(selection) }
      let value = try reader.document { (reader) throws(JSONError) in
        try reader.read(Self.self, satisfying: constraint)
      }
      return (value, reader.violations.located(in: buffer))
    }
  }

  /// Encodes a value as a JSON document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  package static func encode(_ value: Value) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    do throws(JSONError) {
      try write(value, to: &writer)
    } catch {
      throw writer.located(error)
    }
    return writer.finish()
  }

  /// Returns the violations in a document, at most a thousand: what can't be read at all, and constraints.
  ///
  /// The first value that has no Swift type ends it. `JSONSchema(of:)` in `WGNAPISchema` finds all such values.
  package static func validate(_ bytes: [UInt8]) -> [Violation] { validate(bytes, satisfying: nil) }

  /// Returns the violations in a value before it is sent, at most a thousand; a single violation of
  /// `json` if it can't be written as JSON. Offsets are relative to its text without white space.
  package static func validate(value: Value) -> [Violation] {
    do throws(JSONError) {
      return validate(try encode(value), satisfying: nil, isOwn: true)
    } catch {
      return [Violation(malformed: error)]
    }
  }

  /// Returns whether a document is JSON without violations.
  package static func isValid(_ bytes: [UInt8]) -> Bool { (try? decode(bytes)) != nil }

  /// Returns the violations in a document, like `validate(_:)`. As a whole, it must satisfy `constraint`.
  ///
  /// - Parameter isOwn: Whether the document was written here, so that its size doesn't matter, and partial models have the
  ///   fields that they have.
  package static func validate(
    _ bytes: [UInt8], satisfying constraint: Constraint?, isOwn: Bool = false
  ) -> [Violation] {
    bytes.withUnsafeBufferPointer { buffer in
      var options = JSONDecoding(validation: .report)
      if isOwn { (options.maximumDepth, options.maximumMemory) = (.max, .max) }
      var reader = JSONReader(buffer, options: options)
      reader.acceptsAnyPart = isOwn
      do throws(JSONError) {
        _ = try reader.document { (reader) throws(JSONError) in
          try reader.read(Self.self, satisfying: constraint)
        }
        return reader.violations.located(in: buffer)
      } catch {
        let others = reader.violations.prefix(JSONReader.violationLimit - 1)
        return Array(others).located(in: buffer) + [Violation(unreadable: error)]
      }
    }
  }
}

extension JSONValue {
  /// Encodes the value as a JSON document.
  ///
  /// - Throws: ``JSONError`` of kind `notRepresentable`.
  package func encoded() throws(JSONError) -> [UInt8] { try Self.encode(self) }

  /// Returns the violations in the value before it is sent.
  package func validate() -> [Violation] { Self.validate(value: self) }
}
