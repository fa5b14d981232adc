import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

extension ClientConfiguration {
  /// Returns this configuration with stubs in place of its transport. Its middlewares stay.
  public func using(_ stubs: Stubs) -> ClientConfiguration {
    var result = self
    result.transport = StubTransport(stubs: stubs, clock: clock)
    return result
  }

  /// Returns the configuration of a client without middlewares: no cache, no retries and no limits.
  ///
  /// - Parameters:
  ///   - stubs: The stubs that answer.
  ///   - clock: The client's clock.
  public static func stubbed(_ stubs: Stubs, clock: any ClientClock = .system) -> ClientConfiguration {
    ClientConfiguration(transport: SampleTransport(), middleware: [], clock: clock).using(stubs)
  }
}

/// Answers requests of calls as a middleware, which knows the types of their responses, and those of credential providers as a
/// transport.
private struct StubTransport: CallTransport {
  let stubs: Stubs
  let clock: any ClientClock

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let call = request.call
    let body = if let streamed = request.streamedBody { try await streamed.whole } else { request.body }
    let incoming = Stub.Incoming(request: call.request, httpRequest: request.httpRequest, body: body)
    stubs.keep(
      StubbedRequest(
        operation: call.operation, request: call.request, httpRequest: request.httpRequest, body: body,
        attempt: request.attempt, description: "\(request)"))
    do {
      let name = call.request.map { "\($0)" } ?? "\(request)"
      var response = try await stubs.response(
        to: incoming, named: name, clock: call.clock, options: request.options, call: call)
      response.attempt = request.attempt
      return response
    } catch {
      throw call.error(for: error, attempt: request.attempt)
    }
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let incoming = Stub.Incoming(request: nil, httpRequest: request, body: body)
    let name = "\(request.method.rawValue) \(incoming.url.prefix { $0 != "?" })"
    stubs.keep(
      StubbedRequest(
        operation: nil, request: nil, httpRequest: request, body: body, attempt: 1, description: name))
    let content = try await stubs.content(
      for: incoming, named: name, clock: clock, options: options, isTyped: false)
    guard case .response(let response, let portions, _) = content else {
      throw TransportError.failed(TransportFailure(.other, message: "the stub has no HTTP response"))
    }
    return TransportResponse(response: response, body: Array(portions.joined()))
  }
}

extension Stubs {
  /// Returns what a stub answers, after its delay.
  fileprivate func content(
    for incoming: Stub.Incoming, named name: String, clock: any ClientClock, options: TransportOptions,
    isTyped: Bool
  ) async throws -> StubResponse<HTTPRequest>.Content {
    guard let (stub, uses) = stub(for: incoming, isTyped: isTyped) else {
      let message = message(for: incoming, name)
      report(message)
      throw TransportError.failed(TransportFailure(.other, message: message))
    }
    let response = try await stub.respond(incoming, uses)
    if response.delay > .zero {
      try await clock.sleep(for: min(response.delay, options.timeout))
      if response.delay > options.timeout { throw TransportError.timedOut }
    }
    switch response.content {
    case .error(let error): throw error
    case .value(let make):
      guard let body = make(envelope) else {
        let message =
          "the value for \(name) can't be written as a response; use .json, or give the members of the envelope to Stubs"
        report(message, at: stub.site)
        throw TransportError.failed(TransportFailure(.other, message: message))
      }
      return StubResponse<HTTPRequest>.body(body, type: "application/json").content
    case .response, .failure: return response.content
    }
  }

  fileprivate func response(
    to incoming: Stub.Incoming, named name: String, clock: any ClientClock, options: TransportOptions,
    call: CallContext
  ) async throws -> MiddlewareResponse {
    let content = try await content(for: incoming, named: name, clock: clock, options: options, isTyped: true)
    switch content {
    case .response(let response, let portions, let every):
      if call.isStreamed, response.status.kind == .successful {
        return MiddlewareResponse(
          httpResponse: response, body: [],
          stream: HTTPResponseBody(StubPortions(portions: portions, every: every, clock: clock)), call: call)
      }
      let body = Array(portions.joined())
      guard body.count <= options.responseSizeLimit else {
        throw TransportError.responseTooLarge(limit: options.responseSizeLimit)
      }
      return MiddlewareResponse(httpResponse: response, body: body, call: call)
    case .failure(let failure, let status):
      let status = HTTPResponse.Status(code: (100...999).contains(status) ? status : 500)
      var response = MiddlewareResponse(httpResponse: HTTPResponse(status: status), body: [], call: call)
      response.fail(with: call.error(.service(failure), status: status))
      return response
    case .value, .error: throw TransportError.failed(TransportFailure(.other))
    }
  }
}

/// Portions of a stream, each after a delay.
private struct StubPortions: AsyncSequence, Sendable {
  let portions: [[UInt8]]
  let every: Duration
  let clock: any ClientClock

  func makeAsyncIterator() -> Iterator { Iterator(portions: portions[...], every: every, clock: clock) }

  struct Iterator: AsyncIteratorProtocol {
    var portions: ArraySlice<[UInt8]>
    let every: Duration
    let clock: any ClientClock

    mutating func next() async throws -> [UInt8]? {
      guard let portion = portions.popFirst() else { return nil }
      if every > .zero { try await clock.sleep(for: every) }
      return portion
    }
  }
}

extension HTTPRequestBody {
  fileprivate var whole: [UInt8] {
    get async throws {
      var bytes: [UInt8] = []
      let next = try open()
      while let portion = try await next() { bytes += portion }
      return bytes
    }
  }
}
