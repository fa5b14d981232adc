import Diagnostics
import Foundation

/// Serves a client until it sends `exit` or goes away.
///
/// - Parameters:
///   - input: the descriptor that the client's messages come from.
///   - output: the descriptor to write to.
/// - Returns: the status of the process.
package func serveLanguage(input: Int32, output: Int32) -> Int32 {
  signal(SIGPIPE, SIG_IGN)
  // Some clients leave streams that don't block.
  for stream in [input, output] { _ = fcntl(stream, F_SETFL, fcntl(stream, F_GETFL) & ~O_NONBLOCK) }
  // Specs nest, and what reads them recurses.
  return onLargeStack {
    var connection = Connection(output: output)
    return connection.run(input)
  }
}

/// The thread that handles messages. Another one reads them, and each check has its own, so that no request waits for one.
private struct Connection {
  /// How long a client has to be silent before what it changed is checked, in seconds.
  private static let pause = 0.04
  /// How long the check of a client that is never silent is put off.
  private static let longestDelay = Duration.milliseconds(400)

  private enum Event: Sendable {
    case input([UInt8])
    case end
    case checked(Check.Found)
  }

  private let events = Mailbox<Event>()
  private let server: LanguageServer
  private let writer: Writer
  private var framing = MessageFraming()
  private var checking: LargeStackThread?

  init(output: Int32) {
    let writer = Writer(output)
    self.writer = writer
    server = LanguageServer { writer.write(MessageFraming.framed($0)) }
  }

  mutating func run(_ input: Int32) -> Int32 {
    let reader = LargeStackThread { [events] in
      while let bytes = readAvailable(input) { events.post(.input(bytes)) }
      events.post(.end)
    }
    if reader == nil { return 1 }
    var due: ContinuousClock.Instant?
    while server.exitStatus == nil, !writer.hasFailed {
      due = server.needsCheck ? due ?? .now + Self.longestDelay : nil
      if let due, due <= .now { beginCheck() }
      // What has arrived is read first: it may cancel what waits.
      switch events.next(within: server.isBusy ? 0 : server.needsCheck ? Self.pause : nil) {
      case .input(let bytes): take(bytes)
      case .checked(let found):
        checking?.join()
        server.publish(found)
      case .end:
        while server.isBusy, server.exitStatus == nil { server.handleNext() }
        return server.statusAtEnd
      case nil: if server.isBusy { server.handleNext() } else { beginCheck() }
      }
    }
    return server.statusAtEnd
  }

  private mutating func take(_ bytes: [UInt8]) {
    framing.append(bytes)
    while let part = framing.next() {
      switch part {
      case .message(let bytes): server.receive(bytes)
      case .problem(let problem): server.reject(problem)
      }
    }
  }

  private mutating func beginCheck() {
    guard let check = server.beginCheck() else { return }
    let run = { @Sendable [events] in events.post(.checked(check.run())) }
    checking = LargeStackThread(run)
    if checking == nil { run() }
  }
}

private final class Writer {
  private let output: FileHandle
  private(set) var hasFailed = false

  init(_ output: Int32) { self.output = FileHandle(fileDescriptor: output, closeOnDealloc: false) }

  func write(_ bytes: [UInt8]) {
    do { try output.write(contentsOf: Data(bytes)) } catch { hasFailed = true }
  }
}

/// What a stream has, once it has something; nil at its end.
private func readAvailable(_ descriptor: Int32) -> [UInt8]? {
  var buffer = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count > 0 { return Array(buffer.prefix(count)) }
    guard count < 0, errno == EINTR else { return nil }
  }
}
