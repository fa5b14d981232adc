import Edges
import Features
import Foundation
import Hostile
import Testing
import WGNAPIPartial
import WGNAPIRuntime

/// Some fields of generated models, asked for by key paths of another module, and slices.
struct PartialTests {
  static let ship = """
    {"id": 7, "name": "Gull", "class": "red", "captain": {"name": "Ann", "rank": 3, "born": null}, "crew":
     [{"name": "Bo", "rank": 1, "born": "2000-01-02"}], "holds": {"AB": {"cargo": {"weight": 1.5, "kind": "tea"},
     "size": 2}, "CD": null}, "home": {"port": "P", "berth": {"number": 3, "side": "left"}}, "old_name": "Tern",
     "log": ["a"], "escort": null, "sister": {"id": 8, "name": "Skua", "class": "red", "captain": null, "crew":
     [{"name": "Cy", "rank": 2, "born": null}], "holds": [], "old_name": "", "launched": null, "description": "",
     "steps": 0, "base": {"n": 1, "m": 2}, "matrix": []}, "launched": 10, "description": "d", "steps": 5,
     "base": {"n": 1, "m": 2}, "matrix": [[{"cargo": {"weight": 1, "kind": "x"}, "size": 4}]], "tags": null}
    """

  private func query(_ request: some APIRequest) throws -> [String] {
    try request.query.dropFirst().map { "\($0.name)=\($0.value)" }
  }

  private let ships = ShipsRequest(ids: [7])

  @Test func awkwardPropertiesAreFound() throws {
    #expect(
      try query(ships.selecting([\.class, \.description, \.steps])) == ["fields=class,description,steps"])
    #expect(try query(ships.selecting([\.home.berth.side])) == ["fields=home.berth.side"])
    #expect(try query(ships.selecting([\.sister.sister.name, \.tags])) == ["fields=sister.sister.name,tags"])
    #expect(try query(ships.selecting([\.matrix.size])) == ["fields=matrix.size"])
    #expect(
      try query(ships.selecting([\.escort.escort.name, \.log])) == [
        "fields=escort.escort.name,log", "with=escort.escort,log",
      ])
    #expect(
      try query(ships.selecting(.excluding([\.base.n]), extra: [\.log])) == ["fields=-base.n", "with=log"])
    #expect(
      ships.selecting([\.id, \.name, \.class, \.crew, \.base]).violations.map(\.keyword) == ["maxItems"])
    #expect(try ShipListRequest().selecting([\.id, \.name]).query.map(\.value) == ["id|name"])
  }

  private protocol Deprecated { static func paths() throws -> [[String]] }
  private enum DeprecatedPaths: Deprecated {
    @available(*, deprecated)
    static func paths() throws -> [[String]] {
      let request = ShipsRequest(ids: [7]).selecting([\.oldName, \.oldCaptain.name])
      let some = try Partial<Ship>.decode(Array(PartialTests.ship.utf8), fields: [\.oldName, \.oldCaptain])
      #expect(some.oldName == .value("Tern"))
      #expect(some.oldCaptain == .value(nil))
      return try [request.query.map(\.value)]
    }
  }

  @Test func deprecatedPropertiesAreFound() throws {
    let type: any Deprecated.Type = DeprecatedPaths.self
    #expect(try type.paths() == [["7", "old_name,old_captain.name"]])
  }

  @Test func partsAreRead() throws {
    let some = try Partial<Ship>.decode(
      Array(Self.ship.utf8),
      fields: [
        \.class, \.captain.name, \.crew.born, \.holds.cargo.weight, \.sister.base.m, \.escort.name,
        \.launched,
      ],
      options: strict)
    #expect(some.class == .value(.red))
    #expect(some.captain.name == .value("Ann"))
    #expect(some.captain.rank == .notRequested)
    #expect(try some.crew.get().first?.born == .value(CalendarDate(year: 2000, month: 1, day: 2)))
    #expect(try some.holds.get()["AB"]??.cargo.weight == .value(1.5))
    #expect(try some.holds.get()["CD"] == .some(nil))
    #expect(some.sister.base.m == .value(2))
    #expect(some.escort == .value(nil))
    #expect(some.launched == .value(Date(timeIntervalSince1970: 10)))
    #expect(some.home.port == .notRequested)
    let whole = try Partial<Ship>.decode(
      Array(Self.ship.utf8), fields: .all, extra: [\.escort], options: strict)
    #expect(whole.model == (try Ship.decode(Array(Self.ship.utf8), options: strict)))
    #expect(whole.escort == .value(nil))
    #expect(whole.log == .notRequested)
  }

  @Test func slicesAreSmallModels() throws {
    #expect(try query(ShipsRequest(ids: [7]).slice(Berth.self)) == ["fields=home.berth"])
    let row = ships.slice(ShipRow.self)
    // More fields than the endpoint takes.
    #expect(row.violations.map(\.keyword) == ["maxItems"])
    #expect(ShipRow.extraFields == ["log", "escort"])
    #expect(try query(ships.slice(VesselName.self)) == ["fields=id,captain.name"])
    let text = """
      {"id": 7, "name": "Gull", "class": "red", "captain": null, "crew": [{"rank": 9}], "holds": [], "old_name": "o",
       "escort": {"name": "Skua"}, "launched": null, "base": {"n": 1}, "matrix": [[{"size": 0.5}]],
       "home": {"berth": {"side": "left"}}, "log": ["a"]}
      """
    let value = try ShipRow.decode(Array(text.utf8), options: JSONDecoding(unknownKeys: .reject))
    #expect(value.crew.map(\.rank) == [9])
    #expect(value.holds.isEmpty)
    #expect(value.escort?.name == "Skua")
    #expect(value.home?.berth.side == Ship.Home.Berth.Side.left)
    #expect(try ShipRow.decode(value.encoded()) == value)
    #expect(throws: JSONError.self) {
      try ShipRow.decode(Array(text.replacingOccurrences(of: "9", with: "10").utf8))
    }
    // What a whole document has, a slice of it has.
    let part = try ShipRow.decode(Array(Self.ship.utf8))
    let whole = try Ship.decode(Array(Self.ship.utf8))
    #expect(part.captain?.name == whole.captain?.name)
    #expect(part.holds["AB"]??.cargo.weight == whole.holds["AB"]??.cargo.weight)
    #expect(part.matrix.first?.first?.size == 4)
  }

  @Test func hostileNamesTravelAsTheyAre() throws {
    let request = GoRequest(aB: "x").selecting([\.letX, \.initValue])
    #expect(
      try request.query.filter { $0.name != "a\"b" }.map { "\($0.name)=\($0.value)" } == [
        "f\"*/=*/ let x\"init"
      ])
    #expect(GoRequest(aB: "x").slice(Card.self).violations.map(\.keyword) == ["separator"])
    #expect(ModelLayoutValue.fields.contains("diamond.id"))
  }

  /// Also in models within the partial one, whole or not.
  @Test(arguments: [true, false]) func secretsAreHidden(isPart: Bool) throws {
    let secret = #""codes": ["s3cr3t"]"#
    let text = Self.ship.replacing(#""matrix": []}"#, with: #""matrix": [], \#(secret)}"#)
      .replacing(#""tags": null"#, with: #""tags": null, \#(secret)"#)
    let fields: Fields<Ship> = isPart ? [\.id, \.codes, \.sister] : .all
    let ship = try Partial<Ship>.decode(Array(text.utf8), fields: fields)
    #expect(ship.codes == .value(["s3cr3t"]))
    #expect(ship.sister.codes == .value(["s3cr3t"]))
    var dumped = ""
    dump(ship, to: &dumped)
    for description in ["\(ship)", String(reflecting: ship), "\([ship])", "\(ship.sister)", dumped] {
      #expect(!description.contains("s3cr3t") && description.contains("Skua"), "\(description)")
    }
    // Only descriptions hide it.
    #expect(try String(decoding: ship.encoded(), as: UTF8.self).contains("s3cr3t"))
    let wrong = text.replacing(#"["s3cr3t"]"#, with: "[93215]")
    let error = #expect(throws: JSONError.self) {
      try Partial<Ship>.decode(Array(wrong.utf8), fields: fields)
    }
    #expect(error.map { !"\($0)".contains("93215") } == true, "\(String(describing: error))")
  }
}
