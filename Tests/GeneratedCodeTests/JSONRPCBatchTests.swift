import Foundation
import HTTPTypes
import Kiosk
import TestSupport
import Testing
import WGNAPIJSONRPC
import WGNAPIRuntime

/// Calls of a generated client in batches, with a server on the loopback.
@Suite(.timeLimit(.minutes(5))) struct JSONRPCBatchTests {
  /// A wait that ends when the test says so.
  private final class Gate: @unchecked Sendable {
    // Unchecked: the state is behind the lock.
    private let lock = NSLock()
    private var isOpen = false

    func open() { lock.withLock { isOpen = true } }

    @Sendable func wait(_ duration: Duration) async throws {
      while !lock.withLock({ isOpen }) { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  /// Answers each call with its shelf, the last one first; shelf 0 with an error.
  private static func response(_ body: [UInt8]) -> String {
    func response(_ call: JSON) -> String {
      let shelf = call["params"]?[1]?.int ?? 0
      let result = shelf == 0 ? #""error":{"code":-32602,"message":"No shelf."}"# : "\"result\": \(shelf)"
      return #"{"jsonrpc":"2.0",\#(result), "id" :\#(call["id"] ?? .null)}"#
    }
    guard let json = try? JSON.decode(body) else { return "" }
    guard let calls = json.array else { return response(json) }
    return "[ " + calls.reversed().map(response).joined(separator: " , ") + "]"
  }

  private static func server() throws -> MisbehavingServer {
    try MisbehavingServer { [.response(response($0.body))] }
  }

  private func client(
    _ server: MisbehavingServer, _ transport: JSONRPCBatching, token: String = "t"
  ) -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .main), member: .bearer(token),
      configuration: ClientConfiguration(transport: transport))
  }

  private func full(_ calls: Int, bytes: Int = 1 << 20) -> JSONRPCBatching {
    JSONRPCBatching(
      around: ClientConfiguration().transport, maximumCalls: calls, maximumBytes: bytes, wait: .seconds(60))
  }

  private func waiting(_ gate: Gate, bytes: Int = 1 << 20) -> JSONRPCBatching {
    JSONRPCBatching(
      around: ClientConfiguration().transport, maximumCalls: 100, maximumBytes: bytes, wait: .seconds(60),
      sleep: gate.wait)
  }

  private func until(_ condition: @Sendable () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(1)) }
  }

  private func request(_ shelf: Int, id: Int = 7, title: String = "Emma") -> StockRequest {
    StockRequest(payload: .init(id: id, params: .init(title: title, shelf: shelf)))
  }

  private func body(_ request: MisbehavingServer.Request?) -> String {
    String(decoding: request?.body ?? [], as: UTF8.self)
  }

  /// The calls' IDs are equal, and the responses come in another order.
  @Test func concurrentCallsAreOneRequest() async throws {
    let server = try Self.server()
    let client = client(server, full(5))
    let responses = try await withThrowingTaskGroup(of: (Int, CallResponse<StockRequest>).self) { group in
      for shelf in 1...5 {
        group.addTask { (shelf, try await client.response(to: request(shelf))) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(responses.count == 5)
    for (shelf, response) in responses {
      #expect(response.value == shelf)
      #expect(response.envelope?.id == 7)
      #expect(response.headers[.contentLength] == nil)
    }
    #expect(server.requests.count == 1)
    let calls = try #require(try JSON.decode(server.requests.first?.body ?? []).array)
    #expect(calls.compactMap { $0["id"]?.int } == [1, 2, 3, 4, 5])
    #expect(Set(calls.compactMap { $0["params"]?[1]?.int }) == [1, 2, 3, 4, 5])
    #expect(server.requests.first?.fields["authorization"] == "Bearer t")
  }

  @Test func anErrorIsThatOfItsCall() async throws {
    let server = try Self.server()
    let client = client(server, full(3))
    async let first = client.send(request(1))
    async let second = client.send(request(0))
    async let third = client.send(request(3))
    #expect(try await first == 1)
    #expect(try await third == 3)
    do {
      _ = try await second
      Issue.record("the second response is an error")
    } catch let error as APIError {
      #expect(error.code(as: ErrorCode.self) == .invalidParams)
      #expect(error.failure?.message == "No shelf.")
    }
    #expect(server.requests.count == 1)
  }

  @Test func aFailedConnectionFailsAllCalls() async throws {
    let server = try MisbehavingServer { _ in [.close] }
    let client = client(server, full(3))
    await withTaskGroup(of: Void.self) { group in
      for shelf in 1...3 {
        group.addTask {
          let error = await #expect(throws: APIError.self) { try await client.send(request(shelf)) }
          guard case .transport(let failure)? = error?.kind else {
            Issue.record("\(error as Any)")
            return
          }
          #expect(failure.reason == .connectionLost)
        }
      }
    }
    #expect(server.requests.count == 1)
  }

  @Test func otherTokensAreOtherBatches() async throws {
    let server = try Self.server()
    let transport = full(2)
    let (ada, henry) = (client(server, transport, token: "a"), client(server, transport, token: "h"))
    async let first = ada.send(request(1))
    async let second = henry.send(request(2))
    async let third = ada.send(request(3))
    async let fourth = henry.send(request(4))
    #expect(try await [first, second, third, fourth] == [1, 2, 3, 4])
    var shelves: [String: Set<Int>] = [:]
    for request in server.requests {
      let calls = try JSON.decode(request.body).array ?? []
      shelves[request.fields["authorization"] ?? ""] = Set(calls.compactMap { $0["params"]?[1]?.int })
    }
    #expect(shelves == ["Bearer a": [1, 3], "Bearer h": [2, 4]])
  }

  @Test func aBatchIsSentAfterTheWait() async throws {
    let server = try Self.server()
    let gate = Gate()
    let transport = waiting(gate)
    let client = client(server, transport)
    async let first = client.send(request(1))
    async let second = client.send(request(2))
    try await until { transport.waitingCount == 2 }
    #expect(server.requests.isEmpty)
    gate.open()
    #expect(try await [first, second] == [1, 2])
    #expect(server.requests.count == 1)
    #expect(transport.waitingCount == 0)
  }

  /// With the real wait: whether calls are joined depends on time, but no response does.
  @Test func theDefaultsAnswerAllCalls() async throws {
    let server = try Self.server()
    let client = client(server, JSONRPCBatching(around: ClientConfiguration().transport))
    let shelves = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for shelf in 1...250 { group.addTask { (shelf, try await client.send(request(shelf))) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(shelves.count == 250)
    #expect(shelves.allSatisfy { $0 == $1 })
    #expect((3..<250).contains(server.requests.count))
  }

  /// A call that is alone is no array, and keeps its ID.
  @Test func oneCallIsSentAsItIs() async throws {
    let server = try Self.server()
    for transport in [full(1), JSONRPCBatching(around: ClientConfiguration().transport, wait: .zero)] {
      #expect(try await client(server, transport).send(request(4)) == 4)
      #expect(
        body(server.requests.last)
          == #"{"jsonrpc":"2.0","id":7,"method":"stock_get","params":["Emma",4]}"#)
    }
  }

  /// A batch that is full in bytes is sent, and so is a call that is larger than a batch may be.
  @Test func aBatchHasAMaximumOfBytes() async throws {
    let server = try Self.server()
    let gate = Gate()
    // `[`, `,`, `]` and two calls.
    let transport = waiting(gate, bytes: 3 + 2 * 65)
    let client = client(server, transport)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for shelf in 1...3 { group.addTask { try await client.send(request(shelf)) == shelf } }
      try await until { transport.waitingCount == 1 && server.requests.count == 1 }
      #expect(body(server.requests.first).utf8.count == 133)
      let title = String(repeating: "m", count: 100)
      #expect(try await client.send(request(5, title: title)) == 5)
      #expect(body(server.requests.last).hasPrefix(#"{"jsonrpc":"2.0","id":7,"#))
      gate.open()
      for try await isRight in group { #expect(isRight) }
    }
    #expect(server.requests.count == 3)
  }

  @Test func otherRequestsDoNotWait() async throws {
    let server = try MisbehavingServer { _ in [.response(#"{"data": {"id": 7, "state": "packed"}}"#)] }
    let client = client(server, full(100))
    _ = try? await client.order(id: 7)
    _ = try? await client.author(payload: .init(variables: .init(id: "9")))
    #expect(server.requests.map(\.target) == ["/orders/7", "/graphql"])
  }

  // MARK: Cancellation

  @Test func aCancelledCallerLeavesTheBatch() async throws {
    let server = try Self.server()
    let gate = Gate()
    let transport = waiting(gate)
    let client = client(server, transport)
    let cancelled = Task { try await client.send(request(1)) }
    async let second = client.send(request(2))
    async let third = client.send(request(3))
    try await until { transport.waitingCount == 3 }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    gate.open()
    #expect(try await [second, third] == [2, 3])
    let calls = try JSON.decode(server.requests.last?.body ?? []).array ?? []
    #expect(Set(calls.compactMap { $0["params"]?[1]?.int }) == [2, 3])
    #expect(server.requests.count == 1)
  }

  /// A cancelled caller counts neither as a call nor with its bytes.
  @Test(arguments: [true, false]) func aCancelledCallerLeavesItsPlace(inBytes: Bool) async throws {
    let server = try Self.server()
    let gate = Gate()
    // `[`, two commas, `]` and three calls.
    let transport = JSONRPCBatching(
      around: ClientConfiguration().transport, maximumCalls: inBytes ? 100 : 3,
      maximumBytes: inBytes ? 4 + 3 * 65 : 1 << 20, wait: .seconds(60), sleep: gate.wait)
    let client = client(server, transport)
    async let first = client.send(request(1))
    try await until { transport.waitingCount == 1 }
    let cancelled = Task { try await client.send(request(2)) }
    try await until { transport.waitingCount == 2 }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    async let third = client.send(request(3))
    try await until { transport.waitingCount == 2 || !server.requests.isEmpty }
    async let fourth = client.send(request(4))
    // The third call that isn't cancelled fills the batch; in bytes, a fourth would not fit.
    try await until { inBytes && transport.waitingCount == 3 || !server.requests.isEmpty }
    gate.open()
    #expect(try await [first, third, fourth] == [1, 3, 4])
    let calls = try JSON.decode(server.requests.last?.body ?? []).array ?? []
    #expect(calls.compactMap { $0["params"]?[1]?.int } == [1, 3, 4])
    #expect(calls.compactMap { $0["id"]?.int } == [1, 2, 3])
    #expect(server.requests.count == 1)
  }

  @Test func anAbandonedBatchIsNotSent() async throws {
    let server = try Self.server()
    let gate = Gate()
    let transport = waiting(gate)
    let client = client(server, transport)
    let cancelled = (1...3).map { shelf in Task { try await client.send(request(shelf)) } }
    try await until { transport.waitingCount == 3 }
    for task in cancelled { task.cancel() }
    for task in cancelled { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(transport.waitingCount == 0)
    gate.open()
    #expect(try await client.send(request(4)) == 4)
    #expect(server.requests.count == 1)
    #expect(body(server.requests.last).hasPrefix("{"))
  }

  /// A transport that waits until it is cancelled or released.
  private struct Holding: HTTPTransport {
    let began: @Sendable () -> Void
    let release: Gate
    let ended: @Sendable (any Error) -> Void

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      began()
      do {
        try await release.wait(.zero)
      } catch {
        ended(error)
        throw error
      }
      return TransportResponse(
        response: HTTPResponse(status: .ok), body: Array(JSONRPCBatchTests.response(body).utf8))
    }
  }

  @Test(arguments: [1, 2]) func callersThatAreCancelledLater(count: Int) async throws {
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: (any Error).self)
    let gate = Gate()
    let holding = Holding(
      began: { beginning.finish() }, release: gate,
      ended: {
        end.yield($0)
        end.finish()
      })
    let client = Client(
      server: .main,
      configuration: ClientConfiguration(transport: JSONRPCBatching(around: holding, maximumCalls: 2)))
    let tasks = (1...2).map { shelf in Task { try await client.send(request(shelf)) } }
    for await _ in began {}
    for task in tasks.prefix(count) {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    if count == 2 {
      // Nobody waits for the request any more.
      for await error in ended { #expect(error is CancellationError) }
    } else {
      gate.open()
      #expect(try await tasks[1].value == 2)
    }
  }
}
