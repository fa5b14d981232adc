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

  /// What is wrong with the body, and its value if it is the endpoint's JSON or form.
  typealias Reading = (problems: [Problem], value: Literal?)

  func run() -> Reading {
    guard let body = endpoint.body else { return ([], nil) }
    guard hasBody else {
      let isNeeded = !endpoint.isBodyOptional && needsSomething(body)
      let problem = Problem(
        place: .body, keyword: "missing", message: "is missing: \(names(of: body)) is expected")
      return (isNeeded ? [problem] : [], nil)
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

  private func check(_ body: Endpoint.Body) -> Reading {
    if case .alternatives(let alternatives) = body {
      let accepted = alternatives.filter { accepts($0.body) }
      let meant = accepted.first { MediaType($0.mediaType.text).isSame(as: mediaType) } ?? accepted.first
      return meant.map { check($0.body) } ?? ([wrongType(body)], nil)
    }
    guard accepts(body) else { return ([wrongType(body)], nil) }
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
      return (problems + others, value)
    case .multipart(let parts):
      let check = MultipartCheck(parts: parts, values: values)
      return (check.problems(of: request.body, boundary: mediaType.parameters["boundary"] ?? ""), nil)
    case .text, .bytes, .file, .alternatives: return ([], nil)
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

  private func json(_ schema: Schema) -> Reading {
    do throws(JSONTextError) {
      let value = try JSONText.value(of: request.body)
      return (violations(of: value, by: schema), value)
    } catch {
      let keyword = error.isLimit ? "size" : "syntax"
      return ([Problem(place: .body, keyword: keyword, message: error.description)], nil)
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
