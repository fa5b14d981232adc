import WGNAPIJSON

/// Decodes a value that has no literal in Swift, where it is needed: `sampleValue("\"ussr\"")`.
///
/// - Throws: `JSONError` if the JSON isn't a value of the type.
public func sampleValue<Value: JSONValue>(_ json: String) throws -> Value {
  try sampleValue(json, as: Value.self)
}

/// Decodes a value that `coder` reads. Constraints aren't checked, so a request can be made with a value that breaks them.
///
/// - Throws: `JSONError` if the JSON isn't a value of the type.
public func sampleValue<Coder: JSONCoder>(_ json: String, as coder: Coder.Type) throws -> Coder.Decoded {
  try Coder.decode(Array(json.utf8), options: JSONDecoding(validation: .off))
}
