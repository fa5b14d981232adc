import FlyingSocks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a server can't listen.
struct ListeningFailure: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

/// Receives requests on a port for a ``MockServer``.
public actor MockListener {
  /// A function that is called with a line about each response, without parts of the request that may be secret.
  public typealias Log = @Sendable (String) -> Void

  private let server: MockServer
  private let log: Log
  private var listening: (socket: Socket, tasks: [Task<Void, any Error>])?
  private var connections: [Int: Task<Void, Never>] = [:]
  private var count = 0

  /// Creates a listener, which doesn't listen yet.
  ///
  /// - Parameters:
  ///   - server: Answers the requests.
  ///   - log: Called with a line about each response.
  public init(_ server: MockServer, log: @escaping Log = { _ in }) {
    self.server = server
    self.log = log
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - host: An IP address of this machine.
  ///   - port: The port; 0 for any free one.
  /// - Returns: The port.
  /// - Throws: An error of the system, such as that the port is in use.
  @discardableResult
  public func start(host: String = "127.0.0.1", port: UInt16 = 0) async throws -> UInt16 {
    let pool = SocketPool.make()
    try await pool.prepare()
    let socket: Socket
    if host.contains(":") {
      socket = try Self.listen(sockaddr_in6.inet6(ip6: host, port: port))
    } else {
      socket = try Self.listen(sockaddr_in.inet(ip4: host, port: port))
    }
    let asynchronous = try AsyncSocket(socket: socket, pool: pool)
    let running = Task { try await pool.run() }
    let accepting = Task { try await self.accept(on: asynchronous) }
    listening = (socket, [accepting, running])
    switch try socket.sockname() {
    case .ip4(_, let port), .ip6(_, let port): return port
    default: return port
    }
  }

  private static func listen(_ address: some SocketAddress) throws -> Socket {
    let socket = try Socket(domain: Int32(type(of: address).family))
    do {
      try socket.setValue(true, for: .localAddressReuse)
      #if canImport(Darwin)
        try socket.setValue(true, for: .noSIGPIPE)
      #endif
      try socket.bind(to: address)
      try socket.listen()
    } catch {
      try? socket.close()
      if case SocketError.failed(_, let number, let message) = error {
        throw ListeningFailure(
          reason: number == EADDRINUSE
            ? "another process listens there; choose another port, or 0 for a free one" : message)
      }
      throw error
    }
    return socket
  }

  /// Stops listening. Connections without a request are closed at once, the others after their response.
  ///
  /// - Parameter limit: The time after which all connections are closed.
  public func stop(within limit: Duration = .seconds(2)) async {
    guard let (socket, tasks) = listening else { return }
    listening = nil
    tasks.first?.cancel()
    try? socket.close()
    let deadline = ContinuousClock.now + limit
    while busy > 0, ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(10)) }
    for connection in connections.values { connection.cancel() }
    for connection in connections.values { await connection.value }
    for task in tasks { task.cancel() }
  }

  /// The number of requests that are being answered.
  private(set) var busy = 0

  // MARK: Connections

  private func accept(on socket: AsyncSocket) async throws {
    while true {
      let client: AsyncSocket
      do {
        client = try await socket.accept()
      } catch {
        try Task.checkCancellation()
        // The client has gone, or too many files are open.
        log("a connection can't be accepted: \(error)")
        try await Task.sleep(for: .milliseconds(100))
        continue
      }
      guard connections.count < server.options.connectionLimit else {
        log("a connection was closed, because there are \(connections.count) already")
        try? client.close()
        continue
      }
      count += 1
      let number = count
      connections[number] = Task {
        await self.serve(HTTPConnection(client, options: self.server.options))
        self.remove(number)
      }
    }
  }

  private func remove(_ number: Int) { connections[number] = nil }

  private func serve(_ connection: HTTPConnection) async {
    var isOpen = true
    while isOpen, !Task.isCancelled {
      do {
        let received = try await limited(server.options.receivingLimit) { try await connection.receive() }
        guard let received else { break }
        busy += 1
        defer { busy -= 1 }
        isOpen = received.isKeptAlive && listening != nil
        try await response(received.request, on: connection, received.isOldVersion, isOpen)
      } catch let refusal as HTTPRefusal {
        let result = MockResponse.problem(status: refusal.status, refusal.message, summary: refusal.message)
        log("\(refusal.status) \(refusal.message)")
        isOpen = false
        // An idle connection is closed without a response.
        if refusal.status == 408, await connection.isIdle { break }
        try? await connection.send(result, isChunked: false, isKeptAlive: false, hasBody: true)
      } catch {
        isOpen = false
      }
    }
    await connection.close()
  }

  private func response(
    _ request: MockRequest, on connection: HTTPConnection, _ isOldVersion: Bool, _ isOpen: Bool
  ) async throws {
    let start = ContinuousClock.now
    if server.options.delay > .zero { try await Task.sleep(for: server.options.delay) }
    let result = await Self.response(of: server, to: request)
    let time = (ContinuousClock.now - start).components
    let milliseconds = time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000
    log("\(Self.shown(request.method)) \(result.status) \(result.summary) (\(milliseconds) ms)")
    let hasBody = request.method != "HEAD" && result.status != 204 && result.status != 304
    let isChunked = result.pieces.count > 1 && !isOldVersion && hasBody
    let limit = server.options.receivingLimit
    let delay = server.options.streamDelay
    try await limited(limit) {
      try await connection.send(result, isChunked: isChunked, isKeptAlive: isOpen, hasBody: hasBody)
    }
    guard isChunked else { return }
    for piece in result.pieces + [[]] {
      try await limited(limit) { try await connection.send(chunk: piece) }
      if delay > .zero, !piece.isEmpty { try await Task.sleep(for: delay) }
    }
  }

  /// Runs outside of the actor, which accepts other connections meanwhile.
  private nonisolated static func response(of server: MockServer, to request: MockRequest) async
    -> MockResponse
  {
    server.response(to: request)
  }

  private static func shown(_ method: String) -> String { String(method.prefix(20)) }

  /// Runs an operation, and cancels it after a time.
  private func limited<Result: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask(operation: operation)
      group.addTask {
        try await Task.sleep(for: limit)
        throw HTTPRefusal(status: 408, message: "the request took longer than \(limit.components.seconds) s")
      }
      defer { group.cancelAll() }
      guard let result = try await group.next() else { throw CancellationError() }
      return result
    }
  }
}
