import ArgumentParser
import WGNAPIPages
import WOT

struct VehiclesCommand: ReportCommand {
  static let configuration = CommandConfiguration(
    commandName: "vehicles", abstract: "Lists the game's vehicles, page by page or all of them.")

  // A nation that is newer than the client is passed on, because the service may know it.
  @Option(
    help: "Only vehicles of this nation: \(Nation.allCases.map(\.rawValue).joined(separator: ", ")).",
    transform: { Nation(rawValue: $0.lowercased()) })
  var nation: Nation?

  @Option(help: "Only vehicles of this tier.")
  var tier: Int?

  @Option(help: "The page to show.")
  var page = 1

  @Option(help: "The vehicles on a page, 100 at most; by default 20, and 100 with --all.")
  var size: Int?

  @Flag(help: "Show the vehicles of all pages.")
  var all = false

  @OptionGroup var service: ServiceOptions
  @OptionGroup var output: OutputOptions

  func report(_ session: Session) async throws -> VehiclesReport {
    let request = VehiclesRequest(
      nations: nation.map { [$0] }, tiers: tier.map { [$0] }, limit: size ?? (all ? 100 : 20),
      page: all ? 1 : page
    ).slice(VehicleCard.self)
    let progress = ProgressLine(of: "vehicles", on: session.terminal)
    defer { progress.clear() }
    var report = VehiclesReport()
    // Each page is requested when the loop gets there.
    for try await page in session.tanks.pages(request, options: session.call) {
      report.add(page.elements.compactMap(\.value), of: page.total)
      guard all else {
        report.pages = page.pageCount
        report.page = self.page
        break
      }
      progress.show(report.vehicles.count, of: page.total)
    }
    guard !report.vehicles.isEmpty else { throw Failure.nothingFound("there are no such vehicles") }
    return report
  }
}
