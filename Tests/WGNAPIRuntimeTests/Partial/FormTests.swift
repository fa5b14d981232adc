import Testing
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIPartial
import WGNAPIRuntime

/// The forms that answers have around a model.
struct FormTests {
  struct FormRequest<Value: JSONValue & SelectableValue>: SelectableRequest {
    typealias Response = Value
    var id = 1
    static var endpoint: Endpoint<Self> {
      Endpoint("form", .get, "form", response: .json(), policies: [.partial()]) { $0.query("id", \.id) }
    }
  }

  struct ShipID: ModelSlice, Equatable {
    typealias Base = Ship
    let id: Int
    static let layout = ModelLayout<Self> { $0.required("id", \.id) }
    static let fields = ["id"]
  }

  private func client(_ body: String) -> PlayersClient {
    PlayersClient(stub: StubTransport(body), decoding: JSONDecoding(validation: .strict))
  }

  private let one = ShipID(id: 5)

  @Test func slicesReplaceModels() async throws {
    let ship = #"{"id": 5}"#
    #expect(try await client(ship).send(FormRequest<Ship>().slice(ShipID.self)) == one)
    #expect(try await client("null").send(FormRequest<Ship?>().slice(ShipID.self)) == nil)
    #expect(try await client("[\(ship)]").send(FormRequest<[Ship]>().slice(ShipID.self)) == [one])
    #expect(try await client("[null]").send(FormRequest<[Ship?]>().slice(ShipID.self)) == [nil])
    #expect(try await client("[\(ship)]").send(FormRequest<[Ship]?>().slice(ShipID.self)) == [one])
    #expect(
      try await client(#"{"1": \#(ship)}"#).send(FormRequest<[Int: Ship]>().slice(ShipID.self)) == [1: one])
    #expect(
      try await client(#"{"1": null}"#).send(FormRequest<[Int: Ship?]>().slice(ShipID.self)) == [1: nil])
    #expect(
      try await client(#"{"1": [\#(ship)]}"#).send(FormRequest<[Int: [Ship]]>().slice(ShipID.self)) == [
        1: [one]
      ])
    #expect(
      try await client(#"{"1": [\#(ship)]}"#).send(FormRequest<[Int: [Ship]?]>().slice(ShipID.self)) == [
        1: [one]
      ])
    #expect(
      try await client(#"{"1": {"a": \#(ship)}}"#)
        .send(FormRequest<[Int: [String: Ship]]>().slice(ShipID.self)) == [1: ["a": one]])
  }

  @Test func partialModelsReplaceModels() async throws {
    let ship = #"{"id": 5}"#
    let bare = try await client(ship).send(FormRequest<Ship>(), fields: [\.id])
    #expect(bare.id == .value(5))
    #expect(try await client("null").send(FormRequest<Ship?>(), fields: [\.id]) == nil)
    #expect(try await client("[\(ship)]").send(FormRequest<[Ship?]>(), fields: [\.id]) == [bare])
    #expect(
      try await client(#"{"1": [\#(ship)]}"#).send(FormRequest<[Int: [Ship]?]>(), fields: [\.id]) == [
        1: [bare]
      ])
    let deep = FormRequest<[String: [Int: [[Ship?]]]]>(id: 2)
    #expect(
      try await client(#"{"a": {"1": [[\#(ship), null]]}}"#).send(deep, fields: [\.id]) == [
        "a": [1: [[bare, nil]]]
      ])
    #expect(try deep.selecting([\.id]).query.map(\.value) == ["2", "id"])
  }

  /// What a response's coder forgives, it forgives in partial responses and slices too.
  @Test func lenientResponsesStayLenient() async throws {
    struct LenientRequest: SelectableRequest {
      typealias Response = [Int: Ship?]
      static let endpoint = Endpoint<Self>(
        "lenient", .get, "lenient", response: .json(as: EmptyListAsMap<Int, OptionalOf<Ship>>.self),
        policies: [.partial()])
    }
    #expect(try await client("[]").send(LenientRequest(), fields: [\.id]).isEmpty)
    #expect(try await client("[]").send(LenientRequest().slice(ShipID.self)).isEmpty)
  }
}
