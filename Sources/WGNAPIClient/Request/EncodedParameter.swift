import WGNAPIJSON

/// A parameter with its value as text, independent of the value's type.
struct EncodedParameter {
  let name: String
  let location: ParameterLocation
  let separator: String?
  let isSecret: Bool
  let prefix: String
  /// How a body is written that isn't JSON.
  let form: BodyForm?
  /// The JSON value; nil if it can't be encoded.
  let json: [UInt8]?
  let texts: [String]
  /// Names and values, if the parameter has a style.
  var styled: [ParameterStyle.Field]?
  /// The files of a body or a part.
  var files: [FilePart] = []
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
      switch form {
      case .bytes: return result(json, [], [])
      case .file:
        var encoded = result(json, [], [])
        encoded.files = files(of: request, in: source)
        return encoded
      case .form, .json, nil: break
      }
      var violations = source.schema.validate(json)
      if violations.isEmpty, let constraint { violations = constraint.validate(json) }
      if !violations.isEmpty { violations = violations.map { located($0) } }
      guard location != .body, !isJSONPart(json) else { return result(json, [], violations) }
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
      encoded.styled = try style.fields(of: encoded.json ?? [], named: name, in: location)
    } catch {
      let message = isSecret ? "the value can't be written in this style" : error.message
      encoded.violations.append(violation("style", message))
    }
    return encoded
  }

  private func files<Source: ParameterSource>(of request: Request, in source: Source) -> [FilePart]
  where Source.Request == Request {
    (source as? any FileParameter<Request>)?.files(of: request) ?? []
  }

  /// Whether the value is a part that is written as JSON: an object, or a list with objects or lists in it.
  private func isJSONPart(_ json: [UInt8]) -> Bool {
    guard location == .part else { return false }
    guard json.first == UInt8(ascii: "[") else { return json.first == UInt8(ascii: "{") }
    guard case .array(let elements)? = try? JSON.decode(json) else { return false }
    return elements.contains { element in
      switch element {
      case .array, .object: true
      case .null, .bool, .number, .string: false
      }
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
