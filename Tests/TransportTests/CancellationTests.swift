import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime

/// Requests that end before their time, and transports that do.
@Suite(.timeLimit(.minutes(15))) struct CancellationTests {
  @Test(arguments: AnyTransport.sturdy) func cancelledAtAnyMoment(kind: AnyTransport) async throws {
    let body = String(repeating: "x", count: 100_000)
    let server = try MisbehavingServer { _ in [.response(body)] }
    let transport = kind.transport
    // How long an exchange takes, so that some end as they are cancelled.
    let start = ContinuousClock.now
    for _ in 0..<20 { _ = try await transport.send(to: server.server) }
    let time = (ContinuousClock.now - start) / 20
    let ends = await withTaskGroup(of: (Int, Int).self) { group in
      for task in 0..<8 {
        group.addTask {
          let random = RandomSource.seeded(UInt64(task))
          var (whole, cut) = (0, 0)
          for round in 0..<300 {
            // However busy the machine is, some are cancelled before they can end.
            let delay = round % 10 == 3 ? .zero : time * (random.fraction() * 4)
            let isCancelled = !round.isMultiple(of: 6)
            let options = TransportOptions(timeout: isCancelled ? .seconds(120) : delay)
            let exchange = Task { try await transport.send(to: server.server, options: options) }
            if isCancelled {
              if delay > .zero { try? await Task.sleep(for: delay) }
              exchange.cancel()
            }
            switch await exchange.result {
            case .success(let response):
              #expect(response.body.count == 100_000)
              whole += 1
            case .failure(let error):
              #expect(isCancelled ? error is CancellationError : error as? TransportError == .timedOut)
              cut += 1
            }
          }
          return (whole, cut)
        }
      }
      return await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
    }
    #expect(ends.0 + ends.1 == 2_400)
    #expect(ends.1 > 200)
    #expect(try await transport.send(to: server.server).body.count == 100_000)
  }

  @Test(arguments: AnyTransport.sturdy) func theConnectionIsGivenUp(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
        .flood([UInt8](repeating: 32, count: 1_000), times: 10_000_000),
      ]
    }
    let transport = kind.transport
    let exchange = Task { try await transport.send(to: server.server, options: .limit(.max)) }
    while server.sentBytes < 1 << 20 { try await Task.sleep(for: .milliseconds(1)) }
    exchange.cancel()
    await #expect(throws: CancellationError.self) { try await exchange.value }
    // The server sends until the connection is closed.
    var sent = -1
    while sent != server.sentBytes {
      sent = server.sentBytes
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(sent < 9_000_000_000)
  }

  @Test(arguments: AnyTransport.sturdy) func cancelledWhileItWaitsForAConnection(kind: AnyTransport)
    async throws
  {
    let server = try MisbehavingServer { request in
      [.wait(milliseconds: request.target == "/slow" ? 500 : 0), .response("{}")]
    }
    let transport = kind.narrow
    let slow = Task { try await transport.send(to: server.server, path: "/slow") }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let waiting = Task { try await transport.send(to: server.server) }
    try await Task.sleep(for: .milliseconds(50))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let error = try await failure {
      try await transport.send(to: server.server, options: TransportOptions(timeout: .milliseconds(50)))
    }
    #expect(error == .timedOut)
    #expect(server.requests.count == 1)
    #expect(try await slow.value.text == "{}")
  }

  @Test(arguments: AnyTransport.sturdy) func cancelledBeforeItBegins(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in [.response("{}")] }
    let exchange = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await kind.transport.send(to: server.server)
    }
    await #expect(throws: CancellationError.self) { try await exchange.value }
    #expect(server.requests.isEmpty)
  }

  /// Bodies on their way while the response, the end of the connection or a cancellation comes.
  @Test(arguments: AnyTransport.sturdy) func bodiesThatAreCutShort(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      switch request.number % 4 {
      case 0: [.response("{}"), .close]
      case 1: [.response("oh", status: "413 Content Too Large")]
      case 2: [.close]
      default: [.response("{}")]
      }
    }
    let early = try #require(HTTPField.Name("X-Early"))
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let random = RandomSource.seeded(UInt64(task))
          var transport = kind.transport
          for round in 0..<100 {
            if round.isMultiple(of: 5) { transport = kind.transport }
            let body = [UInt8](repeating: 0, count: [1, 100, 70_000, 500_000][round % 4])
            let fields: HTTPFields = round.isMultiple(of: 3) ? [early: "yes"] : [:]
            let exchange = Task { [transport] in
              try await transport.send(.post, to: server.server, fields: fields, body: body)
            }
            if round.isMultiple(of: 7) {
              try? await Task.sleep(for: .microseconds(random.fraction() * 2_000))
              exchange.cancel()
            }
            if case .failure(let error) = await exchange.result {
              #expect(error is CancellationError || error is TransportError)
            }
          }
        }
      }
    }
    #expect(server.requests.count > 200)
  }

  // A client that isn't shut down stops the process in debug builds.
  @Test(arguments: AnyTransport.sturdy) func aTransportIsReleasedWhileRequestsRun(kind: AnyTransport)
    async throws
  {
    let server = try MisbehavingServer { _ in [.wait(milliseconds: 5), .response("{}")] }
    for round in 0..<50 {
      weak var released: AnyObject?
      let exchanges = {
        let transport = kind.transport
        released = transport as AnyObject
        return (0..<4).map { _ in Task { try await transport.send(to: server.server) } }
      }()
      if round.isMultiple(of: 2) { exchanges[0].cancel() }
      for exchange in exchanges.dropFirst() { #expect(try await exchange.value.text == "{}") }
      _ = await exchanges[0].result
      while released != nil { await Task.yield() }
    }
    for _ in 0..<50 { _ = kind.transport }
  }
}
