import HTTPTypes
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime

/// Random responses.
@Suite(.timeLimit(.minutes(15))) struct RandomResponseTests {
  private static let samples = [
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"a\"\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n",
    "HTTP/1.0 304 Not Modified\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\nx",
    "HTTP/1.1 413 Too Large\r\nConnection: close\r\n\r\nbody",
    "HTTP/1.1 200 OK\r\n X-A: 1\r\nX-B: 2\r\n\t3\r\nContent-Encoding: deflate\r\nContent-Length: 2\r\n\r\n{}",
  ]

  /// A sample with some bytes changed, inserted or left out, in up to three portions.
  private static func steps(_ random: RandomSource) -> [MisbehavingServer.Step] {
    func below(_ count: Int) -> Int { min(Int(random.fraction() * Double(count)), count - 1) }
    var bytes = Array(samples[below(samples.count)].utf8)
    let bits = Array("0123456789 :;\r\n\t\u{0}abHTP/.-,\u{FC}".utf8)
    for _ in 0..<below(5) where bytes.count > 2 {
      let place = below(bytes.count)
      switch below(4) {
      case 0: bytes[place] = bits[below(bits.count)]
      case 1: bytes.insert(bits[below(bits.count)], at: place)
      case 2: bytes.remove(at: place)
      default: bytes.insert(contentsOf: samples[below(samples.count)].utf8, at: place)
      }
    }
    let cuts = [below(bytes.count), below(bytes.count)].sorted()
    return [
      .send(Array(bytes[..<cuts[0]])), .wait(milliseconds: below(3)),
      .send(Array(bytes[cuts[0]..<cuts[1]])),
      .send(Array(bytes[cuts[1]...])), below(3) == 0 ? .wait(milliseconds: 1) : .close,
    ]
  }

  /// The transport gives a response or an error, and works afterwards.
  @Test(arguments: AnyTransport.sturdy) func whateverComes(kind: AnyTransport) async throws {
    let server = try MisbehavingServer { request in
      request.target == "/sound" ? [.response("{}")] : Self.steps(.seeded(UInt64(request.number)))
    }
    let transport = kind.transport
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for round in 0..<400 {
            let options = TransportOptions(timeout: .milliseconds(100), responseSizeLimit: 100)
            do {
              _ = try await transport.send(
                round.isMultiple(of: 4) ? .post : round.isMultiple(of: 7) ? .head : .get, to: server.server,
                body: round.isMultiple(of: 8) ? [UInt8](repeating: 0, count: round * 100) : [],
                options: options)
            } catch {
              #expect(error is TransportError)
            }
          }
        }
      }
    }
    for _ in 0..<20 {
      // What came too much may still cost a connection.
      if let response = try? await transport.send(to: server.server, path: "/sound"), response.text == "{}" {
        return
      }
    }
    Issue.record("the transport is of no use any more")
  }
}
