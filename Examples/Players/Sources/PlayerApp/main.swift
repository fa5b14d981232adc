import StandIn
import WGNAPIRetry
import WGNAPIRuntime
import WOT

// Shows in a terminal what the view shows: a list, and what becomes of three failures. The target has the settings of an app:
// everything in it is on the main actor, unless it says otherwise.

func show(_ state: PlayerSearch.State) -> String {
  switch state {
  case .empty: "nothing"
  case .loading: "…"
  case .found(let players): players.prefix(3).map(\.nickname).joined(separator: ", ")
  case .failed(let problem): problem.message + (problem.canRetry ? " [Try again]" : "")
  }
}

let service = try await StandInService(recordings: CommandLine.arguments.dropFirst().first)
let server = Server(url: service.url, like: .eu)
// A call is tried once, so that the last failure is seen soon.
let once = ClientConfiguration(middleware: Client.middleware.removing(Retry.self))
let search = PlayerSearch(client: Client(server: server, applicationID: "demo", configuration: once))

await search.search("gar")
print("gar: \(show(search.state))")
await search.search("ga")
print("ga: \(show(search.state))")

let blocked = PlayerSearch(client: Client(server: server, applicationID: "revoked", configuration: once))
await blocked.search("gar")
print("with another application: \(show(blocked.state))")

await service.stop()
await search.search("gnome")
print("without the service: \(show(search.state))")
