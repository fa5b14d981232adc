import ArgumentParser
import Foundation
import WGNAPIFeeds
import WGNAPIPages
import WGNAPIPartial
import WGNAPIRuntime
import WOT

struct ClanCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "clan", abstract: "Shows a clan's card, its rating day by day, and its news.")

  @Argument(help: "A clan's tag or ID.")
  var clan: String

  @Option(help: "The days of the rating to show.")
  var days = 7

  @OptionGroup var service: ServiceOptions
  @OptionGroup var output: OutputOptions

  func report(_ session: Session) async throws -> ClanReport {
    let (tanks, call) = (session.tanks, session.call)
    let id = try await clanID(clan, session)
    // Without a slice in the spec, key paths name the fields to ask for.
    let request = ClansRequest(clanIDs: [id]).selecting([
      \.clanID, \.tag, \.name, \.motto, \.leaderName, \.membersCount, \.createdAt, \.isClanDisbanded,
    ])
    guard let found = try await tanks.send(request, options: call)[id] ?? nil else {
      throw Failure.nothingFound("there is no clan \(clan)")
    }
    var report = try ClanReport(found)
    guard !report.isDisbanded else { return report }
    report.rating = try await ratings(of: id, session)
    let battles = try await tanks.battles(of: id, call).loadNext().elements
    report.battles = try await session.named(battles)
    return report
  }

  /// Returns the clan's ratings by day, the oldest first. Days without a rating are left out.
  private func ratings(of id: ClanID, _ session: Session) async throws -> [ClanReport.Rating] {
    let dates = try await session.tanks.send(ClanRatingDatesRequest(limit: days), options: session.call)
    let progress = ProgressLine(of: "days", on: session.terminal)
    defer { progress.clear() }
    var ratings: [ClanReport.Rating] = []
    let wanted = (dates["all"] ?? dates.values.first)?.dates.sorted().suffix(max(days, 0)) ?? []
    for (index, date) in wanted.enumerated() {
      progress.show(index, of: wanted.count)
      guard let rank = try await rank(of: id, on: date, session) else { continue }
      ratings.append(ClanReport.Rating(date: date, value: rank.value, rank: rank.rank))
    }
    return ratings
  }

  private func rank(of id: ClanID, on date: Date, _ session: Session) async throws -> ClanRank? {
    let request = ClanRatingsRequest(clanIDs: [id], date: date).selecting([\.efficiency])
    do {
      let rating = try await session.tanks.send(request, options: session.call)[id] ?? nil
      return rating?.efficiency.ifRequested?.model
    } catch let error as APIError where error.code(as: WOT.ErrorCode.self) == .ratingsNotFound {
      return nil
    }
  }
}

/// Returns the ID of a clan with a tag, or the ID itself.
func clanID(_ text: String, _ session: Session) async throws -> ClanID {
  if let id = ClanID(text) { return id }
  // The search also finds names. The clan is usually on the first page; the limit ends the search in any case.
  let clans = session.tanks.items(SearchClansRequest(search: text), options: session.call).prefix(500)
  guard let match = try await clans.first(where: { $0.tag.lowercased() == text.lowercased() }) else {
    throw Failure.nothingFound("there is no clan with the tag “\(text)”")
  }
  return match.clanID
}
