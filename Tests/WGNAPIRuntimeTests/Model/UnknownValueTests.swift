import Testing
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime

/// Values that an open enumeration doesn't know.
@Suite struct UnknownValueTests {
  private struct Tank: JSONModel {
    var type: VehicleType
    var types: [VehicleType]
    var counts: [VehicleType: Int]
    var rest: [VehicleType: Int]

    static let layout = ModelLayout<Self> {
      $0.required("type", \.type)
      $0.required("types", \.types)
      $0.required("counts", \.counts)
      $0.additional(\.rest)
    }
  }

  private struct Tier: OpenEnumeration {
    var rawValue: Int
    static let allCases: [Self] = (1...10).map(Self.init)
  }

  private let text = [UInt8](
    #"{"type": "SPG", "types": ["heavyTank", "new\u0000"], "counts": {"heavyTank": 1, "AT": 2}, "LT": 3}"#)

  @Test func areReadByDefault() throws {
    for validation in [JSONDecoding.Validation.strict, .report, .off] {
      let options = JSONDecoding(validation: validation)
      let (tank, violations) = try Tank.decodeReporting(text, options: options)
      #expect(!tank.type.isKnown && tank.rest == [VehicleType(rawValue: "LT"): 3])
      #expect(violations.isEmpty)
    }
  }

  @Test func areReportedWithTheirPlaces() throws {
    for validation in [JSONDecoding.Validation.strict, .report, .off] {
      let options = JSONDecoding(unknownValues: .report, validation: validation)
      let (tank, violations) = try Tank.decodeReporting(text, options: options)
      #expect(tank.counts.count == 2)
      #expect(violations.map(\.keyword) == ["enum", "enum", "enum", "enum"])
      #expect(violations.map(\.instanceLocation) == ["/type", "/types/1", "/counts", ""])
      #expect(violations[0].message == #"VehicleType does not know "SPG", only "heavyTank""#)
      #expect(!violations[1].message.contains("\0"))
      #expect(violations[2].message.contains(#""AT""#))
    }
  }

  @Test func areRefused() {
    let options = JSONDecoding(unknownValues: .reject, validation: .off)
    let value = #expect(throws: JSONError.self) { try Tank.decode(text, options: options) }
    #expect(value?.kind == .unknownValue && value?.path == ["type"] && value?.byteOffset == 9)
    let key = #expect(throws: JSONError.self) {
      try [VehicleType: Int].decode([UInt8](#"{"heavyTank": 1, "AT": 2}"#), options: options)
    }
    #expect(key?.kind == .unknownValue && key?.path == ["AT"] && key?.byteOffset == 17)
    let tier = #expect(throws: JSONError.self) { try [Tier].decode([UInt8]("[10, 11]"), options: options) }
    #expect(tier?.message == "Tier does not know 11, only 1, 2, 3, 4, 5, 6, 7, 8, …")
  }

  /// What is unknown breaks no constraint, so strict validation doesn't refuse a response for it.
  @Test func responsesTellOfThem() async throws {
    let body = #"{"status": "ok", "data": [{"account_id": 1, "nickname": "abc", "mood": "new"}]}"#
    for validation in [JSONDecoding.Validation.strict, .report] {
      let decoding = JSONDecoding(unknownKeys: .report, unknownValues: .report, validation: validation)
      let client = PlayersClient(stub: StubTransport(body), decoding: decoding)
      let response = try await client.response(to: MoodsRequest())
      #expect(response.violations.map(\.keyword) == ["additionalProperties", "additionalProperties", "enum"])
    }
    let strict = PlayersClient(
      stub: StubTransport(body), decoding: JSONDecoding(unknownValues: .reject))
    await #expect(throws: APIError.self) { try await strict.response(to: MoodsRequest()) }
  }

  /// Those of unions, too, with a discriminator and without one.
  @Test(arguments: [JSONDecoding.Validation.strict, .report])
  func responsesTellOfThoseOfUnions(_ validation: JSONDecoding.Validation) async throws {
    let body = #"{"status": "ok", "data": [7, {"kind": "cow"}]}"#
    let decoding = JSONDecoding(unknownKeys: .report, unknownValues: .report, validation: validation)
    let response = try await PlayersClient(stub: StubTransport(body), decoding: decoding)
      .response(to: PetsRequest())
    #expect(response.value == [.unknown(7), .unknown(["kind": "cow"])])
    #expect(response.violations.map(\.keyword) == ["anyOf", "enum"])
    #expect(response.violations.map(\.keywordLocation) == ["", ""])
  }
}

private struct Mood: OpenEnumeration {
  var rawValue: String
  static let allCases: [Self] = [Self(rawValue: "calm")]
}

private struct Feeling: JSONModel {
  var mood: Mood

  static let layout = ModelLayout<Self> { $0.required("mood", \.mood) }
}

private struct PetsRequest: APIRequest {
  typealias Response = [Pet]
  typealias ServiceEnvelope = PlayersEnvelope

  static let endpoint = Endpoint<Self>("pets", .get, "pets", response: .json())
}

private struct MoodsRequest: APIRequest {
  typealias Response = [Feeling]
  typealias ServiceEnvelope = PlayersEnvelope

  static let endpoint = Endpoint<Self>("moods", .get, "moods", response: .json())
}
