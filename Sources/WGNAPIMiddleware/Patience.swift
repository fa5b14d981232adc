import WGNAPIClient

/// The remaining time that a request can wait because the server asked for it: its time limit, minus such
/// waits so far.
///
/// Unchecked: all mutable state is behind the lock of the request's limiter.
final class Patience: @unchecked Sendable {
  /// The result of checking the pauses.
  enum Verdict {
    /// There is no pause that isn't known yet.
    case goesOn
    /// The server asks for this longer wait, which is to be reported.
    case waits(Duration)
    /// The server asks for this wait, which is too long.
    case leaves(Duration)
  }

  let request: MiddlewareRequest
  /// All buckets from which the request needs a token.
  private let buckets: [TokenBucket]
  private var left: Duration
  /// The end of the accepted pause, whose time has been subtracted from `left`.
  private var end: Duration?

  init(_ request: MiddlewareRequest, _ buckets: [TokenBucket]) {
    self.request = request
    self.buckets = buckets
    left = request.options.timeout
  }

  /// Checks for a longer pause than the accepted one. The request needs a token of each bucket, so it waits
  /// for the end of the longest pause, in any queue.
  func look(at now: Duration) -> Verdict {
    guard let end = buckets.compactMap(\.pauseEnd).max(), end > max(now, self.end ?? now) else {
      return .goesOn
    }
    let time = end - max(now, self.end ?? now)
    guard time <= left else { return .leaves(end - now) }
    left -= time
    self.end = end
    return .waits(end - now)
  }
}
