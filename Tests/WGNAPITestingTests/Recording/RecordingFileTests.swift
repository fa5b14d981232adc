import Foundation
import Testing
import WGNAPIRecording
import WGNAPIRuntime
import WOT

/// Files with mistakes, and bodies in files of their own.
@Suite struct RecordingFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let good = """
    ### request searchPlayers
    GET https://api.worldoftanks.eu/wot/account/list/?search=gar&application_id=<redacted>
    Accept: application/json

    ### response
    200
    Content-Type: application/json

    {
      "status": "ok",
      "data": []
    }

    """

  private func client(_ recording: Recording, _ transport: any HTTPTransport = NoNetwork()) -> Client {
    Client(
      server: .eu, applicationID: "demo",
      configuration: ClientConfiguration(transport: transport, middleware: []).using(recording))
  }

  @Test func filesCanBeWrittenByHand() async throws {
    try folder.write(Self.good, to: "anything.http")
    #expect(try await client(try Recording(folder: folder.url)).searchPlayers(search: "gar") == [])
    // As git may write them.
    try folder.write(Self.good.replacing("\n", with: "\r\n"), to: "anything.http")
    #expect(try await client(try Recording(folder: folder.url)).searchPlayers(search: "gar") == [])
  }

  @Test(arguments: [
    ("### request searchPlayers", "GET /", 1, "expected '### request'"),
    ("GET https", "GET", 2, "expected a method and a URL"),
    ("GET https://api.worldoftanks.eu", "GET ", 2, "expected a method and a URL, such as"),
    ("Accept: application/json", "Accept", 3, "expected a header field"),
    ("### response", "### answer", 5, "expected '### response'"),
    ("200", "OK", 6, "expected a status from 100 to 599, found 'OK'"),
    ("200", "99", 6, "expected a status"),
    (#""data": []"#, #""data": ["#, 12, "the body isn't JSON"),
    ("{\n", "< ../secrets\n", 9, "expected the name of a body's file"),
  ])
  func mistakes(old: String, new: String, line: Int, message: String) throws {
    var text = Self.good.replacing(old, with: new)
    if new.hasPrefix("<") { text = String(text[..<text.firstRange(of: "../secrets\n")!.upperBound]) }
    try folder.write(text, to: "a.http")
    let error = #expect(throws: RecordingError.self) { try Recording(folder: folder.url) }
    #expect(error?.file == "a.http")
    #expect(error?.line == line)
    #expect(
      error?.description.hasPrefix("a.http:\(line): \(message)") == true, "\(String(describing: error))")
  }

  @Test func onlyFilesBesideAreBodies() throws {
    let secret = try TestFolder()
    try secret.write("secret", to: "a.response.json")
    let text = Self.good.prefix { $0 != "{" } + "< a.response.json\n"
    try folder.write(String(text), to: "a.http")
    let missing = #expect(throws: RecordingError.self) { try Recording(folder: folder.url) }
    #expect(missing?.line == 9)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("a.response.json"),
      withDestinationURL: secret.url.appendingPathComponent("a.response.json"))
    let link = #expect(throws: RecordingError.self) { try Recording(folder: folder.url) }
    #expect(link?.message == "'a.response.json' isn't a regular file")
  }

  @Test func longBodiesHaveFilesOfTheirOwn() async throws {
    let names = (0..<3_000).map { #"{"nickname":"player\#($0)","account_id":\#($0)}"# }.joined(separator: ",")
    let service = Service { _, _, _ in .json(#"{"status":"ok","data":[\#(names)]}"#) }
    _ = try await client(try Recording(folder: folder.url, mode: .record), service).searchPlayers(
      search: "gar")
    #expect(try folder.names.count == 2)
    let name = try #require(try folder.names.last { $0.hasSuffix(".response.json") })
    #expect(try folder.text(of: name).contains("      \"account_id\": 2999\n"))
    let players = try await client(try Recording(folder: folder.url)).searchPlayers(search: "gar")
    #expect(players.count == 3_000)
    // Recorded anew, the file is gone.
    let short = Service { _, _, _ in .json(#"{"status":"ok","data":[]}"#) }
    _ = try await client(try Recording(folder: folder.url, mode: .record), short).searchPlayers(search: "gar")
    #expect(try folder.names.count == 1)
  }

  @Test(arguments: [
    "", "\n", "a\n", "a\n\n", "< a.txt", "### response\n200", "a\n### response\n200", "a\r\nb", "\u{FEFF}a",
    "{", "a\u{0}b",
    "{\"a\": 1}", " ", "ü",
  ])
  func bodiesOfAnyTextReturn(text: String) async throws {
    let service = Service { _, _, _ in .text(text, type: "text/plain; charset=utf-8") }
    for (mode, transport) in [(Recording.Mode.record, service as any HTTPTransport), (.replay, NoNetwork())] {
      let client = client(try Recording(folder: folder.url, mode: mode), transport)
      let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
      #expect(error?.bodyBytes == Array(text.utf8))
    }
  }

  @Test func bodiesOfAnyBytesReturn() async throws {
    let bytes = (0...255).map { UInt8($0) }
    let service = Service { _, _, _ in Service.Response(fields: [:], body: bytes) }
    for (mode, transport) in [(Recording.Mode.record, service as any HTTPTransport), (.replay, NoNetwork())] {
      let client = client(try Recording(folder: folder.url, mode: mode), transport)
      let error = await #expect(throws: APIError.self) { try await client.searchPlayers(search: "gar") }
      #expect(error?.bodyBytes == bytes)
    }
    #expect(try folder.names.last?.hasSuffix(".response.bin") == true)
  }
}
