import HTTPTypes
import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MiddlewareResponse {
  /// Returns the wait that the server asks for in its `Retry-After` field, in seconds or as a date (RFC 9110,
  /// section 10.2.3), or in the body of its failure; nil if there is none or it is invalid.
  ///
  /// - Parameter now: The current date, which a date in the field is relative to.
  package func retryAfter(now: Date) -> Duration? {
    RetryAfter.delay(in: httpResponse.headerFields, now: now)
      ?? RetryAfter.delay(in: failure?.failure, now: now)
  }
}

/// The field `Retry-After`, or the same information in a body.
package enum RetryAfter {
  /// Returns the wait that the body of a failure asks for.
  package static func delay(in failure: ServiceFailure?, now: Date) -> Duration? {
    failure?.retryAfter(now: now).map { min($0, longestDelay) }
  }

  /// Returns the wait that a server asks for; nil if there is none or it is invalid.
  package static func delay(in fields: HTTPFields, now: Date) -> Duration? {
    guard let text = fields.text(.retryAfter) else { return nil }
    if text.isDigits {
      return min(IntegerText.int64(text).map { .seconds($0) } ?? longestDelay, longestDelay)
    }
    guard let date = HTTPDate.parse(text) else { return nil }
    let delay = Duration(limitedSeconds: date.timeIntervalSince(now))
    return min(max(delay, .zero), longestDelay)
  }

  /// A hundred years. Longer delays are pointless and would overflow.
  private static let longestDelay = Duration.seconds(100 * 365 * 86_400)
}
