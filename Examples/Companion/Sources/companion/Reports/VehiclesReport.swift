import Foundation
import TerminalText
import WOT

struct VehiclesReport: Report {
  struct Vehicle: Encodable {
    let id: TankID
    let name: String
    let nation: Nation
    let type: VehicleType
    let tier: Int
    let isPremium: Bool
  }

  private(set) var vehicles: [Vehicle] = []
  private(set) var total: Int?
  var page: Int?
  var pages: Int?

  /// Adds the vehicles of a page.
  mutating func add(_ cards: [VehicleCard], of total: Int?) {
    vehicles += cards.map { card in
      Vehicle(
        id: card.tankID, name: card.shortName, nation: card.nation, type: card.type, tier: card.tier,
        isPremium: card.isPremium)
    }
    self.total = total
  }

  func lines(width: Int, now: Date) -> [Line] {
    var table = Table(columns: [
      .init("TIER", .right), .init("VEHICLE", isFlexible: true), .init("NATION", isOptional: true),
      .init("TYPE"),
      .init("ID", .right, isOptional: true),
    ])
    for vehicle in vehicles {
      let name: Line =
        vehicle.isPremium ? [Span(vehicle.name, .yellow), Span(" ★", .yellow)] : Line(vehicle.name)
      table.add(
        Line(roman(vehicle.tier)), name, Line(vehicle.nation.rawValue), Line(vehicle.type.title, .cyan),
        Line("\(vehicle.id)", .faint))
    }
    return table.lines(width: width) + [summary]
  }

  private var summary: Line {
    let byTier = (1...10).map { tier in Double(vehicles.count { $0.tier == tier }) }
    let place = page.map { page in "Page \(page)" + (pages.map { " of \($0)" } ?? "") + ", " } ?? ""
    let count = "\(vehicles.count)" + (total.map { " of \(grouped($0))" } ?? "")
    return [
      Span("\(place)\(count) vehicles, by tier I ", .faint), Span(sparkline(byTier, from: 0), .green),
      Span(" X", .faint),
    ]
  }
}

extension VehicleType {
  /// The name of the class of vehicles; the key of one that is newer than the client.
  var title: String {
    switch self {
    case .lightTank: "light"
    case .mediumTank: "medium"
    case .heavyTank: "heavy"
    case .tankDestroyer: "tank destroyer"
    case .artillery: "artillery"
    default: rawValue
    }
  }
}
