import WGNAPIRuntime
import WGNAPITesting
import WOT

/// Code of tests.
final class StubbedPlayers {
  let stubs = Stubs()

  func client() -> Client {
    stubs.on(SearchPlayersRequest.self) { request in
      .value([PlayerMatch(accountID: 1, nickname: request.search)])
    }
    stubs.on(SearchPlayersRequest(search: "nobody"), .value([]))
    return Client(server: .eu, applicationID: "demo", configuration: ClientConfiguration().using(stubs))
  }
}
