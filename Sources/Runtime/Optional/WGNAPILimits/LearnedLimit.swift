/// A limit that a service reports in its header fields, as far as it is known. All state is behind the lock of the
/// limiter that owns it.
///
/// The service's number is right when it is sent, but other requests may be under way. They have been counted here
/// when they left, so within a period the smaller number counts. A number from a response to a request that was alone
/// is exact.
struct LearnedLimit {
  /// The number of requests that may still be sent in the period; nil if unknown.
  private(set) var remaining: Int?
  /// When the period ends; nil before the first report.
  private(set) var end: Duration?
  /// Whether `end` is a guess, because the period has begun without a report.
  private var isGuess = false
  private var limit: Int?
  /// How long a period is, as far as the reports show.
  private var period = Duration.zero
  /// Whether a period restores only one request.
  private var restoresOne = false
  /// The time for which a limit matters at most once it should be restored.
  private var longest = Duration.zero
  private var underWay = 0
  /// The number of requests sent so far.
  private var sent = 0

  /// Periods whose ends differ by no more than this are the same one: services round.
  private static let tolerance = Duration.seconds(2)

  /// What to remember of a request until it is answered.
  struct Ticket {
    fileprivate let number: Int
    fileprivate let wasAlone: Bool
  }

  /// Whether nothing would be lost with this limit.
  func isIdle(at now: Duration) -> Bool {
    guard underWay == 0 else { return false }
    // A limit that is restored little by little matters until all of it is.
    if restoresOne, let end, now - end < longest, let limit,
      let left = restored(at: now)?.remaining ?? remaining
    {
      return left >= limit
    }
    return end ?? now <= now
  }

  /// When a request of that weight may be sent if it may not be yet; otherwise nil. That is the end of the period, or when
  /// the last of the requests that it needs is restored, if they are restored one by one. One that is heavier than the limit
  /// needs all of it.
  func exhaustion(for weight: Int = 1) -> Duration? {
    let needed = min(weight, max(limit ?? weight, 1))
    guard let remaining, remaining < needed else { return nil }
    guard restoresOne, let end else { return end }
    // The first step takes no longer than the longest wait, and neither do all of them.
    let step = min(period, longest)
    return end + min(step * (needed - remaining - 1), longest - step)
  }

  /// Counts a request.
  mutating func take(at now: Duration, weight: Int = 1) -> Ticket {
    if restoresOne {
      if let restored = restored(at: now) {
        remaining = restored.remaining
        end = restored.end
      }
    } else if let end, end <= now {
      // The next response says when the new period ends. If there is a limit, it holds until then.
      remaining = limit
      self.end = limit == nil ? nil : now + period
      isGuess = true
    }
    let ticket = Ticket(number: sent, wasAlone: underWay == 0)
    sent += 1
    underWay += 1
    remaining = remaining.map { max($0 - weight, 0) }
    return ticket
  }

  /// Returns the state with the requests that are accepted again since the last look; nil if there are none.
  private func restored(at now: Duration) -> (remaining: Int, end: Duration)? {
    guard let end, end <= now, let left = remaining, period > .zero else { return nil }
    let count = Int(min((now - end) / period, 1e9)) + 1
    return (min(left + count, max(limit ?? .max, left)), end + period * count)
  }

  /// Ends a request, with what its response says.
  ///
  /// - Parameter longest: The maximum wait that a service can ask for.
  mutating func finish(_ ticket: Ticket, _ report: ReportedLimit?, longest: Duration, now: Duration) {
    underWay = max(underWay - 1, 0)
    guard let report else { return }
    let end = now + min(report.reset, longest)
    limit = report.limit ?? limit
    let isAlone = ticket.wasAlone && underWay == 0 && sent == ticket.number + 1
    restoresOne = report.restoresOne
    self.longest = longest
    if restoresOne {
      period = report.reset
      // Of the requests under way, the service may have counted all or none.
      let least = max(report.remaining - underWay, 0)
      remaining = isAlone ? report.remaining : max(least, min(remaining ?? least, report.remaining))
      self.end = end
      return
    }
    let isKnown = self.end.map { $0 > now } ?? false
    let isSamePeriod = isKnown && self.end.map { abs($0, end) <= Self.tolerance } ?? false
    period = isSamePeriod || isGuess ? max(period, end - now) : end - now
    if isAlone {
      remaining = report.remaining
    } else if let left = remaining, isSamePeriod || isGuess {
      remaining = min(left, report.remaining)
    } else if let left = remaining, isKnown, let known = self.end, known > end {
      // A response that was under way for long may be about an earlier period.
      remaining = min(left, report.remaining)
      return
    } else {
      remaining = max(report.remaining - underWay, 0)
    }
    self.end = end
    isGuess = false
  }

  private func abs(_ a: Duration, _ b: Duration) -> Duration { a > b ? a - b : b - a }
}
