import APIModel
import SchemaValues

/// Checks the body of a request.
struct BodyCheck {
  let endpoint: Endpoint
  let values: TextValue
  let request: MockRequest
  let readOnly: ReadOnlyKeys

  private var mediaType: MediaType { MediaType(request.header("Content-Type") ?? "") }
  private var hasBody: Bool { !request.body.isEmpty || request.header("Content-Type") != nil }

  func problems() -> [Problem] {
    guard let body = endpoint.body else { return [] }
    guard hasBody else {
      let isNeeded = !endpoint.isBodyOptional && needsSomething(body)
      return isNeeded
        ? [Problem(place: .body, keyword: "missing", message: "is missing: \(names(of: body)) is expected")]
        : []
    }
    return check(body)
  }

  /// Whether an empty body lacks a required value. An empty form is a form without fields.
  private func needsSomething(_ body: Endpoint.Body) -> Bool {
    switch body {
    case .form(let schema, _, _, _): !values.checker.isAccepted(.object([]), schema)
    case .multipart(let parts): parts.contains(where: \.isRequired)
    case .json, .jsonOfType, .text, .bytes, .file, .alternatives: true
    }
  }

  /// The body as a value; nil if it isn't JSON or a form.
  func value() -> Literal? {
    switch endpoint.body {
    case .json?, .jsonOfType?: return try? JSONText.value(of: request.body)
    case .form(let schema, let lists, let objects, let fields)?:
      let form = StyledForm(schema: schema, lists: lists, objects: objects, fields: fields, values: values)
      return form.value(of: request.formPairs)
    default: return nil
    }
  }

  private func check(_ body: Endpoint.Body) -> [Problem] {
    if case .alternatives(let alternatives) = body {
      let accepted = alternatives.filter { accepts($0.body) }
      let meant = accepted.first { MediaType($0.mediaType.text).isSame(as: mediaType) } ?? accepted.first
      return meant.map { check($0.body) } ?? [wrongType(body)]
    }
    guard accepts(body) else { return [wrongType(body)] }
    switch body {
    case .json(let schema), .jsonOfType(let schema, _): return json(schema)
    case .form(let schema, let lists, let objects, let fields):
      let form = StyledForm(schema: schema, lists: lists, objects: objects, fields: fields, values: values)
      return violations(of: form.value(of: request.formPairs), by: schema)
    case .multipart(let parts): return multipart(parts)
    case .text, .bytes, .file, .alternatives: return []
    }
  }

  // MARK: Media types

  private func accepts(_ body: Endpoint.Body) -> Bool {
    switch body {
    case .json: mediaType.isJSON
    case .jsonOfType(_, let type):
      MediaType(type).matches(mediaType) && MediaType(type).isContained(in: mediaType)
    case .form: mediaType.essence == "application/x-www-form-urlencoded"
    case .multipart: mediaType.essence.hasPrefix("multipart/")
    // Any body is bytes.
    case .bytes("application/octet-stream"), .file("application/octet-stream"): true
    case .bytes(let type), .file(let type), .text(let type): MediaType(type).matches(mediaType)
    case .alternatives(let alternatives): alternatives.contains { accepts($0.body) }
    }
  }

  private func names(of body: Endpoint.Body) -> String {
    switch body {
    case .json: "application/json"
    case .form: "application/x-www-form-urlencoded"
    case .multipart: "multipart/form-data"
    case .jsonOfType(_, let type), .bytes(let type), .file(let type), .text(let type): type
    case .alternatives(let alternatives): alternatives.map { names(of: $0.body) }.joined(separator: " or ")
    }
  }

  private func wrongType(_ body: Endpoint.Body) -> Problem {
    let found = mediaType.essence.isEmpty ? "has no Content-Type" : "is \(mediaType.essence)"
    return Problem(
      place: .body, keyword: "mediaType", message: "\(found): \(names(of: body)) is expected", status: 415)
  }

  // MARK: Values

  private func json(_ schema: Schema) -> [Problem] {
    do throws(JSONTextError) {
      return violations(of: try JSONText.value(of: request.body), by: schema)
    } catch {
      return [
        Problem(
          place: .body, keyword: "syntax", message: "isn't JSON: \(error.message), at byte \(error.offset)")
      ]
    }
  }

  private func violations(of value: Literal, by schema: Schema) -> [Problem] {
    guard let found = values.checker.violations(of: value, by: schema) else {
      return [Problem(place: .body, keyword: "size", message: "takes too much work to check")]
    }
    let violations = found.map {
      Problem(place: .body, pointer: $0.path.pointer, keyword: $0.keyword, message: $0.message)
    }
    return violations
      + readOnly.paths(in: value, schema).map {
        Problem(place: .body, pointer: $0.pointer, keyword: "readOnly", message: "is only in answers")
      }
  }

  // MARK: Multipart

  private func multipart(_ parts: [Endpoint.Part]) -> [Problem] {
    let body: MultipartBody
    do throws(MultipartBody.Problem) {
      body = try MultipartBody(request.body, boundary: mediaType.parameters["boundary"] ?? "")
    } catch {
      let message =
        switch error {
        case .undivided: "isn't divided by the boundary of its Content-Type"
        case .tooManyParts(let most): "has more than \(most) parts, which is more than this server reads"
        }
      return [Problem(place: .body, keyword: "syntax", message: message)]
    }
    return parts.flatMap { part -> [Problem] in
      let sent = body.parts.filter { $0.name == part.name.text }
      // The members of an object have names of their own, which could be those of other parts.
      if let style = part.style, style.isExploded, style.kind != .json, sent.isEmpty { return [] }
      func problem(_ keyword: String, _ message: String, _ pointer: String = "") -> Problem {
        let place = [ValueStep.key(part.name.text)].pointer + pointer
        return Problem(place: .body, pointer: place, keyword: keyword, message: message)
      }
      guard let first = sent.first else { return part.isRequired ? [problem("missing", "is missing")] : [] }
      switch part.content {
      case .file(_, let isList):
        return sent.count > 1 && !isList ? [problem("repeated", "is sent \(sent.count) times")] : []
      case .value(let schema):
        let mayRepeat = ValueTypes(of: schema, in: values.checker.index).types.contains(.array)
        if sent.count > 1, part.style.map({ $0.kind == .json }) ?? !mayRepeat {
          return [problem("repeated", "is sent \(sent.count) times")]
        }
        let value =
          part.style.flatMap { styled(sent, part, schema, $0) } ?? self.value(of: sent, first, schema)
        guard let found = values.checker.violations(of: value, by: schema) else {
          return [problem("size", "takes too much work to check")]
        }
        return found.map { problem($0.keyword, $0.message, $0.path.pointer) }
      }
    }
  }

  /// The value of a part with a style; nil if it has none that fits.
  private func styled(
    _ sent: [MultipartBody.Part], _ part: Endpoint.Part, _ schema: Schema, _ style: Parameter.Style
  ) -> Literal? {
    let parameter = StyledField(name: part.name, style: style).parameter(schema)
    let pairs = sent.map {
      TextPair(name: $0.name, text: SentText(String(decoding: $0.content, as: UTF8.self)))
    }
    guard case .value(let value) = ParameterReader(parameter: parameter, values: values).read(pairs) else {
      return nil
    }
    return value
  }

  private func value(of sent: [MultipartBody.Part], _ first: MultipartBody.Part, _ schema: Schema) -> Literal
  {
    let texts = sent.map { String(decoding: $0.content, as: UTF8.self) }
    let types = ValueTypes(of: schema, in: values.checker.index).types
    if sent.count > 1, types.contains(.array) {
      // A list of objects may be a part for each.
      let items = texts.compactMap { try? JSONText.value(of: $0) }.filter(\.isStructured)
      return items.count == texts.count ? .array(items) : values.list(texts, schema)
    }
    let isStructured = types.contains(.array) || types.contains(.object)
    if isStructured || first.mediaType.map({ MediaType($0).isJSON }) == true,
      let value = try? JSONText.value(of: Array(first.content)),
      values.checker.isAccepted(value, schema) || (value.isObject && types.contains(.object))
    {
      return value
    }
    if types.contains(.array) { return values.list(texts, schema) }
    return values.scalar(texts.first ?? "", schema)
  }
}

extension Literal {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }
  fileprivate var isStructured: Bool { if case .array = self { true } else { isObject } }
}
