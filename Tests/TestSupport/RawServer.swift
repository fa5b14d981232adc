import Foundation
import WGNAPIRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server that answers one connection after another with bytes as they are, even such as aren't HTTP, and
/// closes each; for what a decent server can't be brought to send.
package final class RawServer: Sendable {
  package let port: UInt16

  package var server: APIServer { APIServer("eu", "http://127.0.0.1:\(port)") }

  /// Listens on a free port of 127.0.0.1 and responses `count` connections; none at all where it is 0. Where it doesn't
  /// wait, it answers before anything was asked. Where it doesn't close, the client has to.
  package init(
    answering response: [UInt8], connections count: Int = 1, waits: Bool = true, closes: Bool = true
  ) throws {
    let listener = try ListeningSocket()
    port = listener.port
    guard count > 0 else { return }
    Thread.detachNewThread {
      for _ in 0..<count {
        guard let connection = listener.accept() else { return }
        if waits { Self.readHead(connection) }
        // A client that has seen enough closes, which must not end the tests.
        #if canImport(Darwin)
          var on: Int32 = 1
          setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
          let flags: Int32 = 0
        #else
          let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        response.withUnsafeBytes { bytes in
          while sent < bytes.count {
            let count = send(connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
            guard count > 0 else { return }
            sent += count
          }
        }
        var portion = [UInt8](repeating: 0, count: 4096)
        while !closes, recv(connection, &portion, portion.count, 0) > 0 {}
        shutdown(connection, Int32(SHUT_WR))
        close(connection)
      }
    }
  }

  private static func readHead(_ connection: Int32) {
    var head: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 4096)
    // A body may come along with it.
    while head.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      let count = recv(connection, &portion, portion.count, 0)
      guard count > 0 else { return }
      head += portion[..<count]
    }
  }
}
