import ArgumentParser
import WOT

struct SearchCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Finds players whose names begin with a text.")

  @Argument(help: "The start of a name: three characters or more.")
  var name: String

  @Option(help: "The number of players to show at most.")
  var limit = 10

  @OptionGroup var service: ServiceOptions
  @OptionGroup var output: OutputOptions

  func report(_ session: Session) async throws -> SearchReport {
    let found = try await session.tanks.send(
      SearchPlayersRequest(search: name, limit: limit), options: session.call)
    guard !found.isEmpty else { throw Failure.nothingFound("no player's name begins with “\(name)”") }
    // One request for all players, and only for the fields that are shown.
    let cards = try await session.tanks.send(
      PlayersRequest(accountIDs: found.map(\.accountID)).slice(PlayerCard.self), options: session.call)
    return SearchReport(players: found.map { .init($0, cards[$0.accountID] ?? nil) })
  }
}
