import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITransport

/// The same fault of a server has the same outcome with all transports, or the page says what differs.
@Suite(.timeLimit(.minutes(15))) struct FaultTests {
  @Test(arguments: Fault.all.indices, Fault.kinds)
  func theOutcomeIsTheOneOnThePage(index: Int, kind: AnyTransport) async throws {
    let fault = Fault.all[index]
    let expected = fault.outcome(kind)
    switch expected {
    case .either, .stop: return
    case .failure, .response, .timedOut, .tooLarge: break
    }
    let transport = kind.transport
    // A stream is limited by what arrives.
    for isStreamed in expected == .tooLarge ? [false] : [false, true] {
      let outcome = try await outcome(
        of: fault, transport, isStreamed: isStreamed, isEndless: expected == .timedOut)
      #expect(outcome == expected, "\(fault.name), \(kind)\(isStreamed ? ", streamed" : "")")
    }
    // The transport goes on working.
    let sound = try MisbehavingServer { _ in [.response("{}")] }
    #expect(try await transport.send(to: sound.server).text == "{}")
  }

  /// A response to HEAD has no body, whatever its length says. `URLSession` stops the process on Linux.
  @Test(arguments: AnyTransport.sturdy) func aLengthOfABodyThatIsNotSent(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n"), .wait(milliseconds: 60_000)]
    }
    let request = HTTPRequest(method: .head, scheme: "http", authority: "127.0.0.1:\(server.port)", path: "/")
    let options = TransportOptions(timeout: .seconds(60))
    let response = try await kind.transport.send(request, body: [], options: options)
    #expect(response.response.status == .ok && response.body.isEmpty)
  }

  @Test func thePageHasTheTable() throws {
    let lines = try PageCode("transports.md").text.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| a server that |") })
    let table = lines[(start + 2)...].prefix { $0.hasPrefix("|") }
    #expect(Array(table) == Fault.all.map(\.row))
  }

  private func outcome(
    of fault: Fault, _ transport: any HTTPTransport, isStreamed: Bool, isEndless: Bool
  ) async throws -> Fault.Outcome {
    let (server, scheme, port) = try start(fault.behavior)
    defer { withExtendedLifetime(server) {} }
    let body = fault.sendsBody ? [UInt8](repeating: 120, count: 32 << 20) : []
    let early = try #require(HTTPField.Name("X-Early"))
    let request = HTTPRequest(
      method: fault.sendsBody ? .post : .get, scheme: scheme, authority: "127.0.0.1:\(port)", path: "/",
      headerFields: fault.sendsBody ? [early: "1"] : [:])
    // What never ends isn't waited for long.
    let time = isEndless ? Duration.seconds(3) : .seconds(60)
    let options = TransportOptions(timeout: time, idleTimeout: time)
    do {
      let response: HTTPResponse
      let bytes: [UInt8]
      if isStreamed {
        let stream = try await transport.stream(request, body: .bytes(body), options: options)
        (response, bytes) = (stream.response, try await stream.body.collected(upTo: 1_000))
      } else {
        let whole = try await transport.send(request, body: body, options: options)
        (response, bytes) = (whole.response, whole.body)
      }
      return .response(String(decoding: bytes, as: UTF8.self), status: response.status.code)
    } catch TransportError.failed(let failure) {
      return .failure(failure.reason)
    } catch TransportError.timedOut {
      return .timedOut
    } catch TransportError.responseTooLarge {
      return .tooLarge
    }
  }

  /// Returns what keeps a server running, and where it is.
  private func start(_ behavior: Fault.Behavior) throws -> (AnyObject, scheme: String, port: UInt16) {
    switch behavior {
    case .response(let text, let closes):
      let server = try MisbehavingServer { _ in
        [.text(text), closes ? .close : .wait(milliseconds: 60_000)]
      }
      return (server, "http", server.port)
    case .handshake(let text, let closes):
      let server = try RawServer(
        answering: Array(text.utf8), connections: 4, waits: false, closes: closes)
      return (server, "https", server.port)
    }
  }
}
