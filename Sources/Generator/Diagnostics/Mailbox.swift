import Foundation

/// What threads send to another one, in the order of arrival.
package final class Mailbox<Event: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var events: [Event] = []

  package init() {}

  package func post(_ event: Event) {
    condition.withLock { events.append(event) }
    condition.signal()
  }

  /// Waits for the next event.
  ///
  /// - Parameter seconds: how long to wait at most; nil for any time.
  package func next(within seconds: Double?) -> Event? {
    let end = seconds.map { Date(timeIntervalSinceNow: $0) }
    return condition.withLock {
      while events.isEmpty {
        if let end {
          guard condition.wait(until: end) else { break }
        } else {
          condition.wait()
        }
      }
      return events.isEmpty ? nil : events.removeFirst()
    }
  }
}
