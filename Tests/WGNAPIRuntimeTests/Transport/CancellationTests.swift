import FlyingFox
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPITransport
@testable import WGNAPIURLSession

/// Requests that are cancelled, or run out of time, at any moment of a real exchange.
@Suite struct CancellationTests {
  private func request(_ server: APIServer) -> HTTPTypes.HTTPRequest {
    HTTPTypes.HTTPRequest(
      method: .get, scheme: "http", authority: String(server.baseURL.dropFirst("http://".count)), path: "/")
  }

  @Test(.timeLimit(.minutes(15))) func cancelledAtAnyMoment() async throws {
    let transport = URLSessionTransport()
    try await withLoopbackServer { _ in
      .json("{}")
    } _: { server in
      let request = request(server)
      // How long an exchange takes, so that some end as they are cancelled.
      let start = ContinuousClock.now
      for _ in 0..<10 { _ = try await transport.send(request, body: [], options: TransportOptions()) }
      let time = (ContinuousClock.now - start) / 10
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            let random = RandomSource.seeded(UInt64(task))
            for round in 0..<40 {
              let delay = time * (random.fraction() * 2)
              let options = TransportOptions(timeout: round.isMultiple(of: 2) ? .seconds(30) : delay)
              let exchange = Task { try await transport.send(request, body: [], options: options) }
              if round.isMultiple(of: 2) {
                try? await Task.sleep(for: delay)
                exchange.cancel()
              }
              if case .failure(let error) = await exchange.result {
                #expect(error is CancellationError || error as? TransportError == .timedOut)
              }
            }
          }
        }
      }
      // The session tells of each end, if later.
      while transport.exchangeCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(
        try await transport.send(request, body: [], options: TransportOptions()).body == Array("{}".utf8))
    }
  }

  @Test(.timeLimit(.minutes(15))) func cancelledBeforeItBegins() async throws {
    let transport = URLSessionTransport()
    let exchange = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(
        HTTPTypes.HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:9", path: "/"), body: [],
        options: TransportOptions())
    }
    await #expect(throws: CancellationError.self) { try await exchange.value }
    while transport.exchangeCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }
}
