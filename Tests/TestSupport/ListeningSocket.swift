import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A socket that listens on a free port of 127.0.0.1, until nobody has it any more: a number that was closed while
/// another thread accepts from it may be another socket's by then.
final class ListeningSocket: @unchecked Sendable {
  // Unchecked: what changes is behind the lock.

  let port: UInt16
  private let descriptor: Int32
  private let lock = NSLock()
  private var isStopped = false

  init() throws {
    try checkServersAreAllowed()
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw NoLoopbackServer() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound, listen(descriptor, 64) == 0 else { throw NoLoopbackServer() }
  }

  deinit { close(descriptor) }

  /// Waits for a connection; nil after ``stop()``.
  func accept() -> Int32? {
    while true {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&state, 1, 20)
      if lock.withLock({ isStopped }) { return nil }
      guard count > 0 else { continue }
      let connection = nextConnection(descriptor)
      return connection >= 0 ? connection : nil
    }
  }

  /// Ends waiting for connections.
  func stop() { lock.withLock { isStopped = true } }
}

/// The C function, whose name is the method's.
private func nextConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
