import Foundation
import HTTPTypes
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport
import WGNAPITransport

/// What a queue knows about the time.
///
/// The date of a system may be years off, and would then make everything expire at once. So the age of a request is only
/// certain if it was stored since the queue was opened, by a clock that can't be set, or if the server's date confirms it
/// (RFC 9110, section 6.6.1).
///
/// Unchecked: all mutable state is behind the lock.
final class QueueClock: @unchecked Sendable {
  private let clock: any ClientClock
  private let openedDate: Date
  private let openedUptime: Duration
  private let mutex = Mutex()
  /// The last date of the server, and the uptime then.
  private var server: (date: Date, uptime: Duration)?
  /// Whether the server answers without its date.
  private var isSilent = false
  /// How often the server was asked in vain, and the uptime before which it isn't asked again.
  private var failures = 0
  private var nextUptime = Duration.zero

  init(_ clock: any ClientClock) {
    self.clock = clock
    openedDate = clock.date
    openedUptime = clock.uptime
  }

  /// What is known at a moment.
  struct Reading: Sendable {
    /// The system's date.
    let now: Date
    /// The system's date when the queue was opened, and the date now if it was right.
    fileprivate let opened: Date
    fileprivate let steady: Date
    fileprivate let server: Date?
    fileprivate let isSilent: Bool

    /// The beginning of the time whose events have an age that is certain.
    var firstKnown: Date { server != nil || isSilent ? .distantPast : opened }

    /// Returns whether a time has passed since a date; nil if only the system's date says so.
    func hasPassed(_ duration: Duration, since date: Date) -> Bool? {
      let seconds = duration.seconds
      func hasPassed(at now: Date) -> Bool { now.timeIntervalSince(date) >= seconds }
      guard hasPassed(at: now) else { return false }
      if let server { return hasPassed(at: server) }
      if date >= opened { return hasPassed(at: steady) }
      return isSilent ? true : nil
    }
  }

  var reading: Reading {
    mutex.withLock {
      let uptime = clock.uptime
      return Reading(
        now: clock.date, opened: openedDate,
        steady: openedDate.addingTimeInterval((uptime - openedUptime).seconds),
        server: server.map { $0.date.addingTimeInterval((uptime - $0.uptime).seconds) }, isSilent: isSilent)
    }
  }

  /// Notes the date in a response of the server.
  func note(_ fields: HTTPFields) {
    let date = fields[.date].flatMap { HTTPDate.parse($0) }
    mutex.withLock {
      if let date { server = (date, clock.uptime) } else { isSilent = true }
    }
  }

  /// The time until the response to the question for the date is complete.
  private static let timeout = Duration.seconds(10)

  /// Asks the server for its date with a `HEAD` request without credentials.
  ///
  /// - Returns: nil if the time is known now; otherwise the date on which to ask again.
  func ask(_ core: ClientCore, _ configuration: QueueConfiguration) async -> Date? {
    let (isKnown, wait) = mutex.withLock { (server != nil || isSilent, nextUptime - clock.uptime) }
    if isKnown { return nil }
    if wait > .zero { return clock.date.addingTimeInterval(wait.seconds) }
    guard let request = URL(string: core.server.baseURL).flatMap({ HTTPRequest(headOf: $0) }) else {
      note([:])
      return nil
    }
    let options = TransportOptions(timeout: Self.timeout, responseSizeLimit: 1 << 20)
    do {
      let received = try await core.configuration.transport.send(request, body: [], options: options)
      note(received.response.headerFields)
      return nil
    } catch {
      let failures = mutex.withLock {
        self.failures = min(self.failures + 1, 1_000)
        return self.failures
      }
      let delay = configuration.backoff.delay(after: failures, random: core.configuration.random)
      mutex.withLock { nextUptime = clock.uptime + delay }
      return clock.date.addingTimeInterval(delay.seconds)
    }
  }
}
