import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Serves a client until it sends `exit` or goes away.
///
/// - Parameters:
///   - input: the descriptor that the client's messages come from.
///   - output: the descriptor to write to.
/// - Returns: the status of the process.
package func serveLanguage(input: Int32, output: Int32) -> Int32 {
  // Specs nest, and what reads them recurses.
  onLargeStack {
    signal(SIGPIPE, SIG_IGN)
    var connection = Connection(input: input, output: output)
    return connection.run()
  }
}

private struct Connection {
  /// How long a client has to be silent before what it changed is checked, and how long that is put off at most.
  private static let pause: Int32 = 40
  private static let longestDelay = Duration.milliseconds(400)

  private let input: Int32
  private let server: LanguageServer
  private let writer: Writer
  private var framing = MessageFraming()
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  init(input: Int32, output: Int32) {
    let writer = Writer(output)
    self.input = input
    self.writer = writer
    server = LanguageServer { writer.write(MessageFraming.framed($0)) }
  }

  mutating func run() -> Int32 {
    let clock = ContinuousClock()
    var dirtySince: ContinuousClock.Instant?
    while true {
      if let status = server.exitStatus { return status }
      if writer.hasFailed { return server.statusAtEnd }
      let needsCheck = server.needsCheck
      dirtySince = needsCheck ? dirtySince ?? clock.now : nil
      // What has arrived is read first: it may cancel what waits.
      switch wait(milliseconds: server.isBusy ? 0 : needsCheck ? Self.pause : -1) {
      case .ready:
        guard read() else {
          while server.isBusy, server.exitStatus == nil { server.handleNext() }
          return server.statusAtEnd
        }
        if !server.isBusy { continue }
      case .silent: break
      case .failed: return server.statusAtEnd
      }
      if server.isBusy {
        server.handleNext()
        if server.isBusy || (dirtySince.map { clock.now - $0 < Self.longestDelay } ?? true) { continue }
      }
      if server.needsCheck {
        server.check()
        dirtySince = nil
      }
    }
  }

  private enum Waiting { case ready, silent, failed }

  private func wait(milliseconds: Int32) -> Waiting {
    var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    let count = poll(&entry, 1, milliseconds)
    if count < 0 { return errno == EINTR ? .silent : .failed }
    return count == 0 ? .silent : .ready
  }

  /// - Returns: false at the end of the stream.
  private mutating func read() -> Bool {
    let count = buffer.withUnsafeMutableBytes { systemRead(input, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    guard count > 0 else { return false }
    framing.append(buffer[..<count])
    while let part = framing.next() {
      switch part {
      case .message(let bytes): server.receive(bytes)
      case .problem(let problem): server.reject(problem)
      }
    }
    return true
  }
}

private final class Writer {
  private let output: Int32
  private(set) var hasFailed = false

  init(_ output: Int32) { self.output = output }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, !hasFailed {
      let count = rest.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        hasFailed = true
      }
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
