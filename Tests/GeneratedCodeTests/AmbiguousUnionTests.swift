import Alternatives
import Foundation
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

/// Values that several alternatives of `oneOf` accept, sent to a server on the loopback and read back.
@Suite(.timeLimit(.minutes(5))) struct AmbiguousUnionTests {
  private let server: MisbehavingServer

  init() throws {
    // Returns what it gets.
    server = try MisbehavingServer { request in
      guard request.method == "POST" else { return [.text("HTTP/1.1 204 No Content\r\n\r\n")] }
      let body = String(decoding: request.body, as: UTF8.self)
      let length = "Content-Length: \(request.body.count)"
      return [.text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(length)\r\n\r\n\(body)")]
    }
  }

  private var client: Client {
    Client(
      server: Server(url: server.server.baseURL, like: .api),
      configuration: ClientConfiguration(decoding: JSONDecoding(validation: .strict), middleware: []))
  }

  private func echo(_ search: Search) async throws -> (sent: String, read: Search) {
    let read = try await client.search(payload: search)
    return (String(decoding: try #require(server.requests.last).body, as: UTF8.self), read)
  }

  @Test(arguments: [
    (Role.roleType(.admin), "ADMIN"), (.roleID("ADMIN"), "ADMIN"), (.roleID("abc123"), "abc123"),
    (.unknown("abc"), "abc"), (.roleType(RoleType(rawValue: "NEW")), "NEW"),
  ])
  func `a role is sent as it was constructed`(role: Role, text: String) async throws {
    try await client.role(role: role)
    #expect(server.requests.last?.target == "/roles/\(text)")
    let (sent, read) = try await echo(Search(role: role))
    #expect(sent == #"{"role":"\#(text)"}"#)
    #expect(read.role == (text == "ADMIN" ? .roleType(.admin) : .roleID(text)))
  }

  @Test func `a value is read as the alternative that fits best`() throws {
    func read(_ text: String) throws -> Search { try Search.decode(Array(text.utf8)) }
    #expect(try read(#"{"role":"ab"}"#).role == .roleType(RoleType(rawValue: "ab")))
    #expect(try read(#"{"role":"abc"}"#).role == .roleID("abc"))
    #expect(try read(#"{"settings":{}}"#).settings == .appSettings(AppSettings()))
    #expect(try read(#"{"settings":{"user":"a"}}"#).settings == .userSettings(UserSettings(user: "a")))
    #expect(try read(#"{"sort":["a"]}"#).sort == .oneList([.string("a")]))
    #expect(try read(#"{"sort":"a"}"#).sort == .one(.string("a")))
    #expect(try read(#"{"fuzziness":9007199254740993}"#).fuzziness == .whole(9_007_199_254_740_993))
    #expect(try read(#"{"fuzziness":0.5}"#).fuzziness == .part(0.5))
    #expect(try read(#"{"source":{"include":"a"}}"#).source == .filter(Filter(include: "a")))
    #expect(try read(#"{"source":{"other":"a"}}"#).source == .map(["other": "a"]))
    #expect(try read(#"{"folder":{"id":"1"}}"#).folder == .folderMini(FolderMini(id: "1")))
    #expect(
      try read(#"{"folder":{"id":"1","size":2}}"#).folder == .folderFull(FolderFull(id: "1", size: 2)))
    let date = try read(#"{"code":"2020-01-01T00:00:00Z"}"#).code
    #expect(date == .dateTime(Date(timeIntervalSince1970: 1_577_836_800)))
    #expect(try read(#"{"code":"a"}"#).code == .string("a"))
  }

  /// Every case of every union, with each of a few values, in random combinations.
  @Test(arguments: 0..<20) func `what is constructed is sent, and read back`(seed: Int) async throws {
    var state = UInt64(seed)
    func some<Value>(_ values: [Value]) -> Value {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return values[Int((state >> 33) % UInt64(values.count))]
    }
    let ones: [One] = [.string("a"), .options(Options()), .options(Options(order: "asc"))]
    let search = Search(
      role: some([.roleType(.user), .roleID("abc"), .roleID("USER"), .unknown("abc")]),
      name: some([.name("a"), .nullValue("a")]),
      code: some([.string("a"), .dateTime(Date(timeIntervalSince1970: 0))]), twice: "a",
      settings: some([
        .appSettings(AppSettings()), .userSettings(UserSettings()), .userSettings(UserSettings(note: "n")),
        .userSettings(UserSettings(user: "u")), .appSettings(AppSettings(app: "a", note: "n")),
      ]),
      sort: some([.one(some(ones)), .oneList([]), .oneList([some(ones), some(ones)]), .one(.unknown([]))]),
      kind: some([
        .kind(.a), .kind(Kind(rawValue: "z")), .kindList([.a, Kind(rawValue: "z")]), .kindList([]),
      ]),
      fuzziness: some([.whole(1), .part(1), .part(0.5), .whole(.max)]),
      source: some([.map([:]), .map(["include": "a"]), .filter(Filter(include: "b"))]),
      folder: some([.folderMini(FolderMini(id: "1")), .folderFull(FolderFull(id: "2", name: "n", size: 3))]))
    let (sent, read) = try await echo(search)
    #expect(try Array(sent.utf8) == search.encoded())
    // What is read may be another case of the same value, which is written in the same way, but for a whole number of the
    // alternative with fractions: 1.0 is read as the integer 1.
    if search.fuzziness == .part(1) {
      #expect(read.fuzziness == .whole(1))
      #expect(try JSON(parsing: read.encoded()) == JSON(parsing: search.encoded()))
    } else {
      #expect(try read.encoded() == search.encoded())
    }
    #expect(Search.validate(Array(sent.utf8)).isEmpty)
  }
}
