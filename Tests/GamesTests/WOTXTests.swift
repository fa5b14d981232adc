import Testing
import WGNAPIRuntime
import WOTX

/// What isn't plain in the responses of World of Tanks Modern Armor.
@Suite struct WOTXTests {
  private func client(_ payload: String) -> Client {
    Client(server: .console, applicationID: "demo", configuration: answering(payload))
  }

  @Test func playersOfConsolesAreFoundByTheirNamesThere() async throws {
    let value = try await client(#"[{"account_id":1,"psnid":"a"},{"account_id":null,"psnid":"b"}]"#)
      .playStationPlayers(psnIDs: ["a", "b"])
    #expect(value.map(\.accountID) == [1, nil])
    #expect(try await client(#"[{"account_id":1,"xuid":2}]"#).xboxPlayers(xuids: [2]).first?.xuid == 2)
  }

  /// Profiles of modules hold the group of the module's own kind alone.
  @Test func modulesHaveTheProfileOfTheirKind() async throws {
    let module = """
      {"module_id":1,"name":"a","type":"vehicleGun","nation":"usa","era":"ww2","tier":5,"weight":null,
      "price_credit":0,"image":null,"tanks":[2],"default_profile":{"gun":{"aim_time":1.5,"dispersion":0.4,
      "fire_rate":6,"reload_time":10,"move_down_arc":8,"move_up_arc":20,"traverse_speed":40,"max_ammo":30,
      "gun_group_number":null,"ammo":[{"type":"HOLLOW_CHARGE","damage":[1,2,3],"penetration":[4,5,6],
      "stun":{"duration":[7.5,8]}}]}}}
      """
    let value = try await client(#"{"1":\#(module)}"#).modules()
    let gun = try #require(value[1]??.defaultProfile?.gun)
    #expect(gun.ammo.first?.damage.avg == 2 && gun.ammo.first?.stun?.duration.max == 8)
    try expectSame(value, #"{"1":\#(module)}"#)
  }

  @Test(arguments: [
    #"[{"gun_group_number":1,"guns":[2],"turret_id":null}]"#,
    #"{"gun_group_number":1,"guns":[2],"turret_id":null}"#,
  ])
  func groupsOfWeaponsMayBeSingle(weapons: String) async throws {
    let profile = """
      {"tank_id":1,"profile_id":"1-2","is_default":true,"hp":1,"hull_hp":1,"weight":1,"hull_weight":1,"max_weight":1,
      "speed_forward":1,"speed_backward":1,"max_ammo":1,"ammo":[],"armor":{"hull":{"front":1,"sides":1,"rear":1},
      "turret":null},"modules":{"engine_id":1,"gun_id":null,"radio_id":null,"suspension_id":null,"turret_id":null},
      "engine":null,"gun":null,"radio":null,"suspension":null,"turret":null,"siege":null,
      "autosiege":{"switch_on_time":1,"switch_off_time":2.5,"autoswitch_on_speed":10,"autoswitch_off_speed":20},
      "rapid":null,"turbo":null,"multi_turret":null,"multi_weapon":\(weapons)}
      """
    let value = try await client(#"{"1":\#(profile)}"#).vehicleProfile(tankID: 1)
    #expect(value[1]??.multiWeapon?.first?.guns == [2])
    #expect(value[1]??.autosiege?.switchOffTime == 2.5)
  }
}
