import WGNAPIJSON
import WGNAPISupport

/// A parameter with its value as text, independent of the value's type. An object, because it is passed on often.
package final class EncodedParameter {
  let facts: ParameterFacts
  /// The JSON value; nil if it can't be encoded.
  private(set) var json: [UInt8]?
  package private(set) var texts: [String] = []
  /// Names and values, if the parameter has a style.
  package private(set) var styled: [ParameterStyle.Field]?
  /// The files of a body or a part.
  package fileprivate(set) var files: [FilePart] = []
  /// The JSON value with `<redacted>` in place of its secrets, if it may contain some.
  private var hiddenJSON: [UInt8]?
  /// The secrets in the value.
  fileprivate var secrets: [JSON] = []
  /// The violations in the value.
  private(set) var violations: [Violation] = []

  package var name: String { facts.name }
  package var location: ParameterLocation { facts.location }
  package var isSecret: Bool { facts.isSecret }

  fileprivate init(_ facts: ParameterFacts, _ json: [UInt8]) {
    self.facts = facts
    self.json = json
  }

  fileprivate init(_ facts: ParameterFacts, failed message: String) {
    self.facts = facts
    fail(message)
  }

  /// Adds the secrets in the value.
  fileprivate func add(_ secrets: [JSON], hidden json: [UInt8]?) {
    self.secrets = secrets
    hiddenJSON = json
  }

  /// Whether the value, or a part of it, is a secret.
  var hasSecrets: Bool { isSecret || hiddenJSON != nil }

  /// Returns the message of an error in the value. What might quote a secret is replaced by `general`.
  ///
  /// - Parameter retry: Does the same with another JSON value. If the one without secrets has an error, too, its message
  ///   quotes none.
  func message(
    _ error: JSONError, general: String, retry: ([UInt8]) throws(JSONError) -> Void
  ) -> String {
    if isSecret { return general }
    guard let hiddenJSON else { return error.message }
    do throws(JSONError) {
      try retry(hiddenJSON)
      return general
    } catch {
      // Hidden keys may have become equal.
      return error.kind == .notRepresentable ? error.message : general
    }
  }

  /// The texts joined into one; unchanged if the name is repeated.
  var joined: [String] {
    guard let separator = facts.separator, texts.count != 1 else { return texts }
    return [texts.joined(separator: separator)]
  }

  /// The value's fields in a query, a form, a header or a cookie.
  var fields: [RequestComposition.Field] {
    if let styled {
      return styled.map { .init(name: $0.name, value: $0.value, isSecret: isSecret, encoded: $0.encoded) }
    }
    return joined.map { text in
      .init(name: name, value: facts.prefix.isEmpty ? text : facts.prefix + text, isSecret: isSecret)
    }
  }

  private func fail(_ message: String) {
    json = nil
    violations = [violation("encoding", isSecret ? EncodedParameter.unwritable : message)]
  }

  fileprivate static let unwritable = "the value can't be written"

  /// Validates the value, and adds its text.
  fileprivate func complete(_ coder: any JSONCoder.Type) {
    let json = json ?? []
    violations = coder.validate(json, satisfying: facts.constraint, isOwn: true)
    if !violations.isEmpty { violations = violations.map { located($0) } }
    guard location != .body else { return }
    if let style = facts.style { return write(json, style) }
    guard facts.form?.isText(json) ?? true else { return }
    do throws(JSONError) {
      let isList: Bool
      (texts, isList) = try ParameterText.texts(ofJSON: json)
      if isList, let separator = facts.separator, texts.contains(where: { $0.contains(separator) }) {
        violations.append(
          violation("separator", "an element contains the list's separator '\(separator)'"))
      }
    } catch {
      fail(
        message(error, general: Self.unwritable) { json throws(JSONError) in
          _ = try ParameterText.texts(ofJSON: json)
        })
    }
  }

  /// Adds how the style writes the value.
  private func write(_ json: [UInt8], _ style: ParameterStyle) {
    do throws(JSONError) {
      styled = try style.writer.fields(of: json, named: name, in: location)
    } catch {
      let message = message(error, general: "the value can't be written in this style") {
        json throws(JSONError) in
        _ = try style.writer.fields(of: json, named: name, in: location)
      }
      violations.append(violation("style", message))
    }
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

extension Parameter {
  /// Reads, validates and encodes the value of this parameter of `request`; nil if it is absent.
  func encoded(of request: Request) -> EncodedParameter? {
    do throws(JSONError) {
      guard let json = try source.json(of: request) else { return nil }
      let encoded = EncodedParameter(facts, json)
      if let form = facts.form, !form.isJSON {
        encoded.files = form.files(of: request, in: source)
      } else {
        if facts.containsSecrets {
          encoded.add(source.secrets(of: request), hidden: try source.hiddenJSON(of: request))
        }
        encoded.complete(source.coder)
      }
      return encoded
    } catch {
      return EncodedParameter(facts, failed: facts.containsSecrets ? message(of: request) : error.message)
    }
  }

  /// Returns why a value with secrets can't be written: only what is wrong with the rest of it.
  private func message(of request: Request) -> String {
    do throws(JSONError) {
      _ = try source.hiddenJSON(of: request)
      return EncodedParameter.unwritable
    } catch {
      return error.message
    }
  }
}

extension Redaction {
  /// Adds the texts of a parameter's secrets in all forms in which they may be sent.
  mutating func add(_ parameter: EncodedParameter) {
    for secret in parameter.secrets { addTexts(in: secret) }
    guard parameter.isSecret else { return }
    for text in parameter.texts { add(text) }
    for text in parameter.joined { add(text) }
    for field in parameter.styled ?? [] {
      add(field.value)
      add(field.encoded)
    }
    switch parameter.location {
    case .body, .part, .form:
      guard let json = parameter.json else { return }
      add(String(repairing: json))
      if let value = try? JSON.decode(json) { addTexts(in: value) }
    case .path, .query, .header, .cookie, .url: break
    }
  }

  /// Adds the texts of a value with a secret: the first thousand, because each is looked for in every message.
  private mutating func addTexts(in value: JSON) {
    var values = [value]
    var count = 0
    while count < 1_000, let value = values.popLast() {
      if let text = value.string ?? value.number?.text {
        add(text)
        count += 1
      }
      values += value.array ?? []
      values += value.object?.map(\.value) ?? []
    }
  }
}

/// The text of a JSON value in a URL, a form or a header: a string without its quotes; a whole number without a fraction,
/// `2` in place of `2.0`; the JSON text of anything else.
package enum ParameterText {
  /// Returns the texts of a list's elements, or the text of any other value. Nested lists and objects stay
  /// JSON.
  static func texts(ofJSON json: [UInt8]) throws(JSONError) -> (texts: [String], isList: Bool) {
    guard json.first == UInt8(ascii: "[") else { return ([try text(json, 0, json.count)], false) }
    let texts = try json.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      var reader = JSONReader(buffer, options: JSONDecoding(maximumDepth: .max))
      var texts: [String] = []
      try reader.readArray { (reader) throws(JSONError) in
        _ = reader.peek()
        let start = reader.offset
        try reader.skipValue()
        texts.append(try text(json, start, reader.offset))
      }
      return texts
    }
    return (texts, true)
  }

  /// Returns the text of a value that isn't a list.
  package static func text(of json: [UInt8]) throws(JSONError) -> String { try text(json, 0, json.count) }

  private static func text(_ json: [UInt8], _ start: Int, _ end: Int) throws(JSONError) -> String {
    guard start < end, json[start] != UInt8(ascii: "\"") else {
      return start < end ? try String.decode(json.part(start, end)) : ""
    }
    // Only a number ends with a digit.
    let isWhole = end - start > 2 && json[end - 1] == UInt8(ascii: "0") && json[end - 2] == UInt8(ascii: ".")
    return String(repairing: json, start, isWhole ? end - 2 : end)
  }
}
