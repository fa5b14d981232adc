import Foundation
import WGNAPISupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cancels a task once, and not at moments when that is dangerous.
///
/// FoundationNetworking stops the process if a redirect is decided whose task has been cancelled meanwhile, and may stop it
/// if a task is cancelled while it completes. The rest of the second race can't be avoided here, because cancelling
/// waits for a queue that may be waiting for the session's delegate.
///
/// Unchecked: all mutable state is behind the lock.
final class TaskCancellation: @unchecked Sendable {
  private let mutex = Mutex()
  private var isRequested = false
  private var isDeciding = false
  private var isGivenUp = false
  /// Whether the task has ended, or ends without being cancelled.
  private var hasEnd = false

  /// Cancels `task` unless this has been done or the task has an end; once a redirect has been decided, if one is pending.
  func cancel(_ task: URLSessionTask) {
    let isDue = mutex.withLock { () -> Bool in
      defer { isRequested = true }
      return !isRequested && !hasEnd && !isDeciding
    }
    if isDue { end(task) }
  }

  #if canImport(FoundationNetworking)
    private func end(_ task: URLSessionTask) {
      DispatchQueue.sessionCalls.async { [self] in
        if !mutex.withLock({ hasEnd }) { task.cancel() }
      }
    }
  #else
    private func end(_ task: URLSessionTask) { task.cancel() }
  #endif

  /// Returns whether this is called for the first time. Portions may still arrive while a task is being given up.
  func isFirstGivingUp() -> Bool {
    mutex.withLock {
      defer { isGivenUp = true }
      return !isGivenUp
    }
  }

  /// Prevents all further cancelling: the task has completed.
  func complete() { mutex.withLock { hasEnd = true } }

  /// Decides about a redirect.
  ///
  /// - Parameters:
  ///   - decision: Returns the request to follow the redirect with; nil if it isn't followed.
  ///   - completionHandler: The session's. With FoundationNetworking, it isn't called for a cancelled task.
  func decide(
    _ task: URLSessionTask, _ decision: () -> URLRequest?, completionHandler: (URLRequest?) -> Void
  ) {
    let isCancelled = mutex.withLock { () -> Bool in
      isDeciding = !isRequested
      return isRequested
    }
    guard !isCancelled else {
      #if !canImport(FoundationNetworking)
        completionHandler(nil)
      #endif
      return
    }
    let target = decision()
    completionHandler(target)
    let isDue = mutex.withLock { () -> Bool in
      isDeciding = false
      #if canImport(FoundationNetworking)
        // A task whose redirect isn't followed ends with the redirect, whose body has been read. On Apple's systems, the
        // body is read now.
        if target == nil { hasEnd = true }
      #endif
      return isRequested && !hasEnd
    }
    if isDue { end(task) }
  }
}
