import ArgumentParser
import WGN
import WGNAPIChains
import WGNAPIPartial
import WGNAPIRuntime
import WOT

struct PlayerCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "player", abstract: "Shows a player's card.")

  @Argument(help: "A player's name or ID.")
  var player: String

  @OptionGroup var service: ServiceOptions
  @OptionGroup var output: OutputOptions

  func report(_ session: Session) async throws -> PlayerReport {
    let (tanks, call) = (session.tanks, session.call)
    let id = try await playerID(session)
    // These don't depend on each other, so they are sent at the same time.
    async let cards = tanks.send(PlayersRequest(accountIDs: [id]).slice(PlayerCard.self), options: call)
    async let memberships = tanks.send(
      ClanMembershipsRequest(accountIDs: [id]).slice(WOT.MembershipCard.self), options: call)
    async let vehicles = tanks.send(PlayerVehiclesRequest(accountIDs: [id]), options: call)
    async let games = games(of: id, session)
    guard let card = try await cards[id] ?? nil else {
      throw Failure.nothingFound("there is no player \(player)")
    }
    let driven = (try await vehicles[id] ?? nil) ?? []
    return PlayerReport(
      card: card, membership: try await memberships[id] ?? nil, vehicles: driven,
      tiers: try await tiers(of: driven.map(\.tankID), session), games: try await games)
  }

  private func playerID(_ session: Session) async throws -> WOT.AccountID {
    if let id = WOT.AccountID(player) { return id }
    let request = SearchPlayersRequest(search: player, type: .exact)
    guard let match = try await session.tanks.send(request, options: session.call).first else {
      throw Failure.nothingFound("there is no player “\(player)”")
    }
    return match.accountID
  }

  /// Returns the tiers of vehicles, in batches of the size that the service allows.
  private func tiers(of ids: [TankID], _ session: Session) async throws -> [TankID: Int] {
    guard !ids.isEmpty else { return [:] }
    let request = VehiclesRequest(tankIDs: ids).selecting([\.tier])
    let vehicles = try await session.tanks.send(request.batched(options: session.call))
    return vehicles.compactMapValues { $0?.tier.ifRequested }
  }

  /// Returns the games of an account; none in regions without this endpoint.
  private func games(of id: WOT.AccountID, _ session: Session) async throws -> [Game] {
    // Each client has its own types, so IDs of two APIs can't be mixed up.
    let account = WGN.AccountID(rawValue: id.rawValue)
    let request = AccountsRequest(accountIDs: [account]).slice(AccountCard.self)
    do {
      return try await session.wargaming.send(request, options: session.call)[account]??.games ?? []
    } catch let error as APIError {
      guard case .notAvailable = error.kind else { throw error }
      return []
    }
  }
}
