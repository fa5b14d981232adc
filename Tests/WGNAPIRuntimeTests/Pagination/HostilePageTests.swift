import Testing
import Thoroughness
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIPages

/// Servers and stored states whose numbers lie.
@Suite struct HostilePageTests {
  private static let numbers = [
    Int.min, .min + 1, -2, -1, 0, 1, 2, 5, 6, 49, 50, 51, 1 << 32, .max / 2, .max - 5, .max - 1, .max,
  ]

  /// Pages of some elements and of any numbers, the next one of others.
  private func client(seed: UInt64) -> ThingsClient {
    let random = RandomSource.seeded(seed)
    return ThingsClient { path in
      func number() -> Int { Self.numbers[Int(random.bits() % UInt64(Self.numbers.count))] }
      let things = (0..<random.bits() % 7).map { _ in #"{"id":\#(number()),"version":0}"# }
      let ids = (0..<random.bits() % 20).map { _ in "\(random.bits() % 30)" }.joined(separator: ",")
      let map = (0..<random.bits() % 9).map { key in #""\#(key)":{"id":\#(key),"version":0}"# }
      let data =
        path.hasPrefix("/things") ? "{\(map.joined(separator: ","))}" : "[\(things.joined(separator: ","))]"
      return """
        {"status":"ok","data":\(data),"ids":[\(ids)],
        "meta":{"total":\(number()),"pages":\(number()),"next":"\(number())"}}
        """
    }
  }

  /// Nothing traps; what can't be is an `APIError`.
  private func use<Item>(_ feed: Feed<Item, Int>, id: @Sendable (Item) -> Int) async {
    for step in 0..<12 {
      do {
        switch step % 4 {
        case 3: try await feed.refresh()
        case 2 where step > 8: try await feed.reload()
        default: try await feed.loadNext()
        }
      } catch {
        #expect(error is APIError, "\(error)")
      }
      let ids = await feed.elements.map(id)
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test func feeds() async throws {
    for seed in 0..<UInt64(rounds(400)) {
      let client = client(seed: seed)
      let options = FeedOptions(requestLimit: 1 + Int(seed % 7))
      await use(
        client.feed(ThingsByOffset(limit: seed % 2 == 0 ? nil : 5), id: \.id, options: options), id: \.id)
      await use(
        client.feed(ThingsByPage(limit: seed % 3 == 0 ? nil : 5), id: \.id, options: options), id: \.id)
      await use(client.feed(ThingsByFixedPage(), id: \.id, options: options), id: \.id)
      await use(client.feed(ThingsByCursor(), id: \.id, options: options), id: \.id)
    }
  }

  /// The one that crashed: the number of elements leaps, so that the feed looks for its place far away.
  @Test func totalsThatLeap() async throws {
    for (old, new) in [(1, Int.max), (.max, .min), (.min, .max), (0, .max - 3)] {
      let count = Locked(0)
      let client = ThingsClient { _ in
        let index = count.withLock { count in
          count += 1
          return count
        }
        let things = (1...5).map { #"{"id":\#(index * 10 + $0),"version":0}"# }.joined(separator: ",")
        return #"{"status":"ok","data":[\#(things)],"meta":{"total":\#(index == 1 ? old : new)}}"#
      }
      let feed = client.feed(ThingsByOffset(limit: 5), id: \.id)
      for _ in 0..<3 {
        do { try await feed.loadNext() } catch { #expect(error is APIError) }
      }
    }
  }

  @Test func pages() async throws {
    for seed in 0..<100 as Range<UInt64> {
      let start = Self.numbers[Int(seed) % Self.numbers.count]
      let client = client(seed: seed)
      do {
        var rest = 20
        for try await _ in client.pages(ThingsByPage(page: start, limit: 5)) where rest > 0 { rest -= 1 }
      } catch { #expect(error is APIError) }
      do {
        var rest = 20
        for try await _ in client.pages(ThingsByOffset(offset: start)) {
          rest -= 1
          if rest == 0 { break }
        }
      } catch { #expect(error is APIError) }
    }
  }

  @Test func storedStates() async throws {
    let client = client(seed: 9)
    for end in Self.numbers {
      for size in [nil, 0, -1, Int.min, Int.max, 5] as [Int?] {
        var state = FeedState<Thing>()
        state.elements = [Thing(id: 3), Thing(id: 3), Thing(id: 4)]
        state.position = .offset(end: end, size: size, total: end)
        await use(client.feed(ThingsByOffset(limit: 5), id: \.id, state: state), id: \.id)
        await use(client.feed(ThingsByFixedPage(), id: \.id, state: state), id: \.id)
        var snapshot = FeedState<PageEntry<Int, Thing?>>()
        snapshot.position = .snapshot(ids: size == 5 ? ["1", "2", "{"] : ["1", "2", "4"], count: end)
        await use(
          client.feed(snapshot: ThingIDs(), fetching: Things(ids: []), id: { $0.key }, state: snapshot),
          id: { $0.key })
      }
    }
  }
}
