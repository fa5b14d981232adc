import WGNAPISupport

extension JSONCoder {
  /// Whether a value may be a secret or contain one.
  package static var containsSecrets: Bool { Secrets(in: [Self.self]).hasAny }

  /// Encodes a value with `<redacted>` in place of its secrets, for descriptions.
  package static func encodeHidden(_ value: Value) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(hidesSecrets: true)
    try write(value, to: &writer)
    return writer.finish()
  }

  /// Returns the secrets in a value: values, and keys of dictionaries. Those of a list of secrets are in the list.
  package static func secrets(in value: Value) -> [JSON] {
    var writer = JSONWriter(notesSecrets: true)
    do throws(JSONError) {
      try write(value, to: &writer)
    } catch {
      return []
    }
    let places = writer.secrets ?? []
    let document = writer.finish()
    return places.compactMap { $0.value(in: document) }
  }
}

extension WrittenSecret {
  /// Returns the secret; for members, an object with them.
  func value(in document: [UInt8]) -> JSON? {
    let bytes = document.part(start, end)
    switch kind {
    case .value: return try? JSON.decode(bytes)
    case .members:
      let comma = bytes.first == UInt8(ascii: ",") ? 1 : 0
      return try? JSON.decode("{".bytes + bytes.dropFirst(comma) + "}".bytes)
    }
  }
}
