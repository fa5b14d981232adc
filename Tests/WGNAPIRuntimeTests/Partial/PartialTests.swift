import Testing
import WGNAPIGenerated
import WGNAPIPartial
import WGNAPIRuntime

/// Reading of models of which only some fields were asked for.
struct PartialTests {
  private func ship(
    _ fields: Fields<Ship>, extra: FieldPaths<Ship> = [], _ text: String = Ship.example,
    options: JSONDecoding = JSONDecoding()
  ) throws -> Partial<Ship> {
    try Partial<Ship>.decode(Array(text.utf8), fields: fields, extra: extra, options: options)
  }

  /// A part that is sent has the fields that it has.
  @Test func partsAreValidAsTheyAre() throws {
    let some = try ship([\.id, \.holds.name])
    #expect(some.validate() == [])
    #expect([Partial<Ship>].validate(value: [some]) == [])
    #expect(try !Partial<Ship>.validate(some.encoded()).isEmpty)
    #expect(try ship(.all).validate() == [])
  }

  /// The fields that are there are checked.
  @Test func fieldsOfPartsAreChecked() throws {
    let text = Ship.example.replacing(#""Di""#, with: #""D""#)
    #expect(text != Ship.example)
    let some = try ship([\.id, \.holds.name], text, options: JSONDecoding(validation: .off))
    #expect(some.validate().map(\.keyword) == ["minLength"])
  }

  /// So are the other members, if they were selected.
  @Test(arguments: [Fields<Hold>.all, .excluding([\.size])])
  func otherMembersOfPartsAreChecked(_ fields: Fields<Hold>) throws {
    let text = #"{"size": 1, "wool": 3, "salt": 0}"#
    let some = try Partial<Hold>.decode(
      Array(text.utf8), fields: fields, options: JSONDecoding(validation: .off))
    #expect(some.validate().map(\.keyword) == ["minimum"])
    #expect(try Partial<Hold>.decode(Array(text.utf8), fields: [\.size]).validate() == [])
  }

  /// A limit of a map's values says which map, and not which member.
  @Test func limitsInMapsWithSecretKeys() throws {
    let text = #"{"hidden":{"hunter2":{"a":1,"b":2}},"shown":{"hunter2":{"a":1,"b":2}},"other":1}"#
    for fields: Fields<Vault> in [[\.hidden], [\.shown], .all] {
      let error = #expect(throws: JSONError.self) {
        try Partial<Vault>.decode(Array(text.utf8), fields: fields)
      }
      #expect(error?.path.count == 1 && !"\(String(describing: error))".contains("hunter"))
    }
  }

  @Test func unrequestedFieldsAreNotNull() throws {
    let some = try ship([\.id, \.pilot, \.note, \.holds.name])
    #expect(some.id == .value(7))
    #expect(try some.id.get() == 7)
    #expect(some.pilot == .value(nil))
    #expect(some.pilot.name == .value(nil))
    #expect(some.note == .value(nil))
    #expect(some[\.description] == .notRequested)
    #expect(some.owner == .notRequested)
    #expect(some.owner.name == .notRequested)
    #expect(some.rest == .notRequested)
    let error = #expect(throws: NotRequestedError.self) { try some[\.description].get() }
    #expect(error?.description.contains("String") == true)
    #expect(some.owner.name.ifRequested == nil)
    let holds: [String: Partial<Pilot>?] = try #require(try some.holds.get())
    #expect(holds.count == 2)
    #expect(holds["a"]??.name == .value("Di"))
    #expect(holds["a"]??.rank == .notRequested)
  }

  @Test func belowNullItIsKnownWhatWasAskedFor() throws {
    let some = try ship([\.log.name, \.log.ship.pilot.rank, \.owner.ship.crew.name])
    #expect(some.log == .value(nil))
    #expect(some.log.name == .value(nil))
    #expect(some.log.rank == .notRequested)
    #expect(some.log.ship.pilot.rank == .value(nil))
    #expect(some.log.ship.pilot.name == .notRequested)
    #expect(some.log.ship.note == .notRequested)
    // Of a model in parts, the whole is as little there as it is where the model is.
    let whole: Requested<Pilot??> = some.log.ship.pilot
    #expect(whole == .notRequested)
    #expect(some.log.ship.rest == .notRequested)
    #expect(some.owner.ship.crew == .value(nil))
    #expect(some.owner.ship.log == .notRequested)
    #expect(throws: NotRequestedError.self) { try some.log.rank.get() }

    // As a whole, or but for something: extra fields have to be asked for by name, below null as elsewhere.
    #expect(try ship(.all).pilot.rank == .value(nil))
    #expect(try ship(.all).pilot.ship.log == .notRequested)
    #expect(try ship([\.pilot.ship.log]).pilot.ship.log == .value(nil))
    #expect(try ship(.excluding([\.pilot.rank])).pilot.rank == .notRequested)
    #expect(try ship(.excluding([\.pilot.rank])).pilot.ship.rest == .value(nil))
    #expect(try ship(.excluding([\.pilot.rank])).pilot.ship.log.name == .notRequested)
  }

  @Test func theyAreShownForWhatTheyAre() throws {
    let some = try ship([\.id, \.pilot])
    #expect("\(some.id)" == "Requested<Int>(value: 7)")
    #expect("\(some.pilot.rank)" == "Requested<Optional<Int>>(value: nil)")
    #expect("\(some.owner)" == "Requested<Partial<Pilot>>(isRequested: false)")
  }

  @Test func partsOfModelsAreReadThroughBoxesListsAndMaps() throws {
    let some = try ship([\.owner.rank, \.crew.name, \.description])
    #expect(some.owner.rank == .value(3))
    #expect(some.owner.name == .notRequested)
    #expect(try some.crew.get().map { try $0.name.get() } == ["Bo", "Cy"])
    #expect(some[\.description] == .value("d"))
    #expect(
      some.description
        == #"Partial<Ship>({"description":"d","owner":{"rank":3},"crew":[{"name":"Bo"},{"name":"Cy"}]})"#)
    // In part only, a model isn't there as a whole.
    let owner: Requested<Pilot> = some.owner
    #expect(owner == .notRequested)
  }

  @Test func modelsAskedForAsAWholeAreThereAsThat() throws {
    let some = try ship([\.owner, \.crew])
    let owner: Requested<Pilot> = some.owner
    #expect(owner == .value(Pilot(name: "Ann", rank: 3)))
    #expect(some.owner.name == .value("Ann"))
    #expect(some.owner.ship == .value(nil))
    #expect(some.owner.ifRequested?.model == Pilot(name: "Ann", rank: 3))
    #expect(try some.crew.get().map(\.model?.rank) == [1, 2])
  }

  @Test func exclusionOmitsNamedFields() throws {
    let most = try ship(.excluding([\.owner.name, \.description]))
    #expect(most.id == .value(7))
    #expect(most[\.description] == .notRequested)
    #expect(most.owner.name == .notRequested)
    #expect(most.owner.rank == .value(3))
    #expect(most.log == .notRequested)
    #expect(most.rest == .value(["x": 1, "y": 2]))
    // Those that are left out may be absent.
    let text = Ship.example.replacingFirst(#""description": "d", "#, with: "")
    #expect(try ship(.excluding([\.owner.name, \.description]), text) == most)
    #expect(throws: JSONError.self) { try Ship.decode(Array(text.utf8)) }
  }

  @Test func extraFieldsComeWhenTheyAreAskedFor() throws {
    let text = Ship.example.replacingFirst("{", with: #"{"log": {"name": "Ed", "rank": 9}, "#)
    #expect(try ship(.all, text).log == .notRequested)
    #expect(try ship(.all, extra: [\.log], text).log.name == .value("Ed"))
    #expect(try ship(.all, extra: [\.log]).log == .value(nil))
    #expect(try ship([\.id], text).log == .notRequested)
    let part = try ship([\.log.name], text)
    #expect(part.log.name == .value("Ed"))
    #expect(part.log.rank == .notRequested)
    #expect(try ship([\.id], extra: [\.log], text).log.rank == .value(9))
    #expect(try ship(.all, extra: [\.log.name], text).log.rank == .notRequested)
    #expect(try ship(.all, extra: [\.log.name], text).owner.rank == .value(3))
  }

  @Test func requiredFieldsThatAreMissingAreErrorsWithAPath() throws {
    let text = #"{"id": 1, "crew": [{"name": "Bo"}, {"rank": 1}]}"#
    #expect(try ship([\.id, \.crew.name, \.note], #"{"id": 1, "crew": []}"#).note == .value(nil))
    let inner = #expect(throws: JSONError.self) { try ship([\.id, \.crew.name], text) }
    #expect(inner?.kind == .missingKey)
    #expect(inner?.path == ["crew", "1"])
    let outer = #expect(throws: JSONError.self) { try ship([\.pilot], text) }
    #expect(outer?.kind == .missingKey)
    #expect(outer?.message.contains("pilot") == true)
    let null = #expect(throws: JSONError.self) { try ship([\.id], #"{"id": null}"#) }
    #expect(null?.kind == .typeMismatch && null?.path == ["id"])
    let twice = #expect(throws: JSONError.self) { try ship([\.id], #"{"id": 1, "old": 2, "old": 3}"#) }
    #expect(twice?.kind == .duplicateKey)
  }

  @Test func constraintsHoldForFieldsThatAreThere() throws {
    let text = #"{"id": 0, "owner": {"name": "A"}, "crew": "no list"}"#
    for fields: Fields<Ship> in [[\.id], [\.owner.name]] {
      let error = #expect(throws: JSONError.self) { try ship(fields, text) }
      #expect(error?.kind == .validation)
      _ = try ship(fields, text, options: JSONDecoding(validation: .off))
    }
    #expect(throws: JSONError.self) { try ship([\.crew.name], text) }
    // The constraints of what wasn't asked for don't matter.
    #expect(
      try ship([\.owner.name], #"{"id": 0, "owner": {"name": "Al", "rank": "x"}}"#).owner.name == .value("Al")
    )
  }

  @Test func unknownKeysAreTreatedAsInWholeModels() throws {
    let text = #"{"name": "Al", "rank": 1, "z": 2}"#
    func pilot(_ unknownKeys: JSONDecoding.UnknownKeys) throws -> Partial<Pilot> {
      try Partial<Pilot>.decode(
        Array(text.utf8), fields: [\.name], options: JSONDecoding(unknownKeys: unknownKeys))
    }
    #expect(try pilot(.ignore).name == .value("Al"))
    #expect(try pilot(.report).name == .value("Al"))
    let error = #expect(throws: JSONError.self) { try pilot(.reject) }
    #expect(error?.kind == .unknownKey)
  }

  @Test func partialModelsAreValues() throws {
    let one = try ship([\.id, \.owner.name])
    #expect(one == (try ship([\.owner.name, \.id])))
    #expect(Set([one, try ship([\.id, \.owner.name])]).count == 1)
    #expect(one != (try ship([\.id, \.owner])))
    #expect(one != (try ship([\.id])))
    #expect(one != (try ship([\.id, \.owner.name], Ship.example.replacingFirst("Ann", with: "Ava"))))
    #expect(try JSON(parsing: one.encoded()) == ["id": 7, "owner": ["name": "Ann"]])
  }

  @Test func nothingIsLeftBehindByErrors() throws {
    // Under a sanitizer this finds memory that is released twice, or never.
    for cut in stride(from: 1, to: Ship.example.utf8.count, by: 7) {
      let text = String(Ship.example.prefix(cut))
      #expect(throws: JSONError.self) { try ship([\.description, \.crew.name, \.holds, \.owner], text) }
    }
  }

  @Test func computedPropertiesAreNotFields() {
    let error = #expect(throws: JSONError.self) { try ship([\.computed]) }
    #expect(error?.message.contains("isn't a field of Ship") == true)
  }
}

extension String {
  func replacingFirst(_ text: String, with other: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}

private struct KeyToken: SecretNewtype, StringNewtype {
  var rawValue: String
}

private struct Vault: PartialModel {
  let hidden: [KeyToken: [String: Int]]
  let shown: [KeyToken: [String: Int]]
  let other: Int
  static let layout = ModelLayout<Self> {
    $0.required("hidden", \.hidden, [.additionalProperties([.maxProperties(1)])])
    $0.required("shown", \.shown, [.additionalProperties([.maxProperties(1)])])
    $0.required("other", \.other)
    $0.secret(\.hidden)
  }
}
