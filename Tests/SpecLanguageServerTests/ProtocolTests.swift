import Diagnostics
import Testing
import WGNAPIJSON

@testable import SpecLanguageServer

@Suite struct ProtocolTests {
  // MARK: Framing

  @Test func `messages are found in pieces of any size`() {
    let stream = MessageFraming.framed(Array("{}".utf8)) + MessageFraming.framed(Array("[1,2]".utf8))
    for size in 1...stream.count {
      var framing = MessageFraming()
      var found: [MessageFraming.Part] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        framing.append(stream[start..<min(start + size, stream.count)])
        while let part = framing.next() { found.append(part) }
      }
      #expect(found == [.message(Array("{}".utf8)), .message(Array("[1,2]".utf8))])
    }
  }

  @Test(arguments: [
    "Content-Length: x\r\n\r\n", "Content-Type: text\r\n\r\n", "nonsense\n\n", "Content-Length: -5\r\n\r\n",
    "Content-Length: 99999999999999999999999\r\n\r\n",
  ]) func `a header without a length is reported, and reading goes on`(_ header: String) {
    var framing = MessageFraming()
    framing.append(Array(header.utf8) + MessageFraming.framed(Array("{}".utf8)))
    guard case .problem? = framing.next() else {
      Issue.record("not reported")
      return
    }
    #expect(framing.next() == .message(Array("{}".utf8)))
  }

  @Test func `what a header that isn't one belongs to is skipped`() {
    var framing = MessageFraming()
    let first = MessageFraming.framed(Array("{}".utf8))
    framing.append(Array("Content-Length: x\r\n\r\n{\"id\": 1}".utf8) + first + first)
    var found: [MessageFraming.Part] = []
    while let part = framing.next() { found.append(part) }
    #expect(found.dropFirst() == [.message(Array("{}".utf8)), .message(Array("{}".utf8))])
  }

  @Test func `a header without an end is given up`() {
    var framing = MessageFraming()
    framing.append([UInt8](repeating: 0x61, count: 20_000))
    guard case .problem? = framing.next() else {
      Issue.record("not reported")
      return
    }
    framing.append(MessageFraming.framed(Array("{}".utf8)))
    #expect(framing.next() == .message(Array("{}".utf8)))
  }

  /// U+FFFD is as long in UTF-16, so later edits are still at the right places.
  @Test(arguments: [
    (#"{"a": "\ud83d"}"#, #"{"a": "\uFFFD"}"#),
    (#""\ude00\uD83D\uDE00\ud83d\ud83d\ude00""#, #""\uFFFD\uD83D\uDE00\uFFFD\ud83d\ude00""#),
    (#""\\ud83d \u0041 \u12"#, #""\\ud83d \u0041 \u12"#), ("\\", "\\"), (#""\ud83"#, #""\ud83"#),
  ]) func `surrogates that stand alone are replaced`(_ message: String, _ repaired: String) {
    #expect(String(decoding: repairingSurrogates(in: Array(message.utf8)), as: UTF8.self) == repaired)
  }

  @Test func `names of header fields have any case, and others are ignored`() {
    var framing = MessageFraming()
    framing.append(Array("content-type: application/vscode-jsonrpc\r\nCONTENT-LENGTH:2\r\n\r\n{}".utf8))
    #expect(framing.next() == .message(Array("{}".utf8)))
  }

  @Test func `a message that is too large is skipped`() {
    var framing = MessageFraming()
    framing.append(Array("Content-Length: 300000000\r\n\r\n".utf8))
    guard case .problem? = framing.next() else {
      Issue.record("not reported")
      return
    }
    let piece = [UInt8](repeating: 0x20, count: 100_000_000)
    for _ in 0..<3 {
      #expect(framing.next() == nil)
      framing.append(piece)
    }
    framing.append(MessageFraming.framed(Array("{}".utf8)))
    #expect(framing.next() == .message(Array("{}".utf8)))
  }

  // MARK: Life

  @Test func `the life of a server`() throws {
    let served = try ServedFolder([:], capabilities: nil)
    #expect(served.request("textDocument/hover", [:])["error"]?["code"] == -32002)
    served.notify("initialized", [:])
    let response = served.request("initialize", ["capabilities": [:], "rootUri": .string(served.uri(""))])
    #expect(response["result"]?["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(response["result"]?["serverInfo"]?["name"] == "wgnapi-gen")
    #expect(served.request("initialize", [:])["error"]?["code"] == -32600)
    #expect(served.request("shutdown", .null)["result"] == .null)
    #expect(served.request("textDocument/hover", [:])["error"]?["code"] == -32600)
    #expect(served.server.statusAtEnd == 0)
    served.notify("exit", .null)
    #expect(served.server.exitStatus == 0)
  }

  @Test func `an exit without a shutdown is a failure`() throws {
    let served = try ServedFolder([:])
    #expect(served.server.statusAtEnd == 1)
    served.notify("exit", .null)
    #expect(served.server.exitStatus == 1)
  }

  @Test func `what isn't known is refused, and unknown notifications are ignored`() throws {
    let served = try ServedFolder([:])
    #expect(served.request("textDocument/unknown", [:])["error"]?["code"] == -32601)
    let count = served.sent.count
    served.notify("$/setTrace", ["value": "off"])
    served.notify("textDocument/unknown", [:])
    served.send(["jsonrpc": "2.0", "id": "wgnapi-gen/watch", "result": .null])
    #expect(served.sent.count == count)
  }

  @Test(arguments: ["definition", "references", "prepareRename", "rename", "completion", "hover"])
  func `malformed parameters are refused`(_ method: String) throws {
    let served = try ServedFolder(shop)
    let document: JSON = ["uri": .string(served.uri("Specs/Shop/items.yaml"))]
    let position: JSON = ["line": 0, "character": 0]
    for parameters: JSON in [
      .null, [1], [:], ["position": position, "newName": "A"],
      ["textDocument": 1, "position": position, "newName": "A"],
      ["textDocument": ["uri": 1], "position": position, "newName": "A"],
      ["textDocument": document, "newName": "A"],
      ["textDocument": document, "position": ["line": -1, "character": 0], "newName": "A"],
      ["textDocument": document, "position": ["line": 0, "character": 0.5], "newName": "A"],
    ] {
      let response = served.request("textDocument/\(method)", parameters)
      #expect(response["error"]?["code"] == -32602, "\(parameters)")
    }
    let noName = served.request("textDocument/\(method)", ["textDocument": document, "position": position])
    #expect((noName["error"]?["code"] == -32602) == (method == "rename"))
    // Editors ask about documents that aren't files, too.
    let other: JSON = ["textDocument": ["uri": "untitled:1"], "position": position, "newName": "A"]
    #expect(served.request("textDocument/\(method)", other)["error"]?["code"] != -32602)
  }

  @Test(arguments: [
    "", "{", "[]", "1", "null", "{}", #"{"id": 1}"#, #"{"method": 5}"#, #"{"id": [], "method": "x"}"#,
    #"{"id": 1, "method": "textDocument/hover"}"#,
    #"{"id": 1, "method": "textDocument/rename", "params": []}"#,
    #"{"method": "textDocument/didChange", "params": {"textDocument": 1}}"#,
    #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "http://x/"}}}"#,
    #"{"method": "workspace/didChangeWorkspaceFolders", "params": {"event": {"added": 1}}}"#,
    "\u{0}", #"{"id": 1, "id": 2, "method": "shutdown"}"#,
  ]) func `malformed messages end nothing`(_ text: String) throws {
    let served = try ServedFolder([:])
    served.server.receive(Array(text.utf8))
    while served.server.isBusy { served.server.handleNext() }
    if let last = served.sent.last { #expect(last["jsonrpc"] == "2.0") }
    #expect(served.request("shutdown", .null)["result"] == .null)
  }

  @Test func `a request that waits can be cancelled`() throws {
    let served = try ServedFolder([:])
    let request: JSON = ["jsonrpc": "2.0", "id": "a", "method": "textDocument/unknown", "params": [:]]
    served.server.receive(Array(request.description.utf8))
    served.send(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": "a"]])
    let responses = served.sent.filter { $0["id"] == "a" }
    #expect(responses.count == 1)
    #expect(responses.first?["error"]?["code"] == -32800)
    // Too late, or never sent.
    served.send(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": "a"]])
    #expect(served.sent.filter { $0["id"] == "a" }.count == 1)
  }

  // MARK: Positions

  @Test func `positions count units of UTF-16`() {
    let text = TextLines("a\u{E9}\u{1F600}b\r\nzwei\rdrei\n", .utf16)
    for (character, offset) in [(0, 0), (1, 1), (2, 3), (3, 7), (4, 7), (5, 8), (99, 8)] {
      #expect(text.offset(of: .init(line: 0, character: character)) == offset)
    }
    #expect(text.offset(of: .init(line: 1, character: 2)) == 12)
    #expect(text.offset(of: .init(line: 9, character: 0)) == text.bytes.count)
    let location = text.location(ofOffset: 7)
    #expect((location.line, location.column) == (1, 4))
    #expect(text.range(of: SourceSpan(file: "", start: location, end: location)) == 7..<7)
    #expect(text.position(ofOffset: 7) == .init(line: 0, character: 4))
    #expect(text.location(ofOffset: 10).line == 2)
    #expect(text.position(ofOffset: text.bytes.count) == .init(line: 3, character: 0))
    for json: JSON in [
      ["line": -1, "character": 0], ["line": 0], ["line": 0, "character": 9_223_372_036_854_775_807],
    ] {
      #expect(TextPosition(json) == nil)
    }
  }

  @Test func `positions count bytes`() {
    let text = TextLines("a\u{E9}\u{1F600}b\nzwei\n", .utf8)
    // A position within a scalar is moved behind it.
    for (character, offset) in [(0, 0), (1, 1), (2, 3), (3, 3), (5, 7), (7, 7), (8, 8), (99, 8)] {
      #expect(text.offset(of: .init(line: 0, character: character)) == offset)
    }
    #expect(text.position(ofOffset: 7) == .init(line: 0, character: 7))
    #expect(text.position(ofOffset: 11) == .init(line: 1, character: 2))
    #expect(text.location(ofOffset: 7).column == 4)
  }

  @Test(arguments: [
    (["utf-8", "utf-32", "utf-16"], "utf-8", 4), (["utf-16", "utf-8"], "utf-16", 2),
    (["utf-7", "utf-32"], "utf-32", 1), ([], "utf-16", 2),
  ]) func `positions are what the client prefers to count`(_ known: [JSON], _ chosen: String, _ width: Int)
    throws
  {
    let served = try ServedFolder(shop, capabilities: nil)
    let response = served.request(
      "initialize",
      [
        "capabilities": ["general": ["positionEncodings": .array(known)]],
        "rootUri": .string(served.uri("")),
      ])
    #expect(response["result"]?["capabilities"]?["positionEncoding"]?.string == chosen)
    let name = "Specs/Shop/items.yaml"
    served.open(
      name,
      "wgnapi: 1\nschemas:\n  A: {properties: {\u{1F600}?: B, b: integer}}\n  B: integer\n")
    func position(_ character: Int) -> JSON { ["line": 2, "character": .integer(character)] }
    // `B` after one emoji, which is `Nope` then.
    let (start, end) = (22 + width, 23 + width)
    let use: JSON = ["textDocument": ["uri": .string(served.uri(name))], "position": position(start)]
    let references = served.request("textDocument/references", use)["result"]
    #expect(references?[0]?["range"] == ["start": position(start), "end": position(end)])
    served.change(
      name, [["range": ["start": position(start), "end": position(end)], "text": "Nope"]])
    served.check()
    let range = served.diagnostics(of: name)?.first?["range"]
    #expect(range == ["start": position(start), "end": position(start + 4)])
  }

  @Test func `a byte order mark is no column`() {
    let text = TextLines("\u{FEFF}ab", .utf16)
    let location = text.location(ofOffset: 4)
    #expect((location.line, location.column) == (1, 2))
    #expect(text.range(of: SourceSpan(file: "", start: location, end: location)) == 4..<4)
    #expect(text.position(ofOffset: 4) == .init(line: 0, character: 2))
  }

  @Test func `random edits lead to the text that an editor has`() {
    var random = SystemRandomNumberGenerator()
    var text = TextLines("", .utf16)
    var units: [UInt16] = []
    let pieces = ["a", "\n", "\r\n", "\u{1F600}", "\u{E9}", "x: y", ""]
    for _ in 0..<2000 {
      // Ends of a range that are no half of a pair, and not between CR and LF.
      let places = (0...units.count).filter { place in
        place == units.count
          || (!UTF16.isTrailSurrogate(units[place])
            && !(place > 0 && units[place - 1] == 13 && units[place] == 10))
      }
      let first = places.randomElement(using: &random) ?? 0
      let second = min(units.count, first + Int.random(in: 0...3, using: &random))
      let end = places.last { $0 <= second && $0 >= first } ?? first
      let piece = pieces.randomElement(using: &random) ?? ""
      let start = text.offset(of: position(of: first, in: units))
      text.replace(start..<text.offset(of: position(of: end, in: units)), with: piece)
      units.replaceSubrange(first..<end, with: Array(piece.utf16))
      #expect(text.bytes == Array(String(decoding: units, as: UTF16.self).utf8))
    }
  }

  private func position(of place: Int, in units: [UInt16]) -> TextPosition {
    var position = TextPosition(line: 0, character: 0)
    for index in 0..<place {
      if units[index] == 10 || (units[index] == 13 && !(index + 1 < units.count && units[index + 1] == 10)) {
        position = TextPosition(line: position.line + 1, character: 0)
      } else {
        position.character += 1
      }
    }
    return position
  }

  @Test(arguments: ["/a b/\u{E9}%.yaml", "/x/#?.yaml"]) func `URIs lead back to paths`(_ path: String) {
    #expect(FileURI.path(of: FileURI.uri(of: path)) == path)
  }

  @Test func `URIs of files only`() {
    #expect(FileURI.path(of: "file://localhost/a/b") == "/a/b")
    #expect(FileURI.path(of: "FILE:///a//b/") == "/a/b")
    for other in ["http://a/b", "untitled:x", "file://host/a", "file:///a%00b", "file:///%zz", ""] {
      #expect(FileURI.path(of: other) == nil, "\(other)")
    }
  }
}
