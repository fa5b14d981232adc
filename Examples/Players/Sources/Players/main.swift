import StandIn
import WOT

// Prints players whose name begins with a text. Against the real service, this is all there is to it:
//
//   let client = Client(server: .eu, applicationID: "your application's")
//   let found = try await client.searchPlayers(search: "gar", limit: 10)
//
// Here a server on this machine stands in for it. It answers with recorded responses from the folder that is given as
// an argument; without one, it has invented two players, and answers null instead of their details.

let service = try await StandInService(recordings: CommandLine.arguments.dropFirst().first)
let client = Client(server: Server(url: service.url, like: .eu), applicationID: "demo", language: .english)

let found = try await client.searchPlayers(search: "gar", type: .startsWith, limit: 10)
print("\(found.count) players found:")
for match in found.prefix(5) { print("  \(match.nickname) (\(match.accountID))") }

let players = try await client.players(accountIDs: found.prefix(100).map(\.accountID))
for (id, player) in players.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
  if let player {
    let all = player.statistics.all
    print("\(player.nickname): \(all.battles) battles, \(all.wins) won, rating \(player.globalRating)")
  } else {
    print("\(id): null in the response, so there are no details of this player")
  }
}

await service.stop()
