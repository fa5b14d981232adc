import Hub
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPISchema

/// Models that requests send without read-only properties, and that answers have without write-only ones.
@Suite struct DirectionTests {
  @Test func `a request sends no read-only property, and an response needs no write-only one`() async throws {
    let server = try MisbehavingServer { _ in
      let body = #"{"id": 7, "login": "ada", "plan": "free", "address": {"city": "Turin", "checked": true}}"#
      return [.text("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")]
    }
    let client = Client(server: Server(url: "http://127.0.0.1:\(server.port)/", like: .main))
    let user = try await client.users.create(
      payload: UserInput(login: "ada", password: "12345678", address: .init(city: "Turin")))
    #expect(user.id == 7)
    #expect(user.plan == Plan(rawValue: "free"))
    #expect(user.address?.checked == true)
    let sent = try JSON(parsing: try #require(server.requests.first).body)
    #expect(sent == ["login": "ada", "password": "12345678", "address": ["city": "Turin"]])
  }

  @Test func `validators agree with the types`() throws {
    let input = #"{"login": "ada", "password": "12345678", "address": {"city": "Turin"}}"#
    let response = #"{"id": 7, "login": "ada", "address": {"city": "Turin", "checked": true}}"#
    #expect(JSONSchema(of: UserInput.self).isValid(Array(input.utf8)))
    #expect(!JSONSchema(of: User.self).isValid(Array(input.utf8)))
    #expect(JSONSchema(of: User.self).isValid(Array(response.utf8)))
    #expect(!JSONSchema(of: UserInput.self).isValid(Array(#"{"login": "ada", "password": "short"}"#.utf8)))
    #expect(JSONSchema(of: LabelInput.self).isValid(Array(#"{"text": "new"}"#.utf8)))
    #expect(!JSONSchema(of: LabelInput.self).isValid(Array(#"{"id": 1, "text": "new"}"#.utf8)))
    // Demands on properties that are gone are gone, too.
    #expect(
      JSONSchema(of: User.self).evaluate(Array(#"{"id": 7, "login": "a", "plan": "free"}"#.utf8)).isValid)
    #expect(!JSONSchema(of: User.self).evaluate(Array(#"{"id": 7, "plan": "free"}"#.utf8)).isValid)
  }

  @Test func `lists, maps, unions and compositions have both forms`() throws {
    let teams: TeamsInput = [TeamInput(name: "core", members: ["ada": UserInput(login: "ada")])]
    let payload = UsersUpdateRequest.Payload(user: UserInput(login: "ada"), teams: teams, note: "hello")
    #expect(
      try String(decoding: payload.encoded(), as: UTF8.self)
        == #"{"user":{"login":"ada"},"teams":[{"name":"core","members":{"ada":{"login":"ada"}}}],"note":"hello"}"#
    )
    #expect(
      try String(decoding: JSON.encode(OwnerInput.person(PersonInput(name: "ada"))), as: UTF8.self)
        == #"{"kind":"person","name":"ada"}"#)
    // The second alternative is known by the name of its schema in the spec.
    #expect(
      try JSON.decode(OwnerInput.self, from: Array(#"{"kind": "Group", "size": 2}"#.utf8))
        == .group(GroupInput(kind: "Group", size: 2)))
    #expect(
      try JSON.decode(Owner.self, from: Array(#"{"kind": "Group", "id": 3, "size": 2}"#.utf8))
        == .group(Group(kind: "Group", id: 3, size: 2)))
    // A part calls the property read-only that another one has.
    #expect(try String(decoding: Key(value: "k").encoded(), as: UTF8.self) == #"{"value":"k"}"#)
  }

  @Test func `a model that goes one way has one form`() throws {
    #expect(try Receipt.decode(Array(#"{"id": 1}"#.utf8)) == Receipt(id: 1))
    #expect(
      try String(decoding: Invitation(email: "a@b.example").encoded(), as: UTF8.self)
        == #"{"email":"a@b.example"}"#)
  }

  @Test func `an response becomes what a request sends`() throws {
    let user = User(id: 7, login: "ada", address: .init(city: "Turin", checked: true))
    let input = try UserInput.decode(user.encoded())
    #expect(input == UserInput(login: "ada", address: .init(city: "Turin")))
  }
}
