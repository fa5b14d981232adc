import Foundation
import Testing
import WGNAPIRuntime

/// A plain structure that holds generated values.
private struct Plain: Codable, Equatable {
  var players: [Player]
  var account: AccountID
  var type: VehicleType
  var distribution: Distribution
  var pet: Pet
  var day: CalendarDate
}

@Suite struct CodableTests {
  private func plain() throws -> Plain {
    try Plain(
      players: [Player.decode([UInt8](ModelTests.text))], account: 5, type: .heavyTank,
      distribution: .experience,
      pet: .cat(Cat(lives: 3)), day: #require(CalendarDate("2024-02-29")))
  }

  @Test func jsonCoders() throws {
    let value = try plain()
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Plain.self, from: data) == value)
    let json = try JSON(parsing: [UInt8](data))
    #expect(json["players"]?[0]?["clan_id"] == .null)
    #expect(json["account"] == 5 && json["distribution"] == "xp")
  }

  @Test func propertyListCoders() throws {
    // Property lists have no null, so what is written has none.
    var value = try plain()
    value.players[0].clanID = 1
    value.players[0].$epic = .value(2)
    let data = try PropertyListEncoder().encode(value)
    #expect(try PropertyListDecoder().decode(Plain.self, from: data) == value)
  }

  private struct Keyed: Codable, Equatable {
    var players: [AccountID: Cat] = [7: Cat(lives: 1), -8: Cat(lives: 2)]
    var names: [Nickname: Int] = ["é": 1, "": 2]
    var types: [VehicleType: Int] = [.heavyTank: 1, VehicleType(rawValue: "new"): 2]
    var closed: [Distribution: Int] = [.experience: 1]
    var levels: [Level: [Level: Int]] = [.second: [.first: 0]]
  }

  /// The standard encoders write such maps as objects, as the API does.
  @Test func mapsAreKeyedAsInTheAPI() throws {
    let value = Keyed()
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Keyed.self, from: data) == value)
    let json = try JSON(parsing: [UInt8](data))
    #expect(json["players"] == ["7": ["lives": 1], "-8": ["lives": 2]])
    #expect(json["names"] == ["é": 1, "": 2])
    #expect(json["types"] == ["heavyTank": 1, "new": 2])
    #expect(json["closed"] == ["xp": 1])
    #expect(json["levels"] == ["2": ["1": 0]])
    #expect(try [AccountID: Cat].decode(#require(json["players"]).encoded()) == value.players)
    let list = try PropertyListEncoder().encode(value)
    #expect(try PropertyListDecoder().decode(Keyed.self, from: list) == value)
  }

  @Test func keysOfAnotherTypeAreRefused() {
    for text in [#"{"one": {"lives": 1}}"#, #"{"01": {"lives": 1}}"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([AccountID: Cat].self, from: Data(text.utf8))
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Level: Int].self, from: Data(#"{"3": 1}"#.utf8))
    }
  }

  @Test func errorsHavePaths() throws {
    let text = #"{"players":[{"account_id":1,"nickname":"x","tags":["a",5]}]}"#
    do {
      _ = try JSONDecoder().decode([String: [Player]].self, from: Data(text.utf8))
      Issue.record("decoded")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.stringValue).suffix(2) == ["tags", "1"])
      #expect(context.debugDescription == "expected string, found number 5")
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(
        Player(accountID: 1, nickname: "n", createdAt: Date(), rating: .nan, isOnline: true))
    }
  }
}
