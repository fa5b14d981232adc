import HTTPTypes
import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MiddlewareResponse {
  /// How long the server asks to wait: its `Retry-After` field, seconds or a date (RFC 9110, section 10.2.3); nil where
  /// there is none that can be read.
  ///
  /// - Parameter now: the date that one in the field is counted from.
  func retryAfter(now: Date) -> Duration? {
    guard let text = httpResponse.headerFields[.retryAfter] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
      return min(IntegerText.int64(text).map { .seconds($0) } ?? Self.longestDelay, Self.longestDelay)
    }
    guard let date = HTTPDate.parse(text) else { return nil }
    let delay = Duration(limitedSeconds: date.timeIntervalSince(now))
    return min(max(delay, .zero), Self.longestDelay)
  }

  /// A hundred years, beyond which nobody waits and numbers would overflow.
  private static let longestDelay = Duration.seconds(100 * 365 * 86_400)
}
