import WGNAPIJSON

/// The text a JSON value has in a URL, a form or a header: a string without its quotes, anything else as
/// written.
enum ParameterText {
  /// The texts of a value: those of a list's elements, or the one of anything else. The elements of a list
  /// within a list, and objects, stay JSON.
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
