import Testing
import WGNAPITransport

/// The time for a portion doesn't depend on how many there were.
@Suite struct ManyPortionsTests {
  /// Takes minutes if each portion takes longer than the one before.
  @Test(.timeLimit(.minutes(1))) func portionsTakeTheSameTime() async throws {
    let count = 100_000
    var sum = 0
    for try await portion in HTTPResponseBody(Portions(left: count)) { sum += portion.count }
    #expect(sum == count)
  }
}

/// Portions of one byte.
private struct Portions: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var left: Int

  func makeAsyncIterator() -> Portions { self }

  mutating func next() async -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    return [1]
  }
}
