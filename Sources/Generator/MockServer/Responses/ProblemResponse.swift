import APIModel
import SchemaValues

extension MockResponse {
  /// A response with a JSON value.
  static func json(
    _ value: Literal, status: Int, mediaType: String = "application/json", summary: String
  ) -> MockResponse {
    MockResponse(
      status: status, headers: [("Content-Type", mediaType)], pieces: [Array(value.json.utf8)],
      summary: summary)
  }

  /// A response per RFC 9457.
  ///
  /// - Parameters:
  ///   - detail: what is wrong, in a sentence.
  ///   - problems: the problems one by one.
  static func problem(status: Int, _ detail: String, problems: [Problem] = [], summary: String)
    -> MockResponse
  {
    var members: [Literal.Member] = [
      .init(name: "type", value: .string("about:blank")),
      .init(name: "title", value: .string(reasonPhrase(status))),
      .init(name: "status", value: .number(NumberText("\(status)"))),
      .init(name: "detail", value: .string(detail)),
    ]
    if !problems.isEmpty {
      members.append(.init(name: "problems", value: .array(problems.map(\.literal))))
    }
    var response = json(
      .object(members), status: status, mediaType: "application/problem+json", summary: summary)
    response.isUndescribed = true
    return response
  }
}

extension Problem {
  fileprivate var literal: Literal {
    var members: [Literal.Member] = [.init(name: "in", value: .string(place.rawValue))]
    if let name { members.append(.init(name: "name", value: .string(name))) }
    members.append(.init(name: "pointer", value: .string(pointer)))
    members.append(.init(name: "keyword", value: .string(keyword)))
    members.append(.init(name: "message", value: .string(message)))
    return .object(members)
  }
}

extension [Problem] {
  /// `query 'limit': must not be greater than 100; body /name: …`
  var detail: String {
    let shown = prefix(5).map { "\($0.position): \($0.message)" }.joined(separator: "; ")
    return count > 5 ? "\(shown); and \(count - 5) more" : shown
  }
}

/// The usual phrase for a status (RFC 9110, section 15).
func reasonPhrase(_ status: Int) -> String {
  let phrases = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 413: "Content Too Large", 415: "Unsupported Media Type",
    422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
  ]
  let classes = [1: "Informational", 2: "Successful", 3: "Redirection", 4: "Client Error", 5: "Server Error"]
  return phrases[status] ?? classes[status / 100] ?? "Unknown"
}
