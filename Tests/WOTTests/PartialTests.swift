import FlyingFox
import Foundation
import TestSupport
import Testing
import WGNAPIPartial
import WGNAPIRuntime
import WOT

import struct WOT.Server

/// Partial responses and slices of World of Tanks, up to a server.
struct PartialTests {
  /// A field of a player: its path, its name, and its value in a partial and in a whole player.
  struct Probe {
    let path: () -> PartialKeyPath<FieldPath<Player>>
    let name: String
    let partial: (Partial<Player>) -> AnyHashable?
    let whole: (Player) -> AnyHashable?

    init<Value: Hashable>(
      _ name: String, _ path: @escaping () -> PartialKeyPath<FieldPath<Player>>,
      _ partial: @escaping (Partial<Player>) -> Requested<Value>,
      _ whole: @escaping (Player) -> Value
    ) {
      self.name = name
      self.path = path
      self.partial = { partial($0).ifRequested.map { AnyHashable($0) } }
      self.whole = { AnyHashable(whole($0)) }
    }
  }

  private let probes: [Probe] = [
    Probe("account_id", { \.accountID }, { $0.accountID }, { $0.accountID }),
    Probe("nickname", { \.nickname }, { $0.nickname }, { $0.nickname }),
    Probe("clan_id", { \.clanID }, { $0.clanID }, { $0.clanID }),
    Probe("created_at", { \.createdAt }, { $0.createdAt }, { $0.createdAt }),
    Probe(
      "statistics.all.wins", { \.statistics.all.wins }, { $0.statistics.all.wins }, { $0.statistics.all.wins }
    ),
    Probe(
      "statistics.all.battles", { \.statistics.all.battles }, { $0.statistics.all.battles },
      { $0.statistics.all.battles }),
    Probe(
      "statistics.clan.wins", { \.statistics.clan.wins }, { $0.statistics.clan.wins },
      { $0.statistics.clan.wins }),
    Probe("statistics.team", { \.statistics.team }, { $0.statistics.team }, { $0.statistics.team }),
    Probe("statistics.frags", { \.statistics.frags }, { $0.statistics.frags }, { $0.statistics.frags }),
    Probe(
      "statistics.epic.wins", { \.statistics.epic.wins }, { $0.statistics.epic.wins },
      { $0.statistics.epic?.wins }),
    Probe(
      "statistics.fallout", { \.statistics.fallout }, { $0.statistics.fallout }, { $0.statistics.fallout }),
    Probe("private.gold", { \.private.gold }, { $0.private.gold }, { $0.private?.gold }),
    Probe("private.ban_info", { \.private.banInfo }, { $0.private.banInfo }, { $0.private?.banInfo }),
    Probe("private.garage", { \.private.garage }, { $0.private.garage }, { $0.private?.garage }),
  ]

  /// A document of a player in which each number is another one.
  static func document() throws -> JSON {
    var json: JSON = [
      "clan_id": .null,
      "statistics": ["epic": [:], "fallout": [:], "frags": ["1": 5, "33": 6]],
      "private": ["garage": [1, 2], "ban_info": "b"],
    ]
    for number in 0..<2_000 {
      let error: JSONError
      do throws(JSONError) {
        _ = try Player.decode(json.encoded(), options: JSONDecoding(validation: .off))
        return json
      } catch let found {
        error = found
      }
      let quoted = error.message.split(separator: "\"")
      if error.kind == .missingKey, quoted.count > 1 {
        json.insert(.number(JSONNumber(number + 100)), at: error.path + [String(quoted[1])])
      } else if error.message.hasPrefix("expected object") {
        json.insert([:], at: error.path)
      } else if error.message.hasPrefix("expected array") {
        json.insert([], at: error.path)
      } else if error.message.hasPrefix("expected boolean") {
        json.insert(true, at: error.path)
      } else {
        json.insert(.string("text \(number)"), at: error.path)
      }
    }
    return json
  }

  /// For any fields, a document that has just these reads as a whole one does.
  @Test func partsAreWhatTheWholeHas() throws {
    let document = try Self.document()
    let whole = try Player.decode(document.encoded(), options: JSONDecoding(validation: .off))
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let count = Int.random(in: 1...probes.count, using: &random)
      let asked = probes.shuffled(using: &random).prefix(count)
      let names = Set(asked.map(\.name))
      let filtered = document.filtered { path in
        names.contains { $0 == path || path.hasPrefix("\($0).") || $0.hasPrefix("\(path).") }
      }
      let part = try Partial<Player>.decode(
        filtered.encoded(), fields: Fields(asked.map { $0.path() }), options: JSONDecoding(validation: .off))
      // A whole document is read alike, and so is what was written.
      let ofWhole = try Partial<Player>.decode(
        document.encoded(), fields: Fields(asked.map { $0.path() }), options: JSONDecoding(validation: .off))
      #expect(part == ofWhole)
      #expect(try JSON(parsing: part.encoded()) == filtered)
      // Below null it is known as well.
      var withoutPrivate = document
      withoutPrivate.insert(.null, at: ["private"])
      let ofNull = try Partial<Player>.decode(
        withoutPrivate.encoded(), fields: Fields(asked.map { $0.path() }),
        options: JSONDecoding(validation: .off))
      for probe in probes where probe.name.hasPrefix("private.") {
        #expect(
          (probe.partial(ofNull) != nil) == names.contains(probe.name), "\(probe.name) of \(names)")
      }
      for probe in probes {
        let expected = names.contains(probe.name) ? probe.whole(whole) : nil
        #expect(probe.partial(part) == expected, "\(probe.name) of \(names)")
      }
      let rest = try Partial<Player>.decode(
        document.encoded(), fields: .excluding(asked.map { $0.path() }),
        options: JSONDecoding(validation: .off))
      for probe in probes {
        let isExtra = ["statistics.epic.wins", "statistics.fallout", "private.garage"].contains(probe.name)
        #expect(probe.partial(rest) == (names.contains(probe.name) || isExtra ? nil : probe.whole(whole)))
      }
    }
  }

  @Test func theServerIsAskedForTheFields() async throws {
    let asked = Asked()
    let response = """
      {"status": "ok", "meta": {"count": 1}, "data": {"1": {"nickname": "Gnome", "statistics": {"all": {"wins": 5}}}, "2": null}}
      """
    try await withServer(asked, answering: response) { client in
      let some = try await client.send(
        PlayersRequest(accountIDs: [1, 2]), fields: [\.nickname, \.statistics.all.wins])
      #expect(try some[1]??.nickname.get() == "Gnome")
      #expect(some[1]??.statistics.all.wins == .value(5))
      #expect(some[1]??.statistics.all.battles == .notRequested)
      #expect(some[2] == .some(nil))
    }
    #expect(
      await asked.queries == [
        "account_id": "1,2", "application_id": "demo", "fields": "nickname,statistics.all.wins",
      ])
  }

  @Test func slicesAskForThemselves() async throws {
    let asked = Asked()
    let response = """
      {"status": "ok", "data": {"1": {"account_id": 1, "nickname": "Gnome", "clan_id": null, "global_rating": 9,
       "last_battle_time": 10, "statistics": {"all": {"battles": 7, "wins": 5}}}, "2": null}}
      """
    try await withServer(asked, answering: response) { client in
      let cards = try await client.send(PlayersRequest(accountIDs: [1, 2]).slice(PlayerCard.self))
      #expect(cards[1]??.statistics.all.wins == 5)
      #expect(cards[2] == .some(nil))
    }
    #expect(await asked.queries["fields"] == PlayerCard.fields.joined(separator: ","))
    #expect(PlayerCard.fields.count == 7)
  }

  /// Every property of the models above can be asked for by its key path.
  @Test func longListsTravelAsForms() throws {
    let client = Client(
      server: .eu, applicationID: "demo", configuration: ClientConfiguration(longestURL: 60))
    let composed = try client.httpRequest(
      for: PlayersRequest(accountIDs: [1]).selecting(.all, extra: [\.statistics.epic, \.private.garage]))
    #expect(composed.httpRequest.method == .post)
    #expect(
      String(decoding: composed.body, as: UTF8.self)
        == "account_id=1&extra=statistics.epic%2Cprivate.garage&application_id=demo")
  }
}

/// What a server was asked.
private actor Asked {
  private(set) var queries: [String: String] = [:]
  func note(_ request: FlyingFox.HTTPRequest) {
    for item in request.query { queries[item.name] = item.value }
  }
}

private func withServer(
  _ asked: Asked, answering response: String, _ body: (Client) async throws -> Void
) async throws {
  try await withLoopbackServer { request in
    await asked.note(request)
    return .json(response)
  } _: { server in
    let strict = ClientConfiguration(decoding: JSONDecoding(unknownKeys: .reject, validation: .strict))
    try await body(
      Client(server: Server(url: server.baseURL, like: .eu), applicationID: "demo", configuration: strict))
  }
}

extension JSON {
  /// Puts a value where a path leads.
  fileprivate mutating func insert(_ value: JSON, at path: [String]) {
    guard let key = path.first else {
      self = value
      return
    }
    guard case .object(var members) = self else { return }
    var inner = members[key] ?? .null
    inner.insert(value, at: Array(path.dropFirst()))
    members[key] = inner
    self = .object(members)
  }

  /// The members whose dotted paths satisfy the condition.
  fileprivate func filtered(at path: String = "", _ isKept: (String) -> Bool) -> JSON {
    guard case .object(let members) = self else { return self }
    var kept = JSONObject()
    for (key, value) in members {
      let inner = path.isEmpty ? key : "\(path).\(key)"
      if isKept(inner) { kept[key] = value.filtered(at: inner, isKept) }
    }
    return .object(kept)
  }
}
