import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// Responses for tests, in place of a service.
///
/// ```swift
/// let stubs = Stubs()
/// stubs.on(SearchPlayersRequest.self) { request in .value([PlayerMatch(accountID: 1, nickname: request.search)]) }
/// stubs.on(SearchPlayersRequest(search: "nobody"), .value([]))
/// let client = Client(server: .eu, applicationID: "demo", configuration: ClientConfiguration().using(stubs))
/// ```
///
/// Stubs take the place of the transport, so the cache, retries, limits, credentials, decoding and validation work as with the
/// service. A stub for one request takes precedence over one with a condition, which takes precedence over one for all requests
/// of a type. Of two of the same kind, the one that was added last answers.
///
/// A request that no stub answers fails, and is an issue of the test at the line that created the stubs. The message names the
/// nearest stub.
///
/// Unchecked: all mutable state is behind the lock.
public final class Stubs: @unchecked Sendable {
  let envelope: JSON?
  private let site: IssueSite
  private let isInSwiftTesting: Bool
  private let mutex = Mutex()
  private var stubs: [Stub] = []
  private var sent: [StubbedRequest] = []

  /// Creates stubs without responses.
  ///
  /// - Parameters:
  ///   - envelope: The members of an envelope that reports success, for ``StubResponse/value(_:)``: `["status": "ok"]`; nil to
  ///     make them up.
  ///   - fileID: The file of issues.
  ///   - filePath: The path of this file.
  ///   - line: The line of issues.
  ///   - column: The column of issues.
  public init(
    envelope: JSON? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.envelope = envelope
    site = IssueSite(fileID: fileID, filePath: filePath, line: line, column: column)
    isInSwiftTesting = IssueSite.isInSwiftTesting
  }

  func report(_ message: String, at site: IssueSite? = nil) {
    (site ?? self.site).report(message, isInSwiftTesting: isInSwiftTesting)
  }

  func add(_ stub: Stub) { mutex.withLock { stubs.append(stub) } }

  /// The requests that have reached the stubs, in order. Those that the cache answered or the client refused aren't included.
  public var requests: [StubbedRequest] { mutex.withLock { sent } }

  /// Returns the requests of a type that have reached the stubs, in order.
  public func requests<Request: APIRequest>(of type: Request.Type) -> [Request] {
    requests.compactMap { $0.request(as: type) }
  }

  var unused: [Stub] { mutex.withLock { stubs.filter { $0.uses == 0 } } }

  /// Returns the stub that answers a request, and how many responses it has given before.
  func stub(for incoming: Stub.Incoming, isTyped: Bool) -> (stub: Stub, uses: Int)? {
    while true {
      let all = mutex.withLock { stubs }
      // Conditions are code of the test, which may look at the stubs.
      let places = all.indices.filter {
        (isTyped || all[$0].rank == .http) && !all[$0].isExhausted && all[$0].matches(incoming)
      }
      guard let place = places.max(by: { (all[$0].rank, $0) < (all[$1].rank, $1) }) else { return nil }
      let uses = mutex.withLock { () -> Int? in
        // Another request may have got the last response.
        guard !stubs[place].isExhausted else { return nil }
        defer { stubs[place].uses += 1 }
        return stubs[place].uses
      }
      if let uses { return (all[place], uses) }
    }
  }

  func keep(_ request: StubbedRequest) { mutex.withLock { sent.append(request) } }

  /// Returns a message about a request without a response, with the nearest stub.
  func message(for incoming: Stub.Incoming, _ name: String) -> String {
    let all = mutex.withLock { stubs }
    guard !all.isEmpty else { return "no stub answers \(name): there are none" }
    if let spent = all.last(where: { $0.isExhausted && $0.matches(incoming) }) {
      let count = spent.uses == 1 ? "its only response" : "all its \(spent.uses) responses"
      return "no stub answers \(name): the one at \(spent.site.text) has given \(count)"
    }
    // Of two at the same distance, the last.
    let alike = all.reversed().compactMap { stub -> (stub: Stub, differences: [String])? in
      guard let request = stub.request, let sent = incoming.request else { return nil }
      return ParameterDifference.between(request, sent, names: ("stubbed", "sent")).map { (stub, $0) }
    }
    if let nearest = alike.min(by: { $0.differences.count < $1.differences.count }) {
      return
        "no stub answers \(name); the nearest, \(nearest.stub.name) at \(nearest.stub.site.text), differs: "
        + nearest.differences.joined(separator: "; ")
    }
    let type = incoming.request.map { ObjectIdentifier(Swift.type(of: $0)) }
    if let near = all.last(where: { $0.type == type && type != nil }) {
      return
        "no stub answers \(name): the condition of the one for \(near.name) at \(near.site.text) doesn't hold"
    }
    let names = all.map { "\($0.name) (\($0.site.text))" }.joined(separator: ", ")
    return "no stub answers \(name); there are stubs for \(names)"
  }
}

/// A request that reached stubs.
public struct StubbedRequest: Sendable, CustomStringConvertible {
  /// The endpoint's name; nil if it wasn't an endpoint's, such as one for a token.
  public let operation: String?
  /// The request; nil if it wasn't an endpoint's.
  public let request: (any APIRequest)?
  /// The HTTP request, with secrets as they are sent.
  public let httpRequest: HTTPRequest
  /// The body, with secrets as they are sent.
  public let body: [UInt8]
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// The method and the URL, without secrets.
  public let description: String

  /// Returns the request as a type; nil if it has another type.
  public func request<Request: APIRequest>(as type: Request.Type) -> Request? {
    Stub.Incoming(request: request, httpRequest: httpRequest, body: body).request(as: type)
  }
}
