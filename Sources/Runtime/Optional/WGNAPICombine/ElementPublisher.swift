#if canImport(Combine)
  import Combine
#elseif canImport(OpenCombine)
  import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  /// A publisher of a call's response or of the elements of an asynchronous sequence, on demand.
  public struct ElementPublisher<Output: Sendable>: Publisher {
    public typealias Failure = any Error

    private let run: @Sendable (ElementSubscription<Output>) async throws -> Void

    /// Publishes the result of one operation.
    init(_ operation: @escaping @Sendable () async throws -> Output) {
      run = { subscription in
        guard await subscription.waitForDemand() else { return }
        subscription.deliver(try await operation())
      }
    }

    /// Publishes the elements of a sequence.
    init<Elements: AsyncSequence & Sendable>(_ elements: Elements) where Elements.Element == Output {
      run = { subscription in
        var iterator = elements.makeAsyncIterator()
        while await subscription.waitForDemand() {
          guard let element = try await iterator.next() else { return }
          subscription.deliver(element)
        }
      }
    }

    public func receive<Receiver: Subscriber>(subscriber: Receiver)
    where Receiver.Input == Output, Receiver.Failure == any Error {
      subscriber.receive(subscription: ElementSubscription(subscriber, run))
    }
  }
#endif
