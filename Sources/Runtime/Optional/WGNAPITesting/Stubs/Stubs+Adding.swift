import HTTPTypes
import WGNAPIClient

extension Stubs {
  /// Answers all requests of a type, or those that meet a condition.
  ///
  /// - Parameters:
  ///   - type: The type of requests.
  ///   - condition: Whether to answer a request; nil for all.
  ///   - responses: The responses, in order: `.networkError(), .status(503), .value([])`.
  ///   - last: What to do after the last one.
  ///   - fileID: The file, for messages.
  ///   - filePath: The path of this file.
  ///   - line: The line, for messages.
  ///   - column: The column.
  public func on<Request: APIRequest>(
    _ type: Request.Type, where condition: (@Sendable (Request) -> Bool)? = nil,
    _ responses: StubResponse<Request>..., then last: AfterLastResponse = .repeatLast,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    add(
      condition == nil ? .type : .condition, "\(type)", type, nil, responses, last,
      IssueSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { condition?($0) ?? true }
  }

  /// Answers the requests that equal this one.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - responses: The responses, in order.
  ///   - last: What to do after the last one.
  ///   - fileID: The file, for messages.
  ///   - filePath: The path of this file.
  ///   - line: The line, for messages.
  ///   - column: The column.
  public func on<Request: APIRequest>(
    _ request: Request, _ responses: StubResponse<Request>..., then last: AfterLastResponse = .repeatLast,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    add(
      .request, "\(request)", Request.self, request, responses, last,
      IssueSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { $0 == request }
  }

  /// Answers all requests of a type with the result of a closure.
  ///
  /// - Parameters:
  ///   - type: The type of requests.
  ///   - fileID: The file, for messages.
  ///   - filePath: The path of this file.
  ///   - line: The line, for messages.
  ///   - column: The column.
  ///   - respond: Answers a request.
  public func on<Request: APIRequest>(
    _ type: Request.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    respond: @escaping @Sendable (Request) async throws -> StubResponse<Request>
  ) {
    add(
      Stub(
        name: "\(type)", rank: .type,
        site: IssueSite(fileID: fileID, filePath: filePath, line: line, column: column),
        type: ObjectIdentifier(type), request: nil,
        matches: { $0.request(as: type) != nil },
        respond: { incoming, _ in
          guard let request = incoming.request(as: type) else { throw NoResponse() }
          return Stub.Response(try await respond(request))
        }, limit: nil))
  }

  /// Answers HTTP requests that no other stub answers, including those that aren't an endpoint's, such as one for a token.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL. Without a query, it matches any query.
  ///   - responses: The responses, in order.
  ///   - last: What to do after the last one.
  ///   - fileID: The file, for messages.
  ///   - filePath: The path of this file.
  ///   - line: The line, for messages.
  ///   - column: The column.
  public func on(
    _ method: HTTPRequest.Method, _ url: String, _ responses: StubResponse<HTTPRequest>...,
    then last: AfterLastResponse = .repeatLast,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let list = responses
    add(
      Stub(
        name: "\(method.rawValue) \(url)", rank: .http,
        site: IssueSite(fileID: fileID, filePath: filePath, line: line, column: column), type: nil,
        request: nil,
        matches: { incoming in
          let sent = incoming.url
          return incoming.httpRequest.method == method
            && (sent == url || !url.contains("?") && sent.prefix { $0 != "?" } == url)
        },
        respond: { _, place in Stub.Response(try Self.response(place, of: list)) },
        limit: last == .fail || list.isEmpty ? list.count : nil))
  }

  private func add<Request: APIRequest>(
    _ rank: Stub.Rank, _ name: String, _ type: Request.Type, _ request: Request?,
    _ responses: [StubResponse<Request>],
    _ last: AfterLastResponse, _ site: IssueSite, matches: @escaping @Sendable (Request) -> Bool
  ) {
    if responses.isEmpty { report("the stub for \(name) has no response", at: site) }
    add(
      Stub(
        name: name, rank: rank, site: site, type: ObjectIdentifier(type), request: request,
        matches: { $0.request(as: type).map(matches) ?? false },
        respond: { _, place in Stub.Response(try Self.response(place, of: responses)) },
        limit: last == .fail || responses.isEmpty ? responses.count : nil))
  }

  private static func response<Request>(
    _ place: Int, of responses: [StubResponse<Request>]
  ) throws(NoResponse) -> StubResponse<Request> {
    guard let last = responses.last else { throw NoResponse() }
    return responses.indices.contains(place) ? responses[place] : last
  }

  private struct NoResponse: Error {}
}
