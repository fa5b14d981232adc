import WGNAPIClient

/// What a stream does about an element that can't be read: one that isn't what the API description says.
public enum UnreadableElements: Hashable, Sendable {
  /// It throws an error, and ends.
  case end
  /// It leaves the element out and goes on. The client's observers are told (`ClientObserver.onViolation`).
  case skip
}

/// A sequence of a stream's elements, of which a call can choose what happens to those that can't be read.
public protocol UnreadableHandling: AsyncSequence, Sendable {
  /// Returns the same sequence with another choice than that of the API description.
  ///
  /// - Parameters:
  ///   - choice: What to do about an element that can't be read.
  ///   - report: Called with the reason for each element that is left out.
  func onUnreadable(_ choice: UnreadableElements, report: (@Sendable (APIError) -> Void)?) -> Self
}

extension UnreadableHandling {
  /// Returns the same sequence without the elements that can't be read. The client's observers are told of them
  /// (`ClientObserver.onViolation`), and so is `report`.
  public func skippingUnreadable(_ report: (@Sendable (APIError) -> Void)? = nil) -> Self {
    onUnreadable(.skip, report: report)
  }

  /// Returns the same sequence, which ends with an error at the first element that can't be read.
  public func endingAtUnreadable() -> Self { onUnreadable(.end, report: nil) }
}

/// What to do about elements that can't be read, and whom to tell.
struct ElementHandling: Sendable {
  var choice: UnreadableElements
  var report: (@Sendable (APIError) -> Void)?

  /// Skips an element, or throws the reason why it can't be read.
  func skip(_ error: any Error, in response: StreamingResponse) throws {
    guard choice == .skip, let error = error as? APIError else { throw error }
    response.reportSkipped(error)
    report?(error)
  }
}
