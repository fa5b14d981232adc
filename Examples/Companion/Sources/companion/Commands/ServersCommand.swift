import ArgumentParser
import Foundation
import TerminalText
import WGN

struct ServersCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "servers", abstract: "Shows how many players are online.")

  @OptionGroup var service: ServiceOptions
  @OptionGroup var output: OutputOptions

  func report(_ session: Session) async throws -> ServersReport {
    let servers = try await session.wargaming.send(GameServersRequest(), options: session.call)
    return ServersReport(servers)
  }
}

struct ServersReport: Report {
  struct Server: Encodable {
    let game: Game
    let name: String
    let players: Int
  }

  let servers: [Server]

  init(_ servers: [Game: [GameServer]]) {
    let games = servers.sorted { $0.key.rawValue < $1.key.rawValue }
    self.servers = games.flatMap { game, servers in
      servers.map { Server(game: game, name: $0.server, players: $0.playersOnline) }
    }
  }

  func lines(width: Int, now: Date) -> [Line] {
    let most = servers.map(\.players).max() ?? 0
    var table = Table(columns: [
      .init("GAME", isFlexible: true), .init("SERVER"), .init("ONLINE", .right), .init("", isOptional: true),
    ])
    for server in servers {
      let share = most > 0 ? Double(server.players) / Double(most) : 0
      table.add(
        Line(server.game.title), Line(server.name), Line(grouped(server.players), .yellow),
        Line(bar(share, columns: 24), .green))
    }
    return table.lines(width: width)
  }
}
