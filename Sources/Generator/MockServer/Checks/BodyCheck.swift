import APIModel
import SchemaValues

/// Checks the body of a request.
struct BodyCheck {
  let endpoint: Endpoint
  let values: TextValue
  let request: MockRequest
  /// The names and values of a form in the body.
  let form: [TextPair]
  let readOnly: ReadOnlyKeys

  private var mediaType: MediaType { MediaType(request.header("Content-Type") ?? "") }
  private var hasBody: Bool { !request.body.isEmpty || request.header("Content-Type") != nil }

  struct Reading {
    var problems: [Problem] = []
    /// The value, if it is the endpoint's JSON or form.
    var value: Literal?
    /// Which of the alternatives it is, if the endpoint has any.
    var alternative: Int?
  }

  func run() -> Reading {
    guard let body = endpoint.body else { return Reading() }
    guard hasBody else {
      let isNeeded = !endpoint.isBodyOptional && needsSomething(body)
      let problem = Problem(
        place: .body, keyword: "missing", message: "is missing: \(names(of: body)) is expected")
      return Reading(problems: isNeeded ? [problem] : [])
    }
    return check(body)
  }

  /// Whether an empty body lacks a required value. An empty form is a form without fields.
  private func needsSomething(_ body: Endpoint.Body) -> Bool {
    switch body {
    case .form(let schema, _, _, _): !values.checker.isAccepted(.object([]), schema)
    case .multipart(let parts): parts.contains(where: \.isRequired)
    // Clients send no body for null.
    case .json(let schema), .jsonOfType(let schema, _): !mayBeNull(schema)
    case .text, .bytes, .file, .alternatives: true
    }
  }

  private func mayBeNull(_ schema: Schema) -> Bool {
    schema.isNullable || values.checker.index.resolved(schema).schema.isNullable
  }

  private func check(_ body: Endpoint.Body) -> Reading {
    if case .alternatives(let alternatives) = body {
      let accepted = alternatives.enumerated().filter { accepts($0.element.body) }
      let meant =
        accepted.first { MediaType($0.element.mediaType.text).isSame(as: mediaType) } ?? accepted.first
      guard let meant else { return Reading(problems: [wrongType(body)]) }
      var reading = check(meant.element.body)
      reading.alternative = meant.offset
      return reading
    }
    guard accepts(body) else { return Reading(problems: [wrongType(body)]) }
    switch body {
    case .json(let schema), .jsonOfType(let schema, _): return json(schema)
    case .form(let schema, let lists, let objects, let fields):
      let styled = StyledFormBody(
        schema: schema, lists: lists, objects: objects, fields: fields, values: values)
      let (value, problems) = styled.reading(of: form)
      // What can't be read isn't checked.
      let unread = Set(problems.map(\.pointer))
      let others = violations(of: value, by: schema).filter { problem in
        !unread.contains { problem.pointer == $0 || problem.pointer.hasPrefix($0 + "/") }
      }
      return Reading(problems: problems + others, value: value)
    case .multipart(let parts):
      let check = MultipartCheck(parts: parts, values: values)
      return Reading(
        problems: check.problems(of: request.body, boundary: mediaType.parameters["boundary"] ?? ""))
    case .text, .bytes, .file, .alternatives: return Reading()
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

  private func names(of body: Endpoint.Body) -> String { body.mediaTypes.joined(separator: " or ") }

  private func wrongType(_ body: Endpoint.Body) -> Problem {
    let found = mediaType.essence.isEmpty ? "has no Content-Type" : "is \(mediaType.essence)"
    return Problem(
      place: .body, keyword: "mediaType", message: "\(found): \(names(of: body)) is expected", status: 415)
  }

  // MARK: Values

  private func json(_ schema: Schema) -> Reading {
    do throws(JSONTextError) {
      let value = try JSONText.value(of: request.body)
      return Reading(problems: violations(of: value, by: schema), value: value)
    } catch {
      let keyword = error.isLimit ? "size" : "syntax"
      return Reading(problems: [Problem(place: .body, keyword: keyword, message: error.description)])
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
        Problem(place: .body, pointer: $0.pointer, keyword: "readOnly", message: "is only in responses")
      }
  }
}

extension Endpoint.Body {
  /// The media types that a service takes.
  package var mediaTypes: [String] {
    switch self {
    case .json: ["application/json"]
    case .form: ["application/x-www-form-urlencoded"]
    case .multipart: ["multipart/form-data"]
    case .jsonOfType(_, let type), .bytes(let type), .file(let type), .text(let type): [type]
    case .alternatives(let alternatives): alternatives.flatMap(\.body.mediaTypes)
    }
  }
}
