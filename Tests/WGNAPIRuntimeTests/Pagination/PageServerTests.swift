import Testing
import WGNAPIPages
import WGNAPIRuntime

/// Lists of a real server, read in both directions.
@Suite(.timeLimit(.minutes(5))) struct PageServerTests {
  private func ids<S: AsyncSequence>(_ sequence: S) async throws -> [Int] where S.Element == Thing {
    var ids: [Int] = []
    for try await element in sequence { ids.append(element.id) }
    return ids
  }

  @Test func linksAreFollowed() async throws {
    let list = MovingList(count: 23)
    try await withMovingList(list) { client in
      let forward = try await ids(client.items(ThingsByLink(limit: 5, key: "secret"), prefetch: true))
      #expect(forward == Array(1...23))
      #expect(list.requests.count == 5)
      #expect(list.requests.allSatisfy { $0.contains("key=secret") })
      list.forgetRequests()
      let backward = client.items(ThingsByLink(limit: 5), direction: .backward)
      let backwardIDs = try await ids(backward)
      #expect(backwardIDs == (1...23).reversed())
      // The first one to learn where the list ends.
      #expect(list.requests.count == 6)
      let numbered = try await ids(client.items(ThingsByNumberedLink(limit: 4)))
      #expect(numbered == Array(1...23))
    }
  }

  @Test func theLastElementIsTheCursor() async throws {
    let list = MovingList(count: 20)
    try await withMovingList(list) { client in
      let forward = try await ids(client.items(ThingsByLast(limit: 5)))
      #expect(forward == Array(1...20))
      #expect(
        list.requests == [
          "GET /last?limit=5", "GET /last?after=5&limit=5", "GET /last?after=10&limit=5",
          "GET /last?after=15&limit=5",
        ])
      let backward = client.items(ThingsByLast(before: 18, limit: 5), direction: .backward)
      let backwardIDs = try await ids(backward)
      #expect(backwardIDs == (1...17).reversed())
    }
  }
}
