import WGNAPIClient

/// For how much longer a request waits because the server asks for it: its time limit, less what it has waited so.
///
/// Unchecked: everything is behind the lock of the request's limiter.
final class Patience: @unchecked Sendable {
  /// What a look at the pauses comes to.
  enum Verdict {
    /// There is none that isn't known.
    case goesOn
    /// The server asks to wait for so much longer, which is to be told.
    case waits(Duration)
    /// It asks for so much, which is too long.
    case leaves(Duration)
  }

  let request: MiddlewareRequest
  /// All of those that the request needs a token of.
  private let buckets: [TokenBucket]
  private var left: Duration
  /// The end of the pause that it has agreed to, whose time isn't part of `left` any more.
  private var end: Duration?

  init(_ request: MiddlewareRequest, _ buckets: [TokenBucket]) {
    self.request = request
    self.buckets = buckets
    left = request.options.timeout
  }

  /// Looks whether there is a longer pause than the one that it has agreed to. As the request needs a token of each bucket,
  /// it waits for the end of the longest one, wherever it stands.
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
