#if os(Linux)
  import CWGNAPICurl

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The sockets of idle connections, by local port.
  ///
  /// A server may send data on an idle connection: the end of the connection, or a response with status 408
  /// to no request. libcurl treats it as the answer to the next request, unless a second has passed (before
  /// 8.0, always).
  ///
  /// Unchecked: used only on the loop's thread.
  final class CurlConnections: @unchecked Sendable {
    private static let limit = 128

    private var sockets: [CInt: CInt] = [:]

    /// Records the connection of a completed request.
    func keep(_ handle: CurlHandle) {
      guard let (socket, port) = handle.connection else { return }
      sockets[port] = socket
      guard sockets.count > Self.limit else { return }
      for (port, socket) in sockets where Self.localPort(of: socket) != port { sockets[port] = nil }
    }

    /// Returns whether nothing has arrived on the connection with a local port since it became idle, not even
    /// its end.
    func isQuiet(port: CInt) -> Bool {
      // The descriptor may have been reused for another socket.
      guard let socket = sockets[port], Self.localPort(of: socket) == port else { return true }
      var byte: UInt8 = 0
      return recv(socket, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) < 0
    }

    private static func localPort(of socket: CInt) -> CInt? {
      // Family and port are at the same offsets as in an IPv4 address.
      var address = sockaddr_in6()
      var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
      let isFound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) == 0 }
      }
      let family = CInt(address.sin6_family)
      guard isFound, family == AF_INET || family == AF_INET6 else { return nil }
      return CInt(UInt16(bigEndian: address.sin6_port))
    }
  }
#endif
