import Testing
import WGNAPIPartial
import WGNAPIRuntime

/// Requests for some fields, up to what is sent.
struct SelectionTests {
  private func query(_ request: some APIRequest) throws -> [String] {
    try request.query.map { "\($0.name)=\($0.value)" }
  }

  private let ships = ShipsRequest(ids: [1, 2])

  @Test func fieldsAreSentByTheirWireNames() throws {
    #expect(try query(ships.selecting([\.id, \.owner.name])) == ["ids=1,2", "fields=id,owner.name"])
    #expect(
      try query(ships.selecting([\.crew.rank, \.holds.ship.id])) == [
        "ids=1,2", "fields=crew.rank,holds.ship.id",
      ])
    #expect(try query(ships.selecting(.excluding([\.owner, \.id]))) == ["ids=1,2", "fields=-owner,-id"])
    #expect(try query(ships.selecting(.all)) == ["ids=1,2"])
  }

  @Test func extraFieldsAreSentAsSuch() throws {
    #expect(try query(ships.selecting(.all, extra: [\.log])) == ["ids=1,2", "extra=log"])
    #expect(try query(ships.selecting([\.log.name])) == ["ids=1,2", "fields=log.name", "extra=log"])
    #expect(try query(ships.selecting([\.id], extra: [\.log])) == ["ids=1,2", "fields=id,log", "extra=log"])
    #expect(
      try query(ships.selecting(.excluding([\.id]), extra: [\.log])) == [
        "ids=1,2", "fields=-id", "extra=log",
      ])
  }

  @Test func listedElementsAreOmitted() throws {
    #expect(
      try query(ships.selecting([\.owner.name, \.id, \.owner, \.owner.rank, \.id])) == [
        "ids=1,2", "fields=id,owner",
      ])
  }

  @Test func moreFieldsThanAllowedAreRefused() {
    let request = ships.selecting([\.id, \.note, \.crew, \.holds])
    #expect(request.violations.map(\.keyword) == ["maxItems"])
    #expect(request.violations.map(\.instanceLocation) == ["/fields"])
    #expect(ships.selecting([\.id, \.note, \.crew, \.id]).violations.isEmpty)
  }

  @Test func pathsThatNameNoFieldAreRefused() throws {
    #expect(ships.selecting([\.computed]).violations.map(\.keyword) == ["fields"])
    #expect(ships.selecting([\.self]).violations.map(\.keyword) == ["fields"])
    #expect(ships.selecting([\.rest]).violations.map(\.keyword) == ["fields"])
    #expect(ships.selecting([]).violations.map(\.keyword) == ["fields"])
    #expect(ships.selecting(.all, extra: [\.owner.ship.computed]).violations.map(\.keyword) == ["fields"])
    let error = #expect(throws: APIError.self) { try ships.selecting([\.crew.ship.computed]).query }
    guard case .invalidRequest? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.description.contains("'crew.ship'") == true)
  }

  @Test func optionsThatThePolicyLacksAreRejected() throws {
    let list = ShipListRequest()
    #expect(list.selecting(.excluding([\.id])).violations.map(\.instanceLocation) == ["/only"])
    #expect(list.selecting([\.log]).violations.map(\.instanceLocation) == ["/only"])
    #expect(UnrestrictedRequest().selecting([\.id]).violations.map(\.keyword) == ["partial"])
    #expect(String(decoding: try list.selecting([\.id, \.owner]).body, as: UTF8.self) == "only=id%7Cowner")
  }

  @available(*, deprecated)
  static func deprecated() -> PartialRequest<ShipsRequest> { ShipsRequest(ids: [1]).selecting([\.old]) }

  @Test func requestsAreValuesAndKeepSecrets() {
    let secret = ShipsRequest(ids: [1], key: "s3cret")
    #expect(secret.selecting([\.id]) == secret.selecting([\.id]))
    #expect(secret.selecting([\.id]) != secret.selecting([\.note]))
    #expect(secret.selecting([\.id]) != ships.selecting([\.id]))
    #expect(!"\(secret.selecting([\.id]))".contains("s3cret"))
  }

  @Test(arguments: [JSONDecoding.Validation.report, .strict])
  func responsesArePartial(_ validation: JSONDecoding.Validation) async throws {
    let body = #"{"status": "ok", "data": {"1": {"id": 1, "owner": {"name": "A"}}, "2": null}}"#
    let client = PlayersClient(stub: StubTransport(body), decoding: JSONDecoding(validation: validation))
    guard validation == .report else {
      await #expect(throws: APIError.self) { try await client.send(ships, fields: [\.owner.name]) }
      return
    }
    let response = try await client.response(to: ships.selecting([\.id, \.owner.name]))
    #expect(response.value[1]??.owner.name == .value("A"))
    #expect(response.value[2] == .some(nil))
    #expect(response.violations.map(\.instanceLocation) == ["/data/1/owner/name"])
    let some = try await client.send(ships, fields: [\.id])
    #expect(some[1]??.owner.name == .notRequested)
  }

  @Test func missingFieldsAreDecodingErrors() async throws {
    let client = PlayersClient(stub: StubTransport(#"{"data": {"1": {"id": 1}}, "status": "ok"}"#))
    let error = await #expect(throws: APIError.self) {
      try await client.send(ships, fields: [\.id, \.owner.name])
    }
    guard case .decoding(let cause)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.kind == .missingKey && cause.path == ["data", "1"])
  }

  @Test func slicesAskForTheirFields() async throws {
    #expect(
      try query(ships.slice(ShipRow.self)) == ["ids=1,2", "fields=id,owner.name,log.name", "extra=log"])
    let body = #"{"status": "ok", "data": {"1": {"id": 1, "owner": {"name": "Al"}}, "2": null}}"#
    let client = PlayersClient(stub: StubTransport(body))
    let rows: [Int: ShipRow?] = try await client.send(ships.slice(ShipRow.self))
    #expect(rows[1]??.owner.name == "Al")
    #expect(rows[2] == .some(nil))
    let bare = PlayersClient(stub: StubTransport(#"[{"id": 1, "owner": {"name": "Al"}}]"#))
    await #expect(throws: APIError.self) { try await bare.send(ShipListRequest().slice(ShipRow.self)) }
  }
}
