import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime

#if os(Linux)
  @testable import WGNAPICurl
#endif

/// What a transport works with doesn't come back from a call.
@Suite(.timeLimit(.minutes(15))) struct StuckTransportTests {
  #if os(Linux)
    /// A file of certificates that nobody writes: libcurl waits for it, on the thread that it is called on.
    private final class SilentFile {
      let path = NSTemporaryDirectory() + "wgnapi-\(UUID().uuidString)"

      init() throws {
        guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
      }

      deinit { unlink(path) }

      /// Gives an end to who waits for it now.
      func release() {
        let file = open(path, O_WRONLY | O_NONBLOCK)
        if file >= 0 { close(file) }
      }
    }

    private func transport(_ file: SilentFile, patience: Duration) -> CurlTransport {
      CurlTransport(
        configuration: CurlTransport.Configuration(certificateAuthorities: file.path, proxy: ""),
        patience: patience)
    }

    private func secure(_ port: UInt16) -> HTTPRequest {
      HTTPRequest(method: .get, scheme: "https", authority: "localhost:\(port)", path: "/")
    }

    @Test func timeAndCancellationHoldWhereLibcurlIsStuck() async throws {
      let file = try SilentFile()
      let server = try MisbehavingServer { _ in [.wait(milliseconds: 100_000)] }
      // Nobody else takes over.
      let transport = transport(file, patience: .seconds(10_000))
      let stuck = Task { try await transport.send(secure(server.port), body: [], options: .patient) }
      try await Task.sleep(for: .milliseconds(200))
      try await timeAndCancellationHold(transport, server.server)
      stuck.cancel()
      await #expect(throws: CancellationError.self) { try await stuck.value }
      #expect(server.requests.isEmpty)
      for _ in 0..<20 {
        file.release()
        try await Task.sleep(for: .milliseconds(10))
      }
    }

    @Test func anotherThreadTakesOver() async throws {
      let file = try SilentFile()
      let silent = try MisbehavingServer { _ in [.wait(milliseconds: 100_000)] }
      let server = try MisbehavingServer { _ in [.response("{}")] }
      let transport = transport(file, patience: .milliseconds(200))
      #expect(try await transport.send(to: server.server).text == "{}")
      // On its way, when the thread gets stuck.
      let innocent = Task { try await reason { try await transport.send(to: silent.server) } }
      while silent.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
      for _ in 1...4 {
        let stuck = Task {
          try await reason { try await transport.send(secure(server.port), body: [], options: .patient) }
        }
        try await Task.sleep(for: .milliseconds(100))
        // Waits for the thread, and goes to the next one.
        let waiting = Task { try await transport.send(to: server.server).text }
        #expect(try await stuck.value == .connectionLost)
        if let text = try? await waiting.value { #expect(text == "{}") }
      }
      #expect(try await innocent.value == .connectionLost)
      // There is an end to it.
      #expect(try await reason { try await transport.send(to: server.server) } == .other)
      // The threads come back.
      var text = ""
      while text.isEmpty {
        file.release()
        try await Task.sleep(for: .milliseconds(5))
        text = (try? await transport.send(to: server.server).text) ?? ""
      }
      #expect(text == "{}")
    }
  #endif
}

/// A request that takes too long, and one that is cancelled, end at once.
func timeAndCancellationHold(_ transport: any HTTPTransport, _ server: APIServer) async throws {
  let error = try await failure {
    try await transport.send(to: server, options: TransportOptions(timeout: .milliseconds(100)))
  }
  #expect(error == .timedOut)
  let exchange = Task { try await transport.send(to: server) }
  try await Task.sleep(for: .milliseconds(20))
  exchange.cancel()
  await #expect(throws: CancellationError.self) { try await exchange.value }
}
