#if canImport(Combine)
  import Combine
#elseif canImport(OpenCombine)
  import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  import HTTPTypes
  import Synchronization
  import WGNAPIRuntime
  import WOT

  /// A subscriber that asks for as many values as a test says, and keeps what it gets.
  ///
  /// Unchecked: its state is behind a lock.
  final class Probe<Value: Sendable>: Subscriber, @unchecked Sendable {
    typealias Input = Value
    typealias Failure = any Error

    private struct State {
      var subscription: (any Subscription)?
      var values: [Value] = []
      var completion: Subscribers.Completion<any Error>?
    }

    private let lock = Counter()
    private var state = State()
    private let more: Subscribers.Demand

    init(more: Subscribers.Demand = .none) { self.more = more }

    var values: [Value] { lock.guarding { state.values } }
    var isSubscribed: Bool { lock.guarding { state.subscription != nil } }
    var hasFinished: Bool { if case .finished? = lock.guarding({ state.completion }) { true } else { false } }
    var error: (any Error)? {
      if case .failure(let error)? = lock.guarding({ state.completion }) { error } else { nil }
    }

    func receive(subscription: any Subscription) { lock.guarding { state.subscription = subscription } }

    func receive(_ input: Value) -> Subscribers.Demand {
      lock.guarding { state.values.append(input) }
      return more
    }

    func receive(completion: Subscribers.Completion<any Error>) {
      lock.guarding { state.completion = completion }
    }

    func request(_ demand: Subscribers.Demand) { lock.guarding { state.subscription }?.request(demand) }

    func cancel() { lock.guarding { state.subscription }?.cancel() }

    func waitForEnd() async throws {
      while lock.guarding({ state.completion == nil }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    func wait(for count: Int) async throws {
      while values.count < count { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  /// A number and a lock.
  final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func add(_ difference: Int) { number.withLock { $0 += difference } }

    func guarding<Result>(_ body: () -> Result) -> Result {
      number.withLock { _ in UncheckedBox(body()) }.value
    }
  }

  private struct UncheckedBox<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  final class Kept: @unchecked Sendable { var token: AnyCancellable? }

  /// The numbers from 1, which counts how many were made, and how many iterators there are.
  struct Numbers: AsyncSequence, Sendable {
    let count: Int
    let made = Counter()
    let alive = Counter()

    final class AsyncIterator: AsyncIteratorProtocol {
      private let numbers: Numbers

      init(_ numbers: Numbers) {
        self.numbers = numbers
        numbers.alive.add(1)
      }

      deinit { numbers.alive.add(-1) }

      func next() async throws -> Int? {
        guard numbers.made.value < numbers.count else { return nil }
        numbers.made.add(1)
        return numbers.made.value
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
  }

  /// Answers every request the same way, or waits until it is cancelled.
  final class Answering: HTTPTransport {
    private let body: String?
    private let status: Int
    private let counts = (sent: Counter(), cancelled: Counter())

    init(_ body: String?, status: Int = 200) {
      self.body = body
      self.status = status
    }

    var count: Int { counts.sent.value }
    var cancelled: Int { counts.cancelled.value }

    var client: Client {
      Client(
        server: .eu, applicationID: "demo",
        configuration: ClientConfiguration(transport: self, middleware: []))
    }

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      counts.sent.add(1)
      guard let received = self.body else {
        do {
          try await Task.sleep(for: .seconds(600))
        } catch {
          counts.cancelled.add(1)
          throw error
        }
        return TransportResponse(response: HTTPResponse(status: .ok), body: [])
      }
      let response = HTTPResponse(
        status: .init(code: status), headerFields: [.contentType: "application/json"])
      return TransportResponse(response: response, body: Array(received.utf8))
    }
  }
#endif
