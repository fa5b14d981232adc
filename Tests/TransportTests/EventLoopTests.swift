#if AsyncHTTPClient
  import Foundation
  import NIOCore
  import NIOPosix
  import TestSupport
  import Testing
  import WGNAPIAsyncHTTPClient
  import WGNAPIRuntime

  /// Event loops that the user has made, for `AsyncHTTPClientTransport`.
  @Suite(.timeLimit(.minutes(15))) struct EventLoopTests {
    @Test func timeAndCancellationHoldWhereAnEventLoopIsBusy() async throws {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let server = try MisbehavingServer { _ in [.response("{}")] }
      let transport = AsyncHTTPClientTransport(eventLoopGroup: group)
      let gate = DispatchSemaphore(value: 0)
      group.next().execute { gate.wait() }
      try await timeAndCancellationHold(transport, server.server)
      gate.signal()
      #expect(try await transport.send(to: server.server).text == "{}")
      await transport.shutDown()
      try await group.shutdownGracefully()
    }

    @Test func shutDownWithItsEventLoops() async throws {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let server = try MisbehavingServer { request in
        [.wait(milliseconds: request.target == "/slow" ? 2_000 : 0), .response("{}")]
      }
      do {
        let transport = AsyncHTTPClientTransport(eventLoopGroup: group)
        #expect(try await transport.send(to: server.server).text == "{}")
        let slow = Task { try await reason { try await transport.send(to: server.server, path: "/slow") } }
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        await transport.shutDown()
        #expect(try await slow.value == .connectionLost)
        #expect(try await reason { try await transport.send(to: server.server) } == .other)
        await transport.shutDown()
      }
      try await group.shutdownGracefully()
    }
  }
#endif
