import WGNAPIClient
import WGNAPIJSON

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
    guard let policy = Request.endpoint.policies.pagination else {
      throw .pagination("the endpoint's answer doesn't come in pages", of: Request.self)
    }
    self.core = core
    self.policy = policy
    self.options = options
    self.direction = direction
    self.content = content
    if direction == .backward { try Self.checkBackward(policy, request) }
    let given = policy.sizeParameter.flatMap { request.integer(ofParameter: $0) }
    if given == nil, let parameter = policy.sizeParameter, let maximum = policy.maximumSize {
      self.request = try request.setting(parameter, to: Self.json(maximum))
      size = maximum
    } else {
      self.request = request
      size = given
    }
  }

  /// The position that the request asks for; otherwise the beginning of the list.
  var start: PagePosition {
    switch policy.style {
    case .pageNumber(let parameter, let first): .number(request.integer(ofParameter: parameter) ?? first)
    case .offset(let parameter): .offset(request.integer(ofParameter: parameter) ?? 0)
    case .cursor(let parameter, _), .lastElement(let parameter, _, _):
      .cursor(request.text(ofParameter: direction == .forward ? parameter : policy.backward?.parameter ?? ""))
    case .link: .cursor(nil)
    case .snapshot: .ids(0..<0)
    }
  }

  /// Whether the walk begins at the end of the list, which only a link leads to.
  var startsAtEnd: Bool {
    guard direction == .backward, case .link(let page, _) = policy.style else { return false }
    return page.flatMap { request.text(ofParameter: $0) } == nil
  }

  private static func checkBackward(_ policy: PaginationPolicy, _ request: Request) throws(APIError) {
    if case .link = policy.style { return }
    guard let parameter = policy.backward?.parameter else {
      throw .pagination("only links, and cursors with 'before', lead backward", of: Request.self)
    }
    guard request.text(ofParameter: parameter) != nil else {
      throw .pagination("'\(parameter)' must say where to begin backward", of: Request.self)
    }
  }

  /// Requests one page.
  ///
  /// - Parameters:
  ///   - size: A page size that overrides the plan's, if the endpoint has a parameter for it.
  ///   - cache: A cache use that overrides the one in the options.
  /// - Throws: ``APIError`` with the position of the page, and `CancellationError`.
  package func page(
    at position: PagePosition, size: Int? = nil, cache: CacheUse? = nil
  ) async throws -> Page<Request, Item> {
    do {
      var request = try request(at: position)
      if let size, let parameter = policy.sizeParameter {
        request = try request.setting(parameter, to: Self.json(size))
      }
      var options = options
      if let cache { options.cache = cache }
      guard case .link(_, let anyPath) = policy.style else {
        return try page(try await core.answer(to: request, options: options), at: position)
      }
      let (answer, source) = try await core.answer(
        to: request, following: try link(at: position), anyPath: anyPath, options: options)
      return try page(answer, at: position, from: source)
    } catch let error as APIError {
      throw error.at(position)
    }
  }

  /// Returns the request for the page at a position.
  package func request(at position: PagePosition) throws(APIError) -> Request {
    switch (policy.style, position) {
    case (.pageNumber(let parameter, _), .number(let value)), (.offset(let parameter), .offset(let value)):
      return try request.setting(parameter, to: Self.json(value))
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
      return try request.setting(parameter, to: Self.json(value))
    default: return request
    }
  }

  /// Sets a cursor. If the parameter's type requires it, converts a number to a text or vice versa.
  private func setting(
    _ cursor: String, of parameter: String, in request: Request
  ) throws(APIError) -> Request {
    do throws(APIError) {
      return try request.setting(parameter, to: Array(cursor.utf8))
    } catch {
      let json = Array(cursor.utf8)
      let other = (try? String.decode(json)).map { Array($0.utf8) } ?? (try? cursor.encoded())
      guard let other, let request = try? request.setting(parameter, to: other) else { throw error }
      return request
    }
  }

  private func page(_ answer: Answer<Request>, at position: PagePosition) throws -> Page<Request, Item> {
    let body = answer.body
    return try reading(answer) {
      let elements = try content(answer.value) {
        try JSONReader.keys(at: answer.payloadPointer, in: body)
      }
      return Page(
        answer: answer, elements: elements, position: position,
        total: JSONReader.integer(at: policy.total, in: body),
        pageCount: JSONReader.integer(at: policy.pages, in: body),
        next: try cursor(after: answer, isEmpty: elements.isEmpty))
    }
  }

  /// Converts a document's error to the answer's.
  private func reading<Value>(_ answer: Answer<Request>, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as JSONError {
      throw answer.error(error, core: core)
    }
  }

  static func json(_ value: Int) -> [UInt8] { Array(String(value).utf8) }
}

// Cursors.
extension PagePlan {
  /// Returns the JSON of the cursor of the page that follows; nil if there is none.
  private func cursor(after answer: Answer<Request>, isEmpty: Bool) throws(JSONError) -> String? {
    let body = answer.body
    switch policy.style {
    case .cursor(_, let next):
      let isForward = direction == .forward
      let more = isForward ? JSONReader.flag(at: policy.more, in: body) : nil
      guard more != false else { return nil }
      let cursor = try Self.cursor(at: isForward ? next : policy.backward?.previous ?? next, in: body)
      guard cursor != nil || more == nil else { throw Self.noCursor }
      return cursor
    case .lastElement(_, let property, let elements):
      let more = JSONReader.flag(at: policy.more, in: body)
      guard more != false else { return nil }
      let list = elements ?? answer.payloadPointer
      guard let ends = try JSONReader.ends(at: list, in: body) else {
        guard more == nil else { throw Self.noCursor }
        return nil
      }
      guard
        let cursor = try Self.cursor(at: property, in: direction == .forward ? ends.last : ends.first)
      else { throw JSONError(.missingKey, "the element that the next page follows has no \(property)") }
      return cursor
    default: return nil
    }
  }

  private static var noCursor: JSONError {
    JSONError(.invalidValue, "the service says that there are more elements, but not where")
  }

  /// Returns the JSON of the cursor; nil if it is null, an empty text or missing, which means that there is
  /// no other page.
  private static func cursor(at pointer: String, in body: [UInt8]) throws(JSONError) -> String? {
    guard let json = try JSONReader.value(at: pointer, in: body) else { return nil }
    let text = String(decoding: json, as: UTF8.self)
    return ["null", "\"\"", "false"].contains(text) ? nil : text
  }
}

// Links.
extension PagePlan {
  /// Returns the link of a position; nil for the request itself.
  private func link(at position: PagePosition) throws(APIError) -> String? {
    guard case .cursor(let json?) = position else { return nil }
    guard let link = try? String.decode(Array(json.utf8)) else {
      throw .pagination("the position isn't a link", of: Request.self)
    }
    return link
  }

  private func page(
    _ answer: Answer<Request>, at position: PagePosition, from source: LinkSource
  ) throws -> Page<Request, Item> {
    let plain = try page(answer, at: position)
    return try reading(answer) {
      let links = answer.links
      func link(_ relation: String) throws -> String? {
        guard let target = links.first(where: { $0.relations.contains(relation) })?.target else { return nil }
        let link: String
        do throws(LinkProblem) {
          link = try source.link(to: target)
        } catch {
          throw JSONError(.invalidValue, error.message)
        }
        return String(decoding: try link.encoded(), as: UTF8.self)
      }
      let next =
        try link(direction == .forward ? "next" : "prev") ?? (direction == .backward ? link("previous") : nil)
      let last = try? link("last")
      return Page(
        answer: answer, elements: plain.elements, position: position, total: plain.total,
        pageCount: pageCount(
          last: last, at: position, isLast: try direction == .forward && link("next") == nil),
        next: next, last: last)
    }
  }

  /// Returns the number of pages: the number of the page that is linked as the last one, or of the page that links
  /// to no other.
  private func pageCount(last: String?, at position: PagePosition, isLast: Bool) -> Int? {
    guard case .link(let parameter?, _) = policy.style else { return nil }
    func number(_ json: String) -> Int? {
      guard let link = try? String.decode(Array(json.utf8)) else { return nil }
      return LinkSource.value(of: parameter, in: link).flatMap { Int($0) }
    }
    if let last { return number(last) }
    guard isLast else { return nil }
    switch position {
    case .number(let number): return number
    case .cursor(let link?): return number(link)
    default: return request.integer(ofParameter: parameter) ?? 1
    }
  }
}

extension APIRequest {
  /// Returns this request without a parameter, or this request if it can't be omitted.
  fileprivate func omitting(_ parameter: String) -> Self {
    (try? setting(parameter, to: Array("null".utf8))) ?? self
  }

  /// Returns the value of an integer parameter; nil if it is absent or not an integer.
  func integer(ofParameter name: String) -> Int? {
    guard let json = try? json(ofParameter: name) else { return nil }
    return try? Int.decode(json)
  }

  /// Returns the value of a parameter as JSON; nil if it is absent.
  func text(ofParameter name: String) -> String? {
    guard let json = try? json(ofParameter: name) else { return nil }
    return String(decoding: json, as: UTF8.self)
  }
}

extension Answer {
  /// The JSON Pointer to the payload in the body.
  var payloadPointer: String {
    guard envelope != nil, !Request.ServiceEnvelope.payloadKey.isEmpty else { return "" }
    return JSONLocation.pointer([Request.ServiceEnvelope.payloadKey])
  }

  /// Returns an error for an answer that paging can't use.
  package func error(_ error: JSONError, core: ClientCore) -> APIError {
    APIError(
      .decoding(error), operation: Request.endpoint.name, server: core.server.name, status: status,
      requestID: requestID)
  }
}

extension APIError {
  /// Returns the same error for the page at a position.
  package func at(_ position: PagePosition) -> APIError {
    var error = self
    if error.page == nil { error.page = position }
    return error
  }

  /// Returns an error for a request that can't be paged.
  package static func pagination<Request: APIRequest>(_ message: String, of type: Request.Type) -> APIError {
    APIError(
      .invalidRequest([Violation(keyword: "pagination", message: message, byteOffset: 0)]),
      operation: Request.endpoint.name)
  }
}
