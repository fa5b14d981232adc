import WGNAPIJSON

/// The text of a JSON value in a URL, a form or a header: a string without its quotes; the JSON text of
/// anything else.
enum ParameterText {
  /// Returns the texts of a list's elements, or the text of any other value. Nested lists and objects stay
  /// JSON.
  static func texts(ofJSON json: [UInt8]) throws(JSONError) -> (texts: [String], isList: Bool) {
    guard json.first == UInt8(ascii: "[") else { return ([try text(ofJSON: json[...])], false) }
    return (try elements(ofJSON: json).map(text), true)
  }

  private static func text(ofJSON json: ArraySlice<UInt8>) throws(JSONError) -> String {
    json.first == UInt8(ascii: "\"")
      ? try String.decode(Array(json)) : String(decoding: json, as: UTF8.self)
  }

  private static func elements(ofJSON json: [UInt8]) throws(JSONError) -> [ArraySlice<UInt8>] {
    try json.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(buffer, options: JSONDecoding(maximumDepth: .max))
      var elements: [ArraySlice<UInt8>] = []
      try reader.readArray { (reader) throws(JSONError) in
        _ = reader.peek()
        let start = reader.offset
        try reader.skipValue()
        elements.append(json[start..<reader.offset])
      }
      return elements
    }
  }
}
