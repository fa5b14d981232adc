import Fleet
import Foundation
import TestSupport
import Testing
import WGNAPIResponses
import WGNAPIRuntime
import WGNAPIStreams

/// A document with everything that ASP.NET Core writes, and bodies as `System.Text.Json` writes them.
@Suite(.timeLimit(.minutes(5))) struct ASPNETCoreTests {
  private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  private func server(_ status: String, _ type: String, _ body: String) throws -> MisbehavingServer {
    let head = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
    return try MisbehavingServer { _ in [.text("\(head)X-Total: 7\r\n\r\n\(body)")] }
  }

  private func client(_ server: MisbehavingServer) -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .local), bearer: .bearer("secret"),
      configuration: ClientConfiguration(middleware: []))
  }

  @Test func numbersMayBeTextsAndBasesHaveNoTag() async throws {
    let server = try server(
      "200 OK", "application/json; charset=utf-8",
      #"""
      [{"id": "01020304-0506-0708-090a-0b0c0d0e0f10", "name": "Van", "plate": null, "wheels": 4,
        "mileage": "9007199254740993", "price": "12.5", "status": "InUse", "previous": null, "rights": 3,
        "built": "2024-02-29", "opens": "07:30:00", "interval": "1.02:03:04", "photo": "AQI=",
        "seen": "2024-02-29T12:30:00.1234567Z", "engine": {"$type": "electric", "kilowatts": "150"},
        "owner": null, "extras": {"a": {"name": "x"}, "b": {"$type": "diesel", "litres": 2.0}},
        "counts": {"1": "2"}, "settings": [1], "anything": "x", "letter": "é",
        "tree": {"name": "n", "parent": null, "children": [{"name": "c", "parent": null, "children": null}]}}]
      """#)
    let response = try await client(server).response(
      to: VehiclesListVehiclesRequest(status: .inUse, ids: [1, 2], page: 3))
    #expect(try response.typedHeaders.xTotal == 7)
    let van = try #require(response.value.first)
    #expect(van.mileage == 9_007_199_254_740_993 && van.price == 12.5 && van.counts == ["1": 2])
    #expect(van.status == .inUse && van.previous == nil && van.owner == nil && van.photo == Data([1, 2]))
    #expect(van.engine == .engineElectric(EngineElectric(kilowatts: 150)))
    #expect(van.extras?["a"] == .engineBase(EngineBase(name: "x")))
    #expect(van.tree.children?.first?.name == "c")
    #expect(van.settings == [1] && van.anything == "x")
    let request = try #require(server.requests.last)
    #expect(request.target == "/api/vehicles?Status=InUse&ids=1&ids=2&Page=3")
    #expect(request.fields["accept"] == "application/json, text/json")
  }

  @Test func validationProblemsAreTyped() async throws {
    let server = try server(
      "400 Bad Request", "application/problem+json; charset=utf-8",
      #"{"title": "Validation failed.", "status": 400, "errors": {"Name": ["Too short."]}}"#)
    let error = await #expect(throws: APIError.self) {
      try await client(server).vehicles.addVehicle(
        payload: NewVehicle(name: "V", engine: .engineDiesel(EngineDiesel(litres: 2))))
    }
    let problem = error?.body(as: HttpValidationProblemDetails.self)
    #expect(problem?.errors == ["Name": ["Too short."]] && problem?.status == 400)
    let body = String(decoding: try #require(server.requests.last).body, as: UTF8.self)
    #expect(body == #"{"name":"V","engine":{"$type":"diesel","litres":2.0}}"#)
  }

  @Test func patchesAreSent() async throws {
    let server = try server("204 No Content", "text/plain", "")
    try await client(server).vehicles.updateVehicle(
      id: id, payload: [.addReplaceTest(.init(op: .replace, path: "/name", value: "Bus"))])
    let request = try #require(server.requests.last)
    #expect(request.fields["content-type"] == "application/json-patch+json")
    let body = String(decoding: request.body, as: UTF8.self)
    #expect(body == #"[{"op":"replace","path":"/name","value":"Bus"}]"#)
  }

  @Test func positionsAreEvents() async throws {
    let server = try server(
      "200 OK", "text/event-stream", "event: position\ndata: {\"latitude\":1.5,\"longitude\":\"2\"}\n\n")
    var positions: [Position] = []
    for try await event in try await client(server).positions.watchPositions() { positions.append(event) }
    #expect(positions == [Position(latitude: 1.5, longitude: 2)])
  }
}
