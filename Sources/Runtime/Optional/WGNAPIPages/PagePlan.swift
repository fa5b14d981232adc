import WGNAPIClient
import WGNAPIJSON
import WGNAPIPolicies

/// A plan for requesting the pages of one request.
package struct PagePlan<Request: APIRequest, Item: Hashable & Sendable>: Sendable {
  /// Returns the elements of a response. Dictionary entries are in the given order of keys.
  package typealias Content = @Sendable (Request.Response, () throws -> [String]) throws -> [Item]

  package let core: ClientCore
  /// The request with its page size, if that is known.
  package let request: Request
  package let policy: PaginationPolicy
  package let options: CallOptions
  let content: Content
  /// The number of elements per page; nil if only the server knows it.
  package let size: Int?
  let direction: PageDirection

  /// Creates a plan from the request and its endpoint.
  ///
  /// - Throws: ``APIError`` of kind `invalidRequest` if the endpoint has no pagination, the request's page size
  ///   can't be set, or its pages can't be read backward.
  package init(
    core: ClientCore, request: Request, options: CallOptions, direction: PageDirection = .forward,
    content: @escaping Content
  ) throws(APIError) {
    guard let policy = Request.endpoint.policies[PaginationPolicy.self] else {
      throw .pagination("the endpoint isn't paginated", of: Request.self)
    }
    self.core = core
    self.policy = policy
    self.options = core.options(options)
    self.direction = direction
    self.content = content
    if direction == .backward { try Self.checkBackward(policy, request) }
    let given = policy.sizeParameter.flatMap { request.integer(at: $0) }
    if given == nil, let parameter = policy.sizeParameter, let maximum = policy.maximumSize {
      self.request = try request.setting(at: parameter, to: Self.json(maximum))
      size = maximum
    } else {
      self.request = request
      size = given
    }
  }

  var rules: ListRules { ListRules(policy, direction) }

  /// The position that the request asks for; otherwise the beginning of the list.
  var start: PagePosition { rules.start { request.text(at: $0) } }

  /// Whether the walk begins at the end of the list, which only a link leads to.
  var startsAtEnd: Bool {
    guard direction == .backward, case .link(let page, _) = policy.style else { return false }
    return page.flatMap { request.text(at: $0) } == nil
  }

  private static func checkBackward(_ policy: PaginationPolicy, _ request: Request) throws(APIError) {
    if case .link = policy.style {
      guard let links = policy.links, links.previous == nil else { return }
      throw .pagination("the responses' addresses of pages lead forward only", of: Request.self)
    }
    guard let parameter = policy.backward?.parameter else {
      throw .pagination("only links, and cursors with 'before', lead backward", of: Request.self)
    }
    guard request.text(at: parameter) != nil else {
      throw .pagination("'\(parameter.described)' must say where to begin backward", of: Request.self)
    }
  }

  /// Requests one page.
  ///
  /// - Parameters:
  ///   - size: A page size that overrides the plan's, if the endpoint has a parameter for it.
  ///   - own: The options of the call, in place of the plan's.
  /// - Throws: ``APIError`` with the position of the page, and `CancellationError`.
  package func page(
    at position: PagePosition, size: Int? = nil, options own: CallOptions? = nil
  ) async throws -> Page<Request, Item> {
    do {
      var request = try request(at: position)
      if let size, let parameter = policy.sizeParameter {
        request = try request.setting(at: parameter, to: Self.json(size))
      }
      let options = own ?? options
      guard case .link(_, let anyPath) = policy.style else {
        let response = try await core.response(to: request, options: options)
        return try page(response, at: position, size: policy.sizeParameter == nil ? nil : size ?? self.size)
      }
      let (response, source) = try await core.response(
        to: request, following: try link(at: position), anyPath: anyPath, options: options)
      return try page(response, at: position, from: source)
    } catch let error as APIError {
      throw error.at(position)
    }
  }

  /// Returns the request for the page at a position.
  package func request(at position: PagePosition) throws(APIError) -> Request {
    switch (policy.style, position) {
    case (.pageNumber(let parameter, _), .number(let value)), (.offset(let parameter), .offset(let value)):
      return try request.setting(at: parameter, to: Self.json(value))
    case (.cursor(let parameter, _), .cursor(let cursor)),
      (.lastElement(let parameter, _, _), .cursor(let cursor)):
      let backward = policy.backward?.parameter
      let (used, other) = direction == .forward ? (parameter, backward) : (backward ?? parameter, parameter)
      var request = request
      if let other { request = request.omitting(other) }
      // The request may ask for a later page.
      guard let cursor else { return request.omitting(used) }
      return try setting(cursor, of: used, in: request)
    case (.link(let parameter?, _), .number(let value)):
      return try request.setting(at: parameter, to: Self.json(value))
    default: return request
    }
  }

  /// Sets a cursor. If the parameter's type requires it, converts a number to a text or vice versa.
  private func setting(
    _ cursor: String, of parameter: String, in request: Request
  ) throws(APIError) -> Request {
    do throws(APIError) {
      return try request.setting(at: parameter, to: Array(cursor.utf8))
    } catch {
      let json = Array(cursor.utf8)
      let other = (try? String.decode(json)).map { Array($0.utf8) } ?? (try? cursor.encoded())
      guard let other, let request = try? request.setting(at: parameter, to: other) else { throw error }
      return request
    }
  }

  func page(
    _ response: CallResponse<Request>, at position: PagePosition, size: Int? = nil
  ) throws -> Page<Request, Item> {
    let (body, payload) = (response.body, response.payloadPointer)
    return try reading(response) {
      let elements = try content(response.value) { try JSONReader.keys(at: payload, in: body) }
      return Page(
        response: response,
        list: try ListPage(elements, of: body, payload: payload, at: position, size: size, by: rules))
    }
  }

  /// Converts a document's error to the response's.
  func reading<Value>(_ response: CallResponse<Request>, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as JSONError {
      throw response.error(error, core: core)
    }
  }

  static func json(_ value: Int) -> [UInt8] { Array(String(value).utf8) }
}

extension CallResponse {
  /// The JSON Pointer to the payload in the body.
  var payloadPointer: String {
    guard envelope != nil, !Request.ServiceEnvelope.payloadKey.isEmpty else { return "" }
    return JSONLocation.pointer([Request.ServiceEnvelope.payloadKey])
  }

  /// Returns an error for a response that paging can't use.
  package func error(_ error: JSONError, core: ClientCore) -> APIError {
    APIError(
      .decoding(error), operation: Request.endpoint.name, server: core.server.name, status: status.code,
      requestID: requestID)
  }
}

extension APIError {
  /// Returns the same error for the page at a position.
  package func at(_ position: PagePosition) -> APIError {
    var error = self
    if error.part == nil { error.part = position }
    return error
  }

  /// Returns an error for a request that can't be paged.
  package static func pagination<Request: APIRequest>(_ message: String, of type: Request.Type) -> APIError {
    APIError(
      .invalidRequest([Violation(keyword: "pagination", message: message, byteOffset: 0)]),
      operation: Request.endpoint.name)
  }
}
