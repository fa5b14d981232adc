import WGNAPISupport

/// Any `Decoder` gives a tree and any `Encoder` takes one.
extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      var object = JSONObject()
      for key in container.allKeys { object[key.stringValue] = try container.decode(JSON.self, forKey: key) }
      self = .object(object)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
    } else {
      self = try Self.scalar(try decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
    if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
    let value = try container.decode(Double.self)
    guard let number = JSONNumber(value) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(value) isn't a JSON number")
    }
    return .number(number)
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .number(let number):
      var container = encoder.singleValueContainer()
      if let value = number.int64 {
        try container.encode(value)
      } else if let value = number.uint64 {
        try container.encode(value)
      } else {
        try container.encode(number.double)
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in object { try container.encode(value, forKey: AnyKey(stringValue: key)) }
    }
  }

}

/// A key of a coding container.
struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

  init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }

  /// Creates a key that is a number, too, if the text is one.
  init(_ text: String) { (stringValue, intValue) = (text, IntegerText.int(text)) }
}

extension JSONCoder {
  /// Decodes a value from any `Decoder` by way of a tree. Constraints are checked as for JSON.
  ///
  /// - Throws: `DecodingError` with the path to the error.
  package static func decode(from decoder: any Decoder) throws -> Value {
    let tree = try JSON(from: decoder)
    do throws(JSONError) {
      return try tree.decode(as: Self.self, options: JSONDecoding(maximumDepth: .max))
    } catch {
      let path = error.path.map { AnyKey($0) }
      let context = DecodingError.Context(
        codingPath: decoder.codingPath + path, debugDescription: error.message, underlyingError: error)
      switch error.kind {
      case .typeMismatch: throw DecodingError.typeMismatch(Value.self, context)
      case .missingKey: throw DecodingError.valueNotFound(Value.self, context)
      default: throw DecodingError.dataCorrupted(context)
      }
    }
  }

  /// Encodes a value to any `Encoder` by way of a tree.
  ///
  /// - Throws: `EncodingError` for values that JSON can't represent.
  package static func encode(_ value: Value, to encoder: any Encoder) throws {
    let tree: JSON
    do throws(JSONError) {
      tree = try JSON(encoding: value, as: Self.self)
    } catch {
      let path = encoder.codingPath + error.path.map { AnyKey(stringValue: $0) }
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: path, debugDescription: error.message, underlyingError: error))
    }
    try tree.encode(to: encoder)
  }
}
