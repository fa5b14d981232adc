#if canImport(Combine)
  import Combine
#elseif canImport(OpenCombine)
  import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  import WGNAPISupport

  /// One subscription, with the task that fetches its elements.
  ///
  /// Unchecked: all mutable state is behind the lock, and only the task calls the subscriber, one call at a time.
  final class ElementSubscription<Output: Sendable>: Subscription, @unchecked Sendable {
    private enum Phase {
      /// The subscriber hasn't asked for an element yet.
      case idle
      case running(Task<Void, Never>)
      case ended
    }

    private struct Receiver {
      let receive: (Output) -> Subscribers.Demand
      let complete: (Subscribers.Completion<any Error>) -> Void
    }

    private let mutex = Mutex()
    private var phase = Phase.idle
    private var demand = Subscribers.Demand.none
    /// The task, while it waits for demand.
    private var waiting: CheckedContinuation<Bool, Never>?
    /// Nil after the end, which releases the subscriber.
    private var receiver: Receiver?
    private var run: (@Sendable (ElementSubscription<Output>) async throws -> Void)?

    init<Target: Subscriber>(
      _ subscriber: Target, _ run: @escaping @Sendable (ElementSubscription<Output>) async throws -> Void
    ) where Target.Input == Output, Target.Failure == any Error {
      receiver = Receiver(receive: subscriber.receive, complete: subscriber.receive(completion:))
      self.run = run
    }

    func request(_ more: Subscribers.Demand) {
      guard more > .none else { return }
      let resumed = mutex.withLock { () -> CheckedContinuation<Bool, Never>? in
        switch phase {
        case .ended: return nil
        case .idle:
          demand += more
          // The task waits for the lock, so the phase contains it when it begins.
          phase = .running(Task { await self.fetch() })
          return nil
        case .running:
          demand += more
          defer { waiting = nil }
          return waiting
        }
      }
      resumed?.resume(returning: true)
    }

    func cancel() {
      let (task, waiting) = end()
      task?.cancel()
      waiting?.resume(returning: false)
    }

    /// Waits until the subscriber asks for an element.
    ///
    /// - Returns: false if the subscription was cancelled.
    func waitForDemand() async -> Bool {
      await withCheckedContinuation { continuation in
        let known = mutex.withLock { () -> Bool? in
          if case .ended = phase { return false }
          if demand > .none { return true }
          waiting = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    }

    /// Passes an element to the subscriber, which has asked for it.
    func deliver(_ element: Output) {
      let receiver = mutex.withLock { () -> Receiver? in
        if demand != .unlimited { demand -= 1 }
        return self.receiver
      }
      guard let receiver else { return }
      // Called without the lock, because the subscriber may ask for more or cancel within the call.
      let more = receiver.receive(element)
      mutex.withLock { demand += more }
    }

    private func fetch() async {
      guard let run = mutex.withLock({ run }) else { return }
      var completion = Subscribers.Completion<any Error>.finished
      do {
        try await run(self)
      } catch {
        completion = .failure(error)
      }
      let receiver = mutex.withLock { self.receiver }
      _ = end()
      // Nil if the subscription was cancelled.
      receiver?.complete(completion)
    }

    private func end() -> (Task<Void, Never>?, CheckedContinuation<Bool, Never>?) {
      // Released without the lock, because the subscriber's deinitializer may cancel other subscriptions.
      var released: [Any?] = []
      defer { released.removeAll() }
      return mutex.withLock {
        let task = if case .running(let task) = phase { task } else { nil as Task<Void, Never>? }
        let ended = (task, waiting)
        phase = .ended
        released = [receiver, run]
        (waiting, receiver, run) = (nil, nil, nil)
        return ended
      }
    }
  }
#endif
