import WGNAPIClient
import WGNAPISupport

// Several chains at the same time.
extension Chain {
  /// Sends this chain and others at the same time. The first error cancels the others and is thrown.
  public func zip<First, each Rest>(
    _ first: Chain<First>, _ rest: repeat Chain<each Rest>
  ) -> Chain<(Output, First, repeat each Rest)> {
    var names = [name, first.name]
    var texts = [{ @Sendable in first.description }]
    for other in repeat each rest {
      names.append(other.name)
      texts.append { other.description }
    }
    let parts = texts
    return Chain<(Output, First, repeat each Rest)>(
      name: Self.joined(names),
      describe: "\(self).zip(\(parts.map { $0() }.joined(separator: ", ")))",
      run: { core in
        let (own, second) = (Pending<Output>(), Pending<First>())
        let others = (repeat Pending<each Rest>())
        var jobs: [@Sendable () async throws -> Void] = [
          { own.set(try await self.run(core)) }, { second.set(try await first.run(core)) },
        ]
        for (pending, chain) in repeat (each others, each rest) {
          jobs.append { pending.set(try await chain.run(core)) }
        }
        _ = try await Self.concurrently(jobs, atMost: jobs.count)
        return (try own.get(), try second.get(), repeat try (each others).get())
      })
  }

  /// Sends this chain and requests at the same time. The first error cancels the others and is thrown.
  public func zip<First: APIRequest, each Rest: APIRequest>(
    _ first: First, _ rest: repeat each Rest
  ) -> Chain<(Output, First.Response, repeat (each Rest).Response)> {
    zip(Chain<First.Response>(first), repeat (each rest).with(CallOptions()))
  }

  /// Sends many chains and returns their outputs in order. The first error cancels the others and is thrown.
  ///
  /// - Parameters:
  ///   - chains: The chains.
  ///   - concurrency: The maximum number of chains in flight, at least 1.
  public static func all<Element>(
    _ chains: some Sequence<Chain<Element>>, concurrency: Int = 8
  ) -> Chain where Output == [Element] {
    let chains = Array(chains)
    return Chain(
      name: joined(chains.map(\.name)),
      describe: "all(\(listed(chains.lazy.map(\.description), count: chains.count)))",
      run: { core in
        try await concurrently(
          chains.map { chain in { try await chain.run(core) } }, atMost: concurrency)
      })
  }

  /// Sends many requests of one type and returns their responses in order. The first error cancels the others
  /// and is thrown.
  ///
  /// - Parameters:
  ///   - requests: The requests.
  ///   - concurrency: The maximum number of requests in flight, at least 1.
  public static func all<Request: APIRequest>(
    _ requests: some Sequence<Request>, concurrency: Int = 8
  ) -> Chain where Output == [Request.Response] {
    all(requests.map { Chain<Request.Response>($0) }, concurrency: concurrency)
  }

  /// Returns the names without duplicates, joined.
  private static func joined(_ names: [String]) -> String {
    var seen = Set<String>()
    return names.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }

  /// Returns the first few texts, joined.
  private static func listed(_ texts: some Sequence<String>, count: Int) -> String {
    let shown = Array(texts.prefix(3))
    return (shown + (count > shown.count ? ["and \(count - shown.count) more"] : [])).joined(separator: ", ")
  }

  /// Runs jobs with limited concurrency, and returns their results in the order of the jobs.
  static func concurrently<Result: Sendable>(
    _ jobs: [@Sendable () async throws -> Result], atMost limit: Int
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (index: Int, result: Result).self) { group in
      var results = [Result?](repeating: nil, count: jobs.count)
      var waiting = jobs.enumerated().makeIterator()
      func startNext() {
        guard let (index, job) = waiting.next() else { return }
        group.addTask { (index, try await job()) }
      }
      for _ in 0..<min(max(limit, 1), jobs.count) { startNext() }
      while let (index, result) = try await group.next() {
        results[index] = result
        startNext()
      }
      return results.compactMap(\.self)
    }
  }
}

/// A result that one task sets and another one reads afterwards. Unchecked: it is behind a lock.
private final class Pending<Value: Sendable>: @unchecked Sendable {
  private let mutex = Mutex()
  private var value: Value?

  func set(_ value: Value) { mutex.withLock { self.value = value } }

  func get() throws -> Value {
    // A task that sets no result was cancelled.
    guard let value = mutex.withLock({ value }) else { throw CancellationError() }
    return value
  }
}
