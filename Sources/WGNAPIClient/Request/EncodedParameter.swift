import WGNAPIJSON

/// A parameter with its value as text, independent of the value's type.
package struct EncodedParameter {
  package let name: String
  package let location: ParameterLocation
  let separator: String?
  package let isSecret: Bool
  let prefix: String
  /// How a body, or a part of one, is written.
  let form: (any BodyForm)?
  /// The JSON value; nil if it can't be encoded.
  let json: [UInt8]?
  package let texts: [String]
  /// Names and values, if the parameter has a style.
  var styled: [ParameterStyle.Field]?
  /// The files of a body or a part.
  package var files: [FilePart] = []
  /// The violations in the value.
  var violations: [Violation]

  /// The texts joined into one; unchanged if the name is repeated.
  var joined: [String] {
    guard let separator, texts.count != 1 else { return texts }
    return [texts.joined(separator: separator)]
  }
}

extension Parameter {
  /// Reads, validates and encodes the value of this parameter of `request`; nil if it is absent.
  func encoded(of request: Request) -> EncodedParameter? {
    func result(_ json: [UInt8]?, _ texts: [String], _ violations: [Violation]) -> EncodedParameter {
      EncodedParameter(
        name: name, location: location, separator: separator, isSecret: isSecret, prefix: prefix,
        form: form, json: json, texts: texts, violations: violations)
    }
    do throws(JSONError) {
      guard let json = try source.json(of: request) else { return nil }
      if let form, !form.isJSON {
        var encoded = result(json, [], [])
        encoded.files = form.files(of: request, in: source)
        return encoded
      }
      var violations = source.schema.validate(json)
      if violations.isEmpty, let constraint { violations = constraint.validate(json) }
      if !violations.isEmpty { violations = violations.map { located($0) } }
      guard location != .body, form?.isText(json) ?? true else { return result(json, [], violations) }
      if let style { return styled(result(json, [], violations), style) }
      let (texts, isList) = try ParameterText.texts(ofJSON: json)
      if isList, let separator, texts.contains(where: { $0.contains(separator) }) {
        violations.append(
          violation("separator", "an element contains the list's separator '\(separator)'"))
      }
      return result(json, texts, violations)
    } catch {
      let message = isSecret ? "the value can't be written" : error.message
      return result(nil, [], [violation("encoding", message)])
    }
  }

  /// Adds how the style writes the value.
  private func styled(_ encoded: EncodedParameter, _ style: ParameterStyle) -> EncodedParameter {
    var encoded = encoded
    do throws(JSONError) {
      encoded.styled = try style.writer.fields(of: encoded.json ?? [], named: name, in: location)
    } catch {
      let message = isSecret ? "the value can't be written in this style" : error.message
      encoded.violations.append(violation("style", message))
    }
    return encoded
  }

  private func violation(_ keyword: String, _ message: String) -> Violation {
    Violation(instanceLocation: "/\(name)", keyword: keyword, message: message, byteOffset: 0)
  }

  private func located(_ violation: Violation) -> Violation {
    var located = violation.with(
      instanceLocation: "/\(name)\(violation.instanceLocation)",
      message: isSecret ? "the secret value breaks '\(violation.keyword)'" : violation.message)
    // Users never see the JSON that a parameter's text is created from, so its lines would mislead.
    if location != .body { located.line = 0 }
    return located
  }
}

extension Redaction {
  /// Adds the texts of a secret parameter in all forms in which it may be sent.
  mutating func add(_ parameter: EncodedParameter) {
    for text in parameter.texts + parameter.joined { add(text) }
    for field in parameter.styled ?? [] {
      add(field.value)
      add(field.encoded)
    }
    guard let json = parameter.json, [.body, .part, .form].contains(parameter.location) else { return }
    add(String(decoding: json, as: UTF8.self))
    if let value = try? JSON.decode(json) { addTexts(in: value) }
  }

  /// Adds the texts of a value with a secret: the first thousand, because each is looked for in every message.
  private mutating func addTexts(in value: JSON) {
    var values = [value]
    var count = 0
    while count < 1_000, let value = values.popLast() {
      if let text = value.string {
        add(text)
        count += 1
      }
      values += value.array ?? []
      values += value.object?.map(\.value) ?? []
    }
  }
}

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
