import Testing
import WGNAPIPartial
import WGNAPIRuntime
import WOWS

/// What isn't plain in the responses of World of Warships.
@Suite struct WOWSTests {
  private func client(_ payload: String, meta: String = "null") -> Client {
    Client(server: .eu, applicationID: "demo", configuration: answering(payload, meta: meta))
  }

  /// The service answers null for everything that a hidden profile hides.
  @Test func hiddenPlayersHaveNeitherStatisticsNorLevels() async throws {
    let player = """
      {"account_id":7,"nickname":"a","created_at":1,"updated_at":2,"stats_updated_at":3,"last_battle_time":4,
      "logout_at":5,"leveling_tier":null,"leveling_points":null,"hidden_profile":true,"karma":null,
      "statistics":null,"private":null}
      """
    let client = client(#"{"7":\#(player),"8":null}"#, meta: #"{"count":2,"hidden":[7]}"#)
    let response = try await client.response(to: PlayersRequest(accountIDs: [7, 8]))
    #expect(response.envelope?.meta?.hidden == [7])
    #expect(response.value[7]??.hiddenProfile == true && response.value[8] == .some(nil))
    try expectSame(response.value, #"{"7":\#(player),"8":null}"#)
  }

  @Test(arguments: [
    #"[{"building_type_id":1}]"#, #"{"1":{"building_type_id":1}}"#,
  ])
  func buildingsAreAListOrAMap(types: String) async throws {
    let glossary = """
      {"clans_roles":{"commander":"Commander"},"settings":{"max_members_count":50},"building_types":\(types),
      "buildings":{"2":{"building_id":2,"building_type_id":1,"cost":10,"bonus_type":"dummy","bonus_value":0}}}
      """
    let value = try await client(glossary).clanGlossary()
    let list =
      switch value.buildingTypes {
      case .list(let list): list
      case .byID(let byID): Array(byID.values)
      }
    #expect(list.map(\.buildingTypeID) == [1])
    try expectSame(value, glossary)
  }

  /// A mistake in an element is reported where it is, not as a union that nothing fits.
  @Test func mistakesInListsOrMapsAreFound() async throws {
    let ranks = #"{"1":{"rank":1,"experience":"many","names":{}}}"#
    let error = await #expect(throws: APIError.self) { try await client(ranks).commanderRanks() }
    guard case .decoding(let mistake) = error?.kind else { throw CancellationError() }
    #expect(mistake.path == ["data", "1", "experience"])
  }

  @Test(arguments: [
    #"{"tier":1,"column":2,"perks":[{"perk_id":3,"description":"a"}]}"#,
    #"[{"tier":1,"column":2,"perks":[]}]"#, #"{"Cruiser":{"tier":1,"column":2,"perks":[]},"Submarine":null}"#,
  ])
  func skillsAreCustomizedInAnyForm(customization: String) async throws {
    let skills = """
      {"5":{"name":"a","icon":null,"type_id":1,"type_name":"b","customization":\(customization)},"6":null}
      """
    let value = try await client(skills).commanderSkills()
    let skill = try #require(value[5] ?? nil)
    switch skill.customization {
    case .single(let only): #expect(only.perks.first?.perkID == 3)
    case .list(let list): #expect(list.map(\.column) == [2])
    case .byType(let byType): #expect(byType[.cruiser]??.tier == 1)
    case nil: Issue.record("no customization")
    }
    try expectSame(value, skills)
  }

  @Test func shellsMayHaveNoChanceOfFire() throws {
    let shell =
      #"{"type":"AP","name":"a","damage":1,"burn_probability":null,"bullet_mass":2,"bullet_speed":3}"#
    let value = try Shell.decode(Array(shell.utf8))
    #expect(value.type == .armorPiercing && value.burnProbability == nil)
    try expectSame(value, shell)
  }

  @Test func slicesAskForTheirFields() throws {
    let request = ShipsRequest(types: [.submarine, .cruiser], limit: 5).slice(ShipOverview.self)
    let query = Dictionary(try request.query.map { ($0.name, $0.value) }) { $1 }
    #expect(query["type"] == "Submarine,Cruiser" && query["limit"] == "5")
    #expect(query["fields"]?.contains("default_profile.mobility") == true)
  }
}
