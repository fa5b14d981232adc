import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Control-C and the wish of others that the process ends, as something to read from a pipe.
///
/// The first signal lets the process finish what it does; a second one ends it at once.
final class Interruption {
  /// Has something to read after a signal.
  let descriptor: Int32
  private let sources: [any DispatchSourceSignal]

  /// - Parameter action: What is done at the first signal, on another thread.
  init(_ action: @escaping @Sendable () -> Void = {}) {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    descriptor = ends[0]
    let writing = ends[1]
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    // A signal that comes before would be lost.
    let registered = DispatchSemaphore(value: 0)
    for source in sources {
      source.setEventHandler {
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
        action()
      }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
    }
    for _ in sources { registered.wait() }
  }

  /// Whether there was a signal.
  var hasCome: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Ends the process as the signal would have, so that a script that is interrupted ends as well.
  static func endProcess() -> Never {
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
    Console.exit(ExitStatus.failure)
  }
}
