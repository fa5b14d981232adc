import Testing
import WGNAPIRuntime
import WOWP

/// What isn't plain in the responses of World of Warplanes.
@Suite struct WOWPTests {
  private func client(_ payload: String) -> Client {
    Client(server: .na, applicationID: "demo", configuration: answering(payload))
  }

  private static let specification = """
    {"specification":{"hp":1,"dps":2,"mass":3.5,"max_speed":4,"speed_at_the_ground":5,"speed_factor":6,
    "dive_speed":7,"stall_speed":8,"optimal_maneuver_speed":9,"optimal_height":10,"rate_of_climbing":11.5,
    "average_turn_time":12.5,"roll_maneuverability":13,"maneuverability":14,"controllability":15},
    "slots":[{"bind_id":1,"module_id":2,"is_default":true,"slot_name_i18n":"a"}]}
    """

  @Test(arguments: [specification, #"{"1001":\#(specification),"1002":null}"#])
  func specificationsComeAloneOrByPlane(payload: String) async throws {
    let value = try await client(payload).planeSpecification(planeID: 1001)
    let specification =
      switch value {
      case .single(let only): only
      case .byID(let byID): try #require(byID[1001] ?? nil)
      }
    #expect(specification.specification.averageTurnTime == 12.5)
    guard case .list(let slots) = specification.slots else { throw CancellationError() }
    #expect(slots.first?.moduleID == 2)
    try expectSame(value, payload)
  }

  @Test func modulesAreAskedForByKind() async throws {
    let request = PlaneModulesRequest(planeIDs: [1], types: [.frontTurret, .gun])
    #expect(try request.query.map(\.value) == ["1", "turretfront,gun"])
    let gun = """
      {"name":"a","name_i18n":"b","level":1,"mass":2.5,"image":null,"is_default":true,"price_credit":0,"price_xp":0,
      "compatible_vehicles":[1],"caliber":12.7,"bullet_velocity":800,"dps":90,"rpm":700,"gun_id":3,"type":null,
      "type_i18n":null}
      """
    for guns in ["[\(gun)]", #"{"3":\#(gun)}"#] {
      let value = try await client(#"{"1":{"gun":\#(guns)}}"#).planeModules(planeIDs: [1])
      #expect(value[1]??.gun != nil && value[1]??.engine == nil)
      try expectSame(value, #"{"1":{"gun":\#(guns)}}"#)
    }
  }

  @Test func playersWithoutARankHaveNone() async throws {
    let ranks = [
      "battles_count", "damage_dealt", "damage_dealt_ground", "frags_count", "frags_count_ground", "xp_avg",
    ]
    .map { #""\#($0)":null"# }.joined(separator: ",")
    let rating = """
      {"account_id":1,\(ranks),"wins_ratio":{"value":51.5,"rank":null,"rank_delta":null},"xp_max":null}
      """
    let value = try await client("[\(rating)]").topPlayers(type: "all", rankField: .winsRatio)
    #expect(value.first?.winsRatio?.value == 51.5 && value.first?.xpMax == nil)
    try expectSame(value, "[\(rating)]")
  }
}
