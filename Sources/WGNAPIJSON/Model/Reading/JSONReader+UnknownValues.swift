extension JSONReader {
  /// Ignores, reports or rejects a value that its type doesn't know, depending on the options.
  ///
  /// - Parameters:
  ///   - keyword: The keyword of the report. Its keyword location is empty, because no keyword of a schema is
  ///     violated.
  ///   - key: The key, if `offset` is the position of a key.
  ///   - message: The unknown value and the known ones.
  @inline(never)
  mutating func reportUnknownValue(
    at offset: Int, keyword: String = "enum", key: String? = nil, _ message: () -> String
  ) throws(JSONError) {
    switch options.unknownValues {
    case .ignore: break
    case .report: keep(Violation(keyword: keyword, message: message(), byteOffset: offset))
    case .reject:
      guard let key else { throw JSONError(.unknownValue, message(), byteOffset: offset) }
      throw JSONError(.unknownValue, message(), byteOffset: offset, key: key)
    }
  }

  /// Reports a value that its enumeration doesn't know.
  @inline(never)
  mutating func checkKnown<Value: OpenEnumeration>(
    _ value: Value, at offset: Int, key: String? = nil
  ) throws(JSONError) {
    guard !value.isKnown else { return }
    try reportUnknownValue(at: offset, key: key) {
      let known = Value.allCases.prefix(8).map { shown($0) }.joined(separator: ", ")
      return
        "\(Value.self) does not know \(shown(value)), only \(known)\(Value.allCases.count > 8 ? ", …" : "")"
    }
  }

  /// Reports a dictionary key that its enumeration doesn't know.
  mutating func checkKnownKey<Key: JSONKey>(_ key: Key, at offset: Int) throws(JSONError) {
    guard let value = key as? any OpenEnumeration else { return }
    try checkKnown(value, at: offset, key: key.jsonKey)
  }
}

/// Returns the JSON of a value, shortened for a message.
private func shown<Value: OpenEnumeration>(_ value: Value) -> String {
  ((try? JSON(encoding: value.rawValue)) ?? .null).description.printable
}
