import Foundation
import HTTPTypes
import WGNAPICache
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIResponses
import WGNAPIRuntime
import WGNAPITesting

/// A cache that goes through the steps of a case, with a server that answers as the steps say.
struct CacheCaseRun {
  /// What differs from what the case expects; nothing where it holds.
  static func problems(_ tested: CacheCase) async -> [String] {
    let clock = ManualClock()
    let server = StepServer(clock)
    let client = StepClient(
      core: ClientCore(
        api: APIDescription(name: "steps"), server: APIServer("main", "https://api.example.com"),
        parameters: [],
        configuration: ClientConfiguration(
          transport: server, userAgent: "steps", middleware: [StepRequests(server), ResponseCache()],
          clock: clock)))
    var problems: [String] = []
    for (index, step) in tested.steps.enumerated() {
      server.begin(step, index)
      let response = try? await client.response(to: StepRequest(), options: [.cache(step.use)])
      problems += step.problems(response, server.requests, index).map { "step \(index + 1): \($0)" }
      clock.advance(by: .seconds(step.pause))
    }
    return problems
  }
}

extension CacheStep {
  fileprivate func problems(_ response: CallResponse<StepRequest>?, _ requests: [HTTPRequest], _ index: Int)
    -> [String]
  {
    let body = response.map { String(decoding: $0.value, as: UTF8.self) }
    let isConditional =
      requests.last.map { $0.headerFields[.ifNoneMatch] ?? $0.headerFields[.ifModifiedSince] } ?? nil
    var problems: [String] = []
    let holds =
      switch expectation {
      case nil: true
      case .cached: requests.isEmpty && response?.origin == .cache
      case .new: response?.origin == .network && body == "\(index)"
      case .unconditional: response?.origin == .network && body == "\(index)" && isConditional == nil
      case .validated: response?.origin == .revalidated && isConditional != nil && requests.count == 1
      case .stale: response?.origin == .stale
      case .error: response == nil
      }
    if !holds, let expectation {
      problems.append(
        "not \(expectation): \(response?.origin.rawValue ?? "no answer"), \(requests.count) requests")
    }
    for field in responseFields {
      let (name, value) = StepServer.parts(field)
      if response?.headers[name] != value {
        problems.append("no \(field) but \(response?.headers[name] ?? "none")")
      }
    }
    for name in missingFields.compactMap({ HTTPField.Name($0) }) where response?.headers[name] != nil {
      problems.append("there is \(name)")
    }
    for field in sentFields {
      let (name, value) = StepServer.parts(field)
      if requests.last?.headerFields[name] != value { problems.append("\(field) wasn't sent") }
    }
    return problems
  }
}

/// The one endpoint, for which every status is a success.
struct StepRequest: APIRequest {
  typealias Response = [UInt8]
  typealias ServiceEnvelope = NoEnvelope
  static let endpoint = Endpoint<Self>(
    "step", .get, "thing", response: .byStatus { $0.bytes(100..<600) { $0 } })
}

private struct StepClient: APIClient {
  let core: ClientCore
}

/// Makes each request what its step says, before it comes to the cache.
private struct StepRequests: APIMiddleware {
  let server: StepServer

  init(_ server: StepServer) { self.server = server }

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    let step = server.step
    var request = request
    request.httpRequest.method = HTTPRequest.Method(step.method) ?? .get
    request.httpRequest.path = step.path
    for field in step.request {
      let (name, value) = StepServer.parts(field)
      request.httpRequest.headerFields.append(HTTPField(name: name, value: value))
    }
    return try await next(request)
  }
}

/// Answers as the current step says, with its number as the body.
private final class StepServer: HTTPTransport {
  private struct State {
    var step = CacheStep()
    var index = 0
    var requests: [HTTPRequest] = []
  }

  private let state = Locked(State())
  private let clock: ManualClock

  init(_ clock: ManualClock) { self.clock = clock }

  var step: CacheStep { state.withLock { $0.step } }
  /// Those that have come in this step.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  func begin(_ step: CacheStep, _ index: Int) {
    state.withLock { $0 = State(step: step, index: index) }
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let (step, index) = state.withLock { state in
      state.requests.append(request)
      return (state.step, state.index)
    }
    guard step.status > 0 else { throw TransportError.failed(TransportFailure(.connectionLost)) }
    let isConditional =
      request.headerFields[.ifNoneMatch] != nil || request.headerFields[.ifModifiedSince] != nil
    // Where a 304 is expected, it is for those who ask for it.
    let status =
      switch step.expectation {
      case .validated where isConditional: 304
      default: step.status == 304 && !isConditional ? 200 : step.status
      }
    let redirects = step.redirects.map {
      HTTPResponse(status: .init(code: $0.status), headerFields: fields($0.fields))
    }
    return TransportResponse(
      response: HTTPResponse(status: .init(code: status), headerFields: fields(step.response)),
      body: status == 304 ? [] : Array("\(index)".utf8), redirects: redirects)
  }

  private func fields(_ texts: [String]) -> HTTPFields {
    HTTPFields(
      texts.map { text in
        let (name, value) = Self.parts(text)
        guard value.hasPrefix("{"), value.hasSuffix("}"), let seconds = Int(value.dropFirst().dropLast())
        else { return HTTPField(name: name, value: value) }
        return HTTPField(name: name, value: HTTPDateText.text(clock.date + TimeInterval(seconds)))
      })
  }

  static func parts(_ field: String) -> (HTTPField.Name, String) {
    let parts = field.split(separator: ":", maxSplits: 1)
    let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    return (parts.first.flatMap { HTTPField.Name(String($0)) } ?? .server, value)
  }
}
