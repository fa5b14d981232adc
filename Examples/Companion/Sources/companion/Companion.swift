import ArgumentParser

@main
struct Companion: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "companion",
    abstract: "Players, vehicles and clans of World of Tanks in your terminal.",
    discussion: """
      Register an application at https://developers.wargaming.net and put its ID into the environment variable \
      \(ServiceOptions.applicationIDVariable).

      Exit status: 0 on success, 1 if nothing was found, 64 for wrong arguments, 69 if the service can't be reached or \
      refuses, 78 without an application ID.
      """,
    subcommands: [
      SearchCommand.self, PlayerCommand.self, VehiclesCommand.self, ClanCommand.self, WatchCommand.self,
      ServersCommand.self, PictureCommand.self,
    ])
}
