extension JSONReader {
  /// Does with a value that its type does not know what the options say: nothing, a report, or an error.
  ///
  /// - Parameters:
  ///   - keyword: What the report speaks of. Its keyword location is empty, because no keyword of a schema is broken.
  ///   - key: The key that is meant, where `offset` is that of a key.
  ///   - message: What is unknown, and what is known.
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

  /// Reports a value that its enumeration does not know.
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

  /// Reports a key of a map whose enumeration does not know it.
  mutating func checkKnownKey<Key: JSONKey>(_ key: Key, at offset: Int) throws(JSONError) {
    guard let value = key as? any OpenEnumeration else { return }
    try checkKnown(value, at: offset, key: key.jsonKey)
  }
}

/// A value as it stands in JSON, short enough for a message.
private func shown<Value: OpenEnumeration>(_ value: Value) -> String {
  ((try? JSON(encoding: value.rawValue)) ?? .null).description.printable
}
