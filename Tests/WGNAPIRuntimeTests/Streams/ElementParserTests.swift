import Testing

@testable import WGNAPIStreams

/// How the bytes of a stream are taken apart.
@Suite struct ElementParserTests {
  private func events(_ text: String, portion: Int = .max, limit: Int = 10_000) throws -> [RawEvent] {
    try elements(EventParser(limit: limit), Array(text.utf8), portion: portion)
  }

  private func elements<Parser: ElementParser>(
    _ parser: Parser, _ bytes: [UInt8], portion: Int
  ) throws -> [Parser.Element] {
    var parser = parser
    var found: [Parser.Element] = []
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + min(portion, bytes.count))
      parser.append(Array(bytes[place..<end]))
      place = end
      while let element = try parser.next() { found.append(element) }
    }
    while let element = try parser.finish() { found.append(element) }
    return found
  }

  private func event(_ data: String, type: String = "message", id: String = "") -> RawEvent {
    RawEvent(type: type, id: id, data: Array(data.utf8))
  }

  /// An ID counts when its event is complete: until then it must be asked for again.
  @Test func idsOfEventsThatBreakOff() throws {
    var parser = EventParser(limit: 100, lastEventID: "before")
    #expect(parser.lastEventID == "before")
    parser.append(Array("data: 1\nid: 4\n\nid: 5\ndata: 2\n".utf8))
    #expect(try parser.next() == event("1", id: "4"))
    #expect(try parser.next() == nil)
    #expect(parser.lastEventID == "4")
    parser.append(Array("\nid\n\n".utf8))
    #expect(try parser.next() == event("2", id: "5"))
    #expect(try parser.next() == nil)
    #expect(parser.lastEventID == "")
  }

  /// The examples of the HTML Standard, section 9.2.6.
  @Test(arguments: [1, 2, 3, 7, Int.max]) func examplesOfTheStandard(portion: Int) throws {
    #expect(
      try events("data: YHOO\ndata: +2\ndata: 10\n\n", portion: portion) == [event("YHOO\n+2\n10")])
    #expect(
      try events(
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event",
        portion: portion)
        == [event("first event", id: "1"), event("second event")])
    #expect(try events("data\n\ndata\ndata\n\ndata:", portion: portion) == [event(""), event("\n")])
    #expect(try events("data:test\n\ndata: test\n\n", portion: portion) == [event("test"), event("test")])
  }

  @Test(arguments: [1, 2, Int.max]) func endsOfLines(portion: Int) throws {
    for end in ["\n", "\r\n", "\r"] {
      let text = ["event: a", "data: 1", "id: x", "", ":", "data: 2", "", ""].joined(separator: end)
      // The last line's end isn't complete before the next byte, if it is a carriage return.
      #expect(try events(text, portion: portion) == [event("1", type: "a", id: "x"), event("2", id: "x")])
    }
  }

  @Test func marksAndOddFields() throws {
    #expect(try events("\u{FEFF}data: 1\n\n") == [event("1")])
    #expect(try events("data: 1\n\u{FEFF}data: 2\n\n") == [event("1")])
    #expect(try events("id: a\0b\ndata: 1\n\n") == [event("1")])
    #expect(try events("Data: 1\nother: 2\n data: 3\n\n") == [])
    #expect(try events("event: a\n\ndata: 1\n\n") == [event("1")])
  }

  @Test func retryIsATime() throws {
    var parser = EventParser(limit: 100)
    for (text, retry) in [("retry: 250\n", 250), ("retry: x\n", 250), ("retry: -1\n", 250), ("retry:7\n", 7)]
    {
      parser.append(Array(text.utf8))
      #expect(try parser.next() == nil)
      #expect(parser.retry == .milliseconds(retry))
    }
    parser.append(Array("retry: 99999999999999999\n".utf8))
    _ = try parser.next()
    #expect(parser.retry == .seconds(24 * 60 * 60))
  }

  @Test func limits() {
    let long = String(repeating: "x", count: 200)
    for text in [
      "data: \(long)\n\n", "data: \(long)", ": \(long)\n", String(repeating: ": comment\n", count: 20),
      String(repeating: "data: 1\n", count: 20), String(repeating: "\n", count: 200),
    ] {
      #expect(throws: StreamProblem.tooLarge(100)) { try events(text, portion: 13, limit: 100) }
    }
    #expect(throws: Never.self) {
      try events(String(repeating: "data: 1\n\n", count: 1_000), portion: 13, limit: 100)
    }
  }

  /// However a stream is cut, its elements are the same.
  @Test func randomPortions() throws {
    var random = SystemRandomNumberGenerator()
    let pieces = [
      "data: a", "data", "event: b", "id: 1", "id", ": c", "", "", "retry: 1", "data:ü", "\r", "\n", "\r\n",
    ]
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        (pieces.randomElement(using: &random) ?? "")
          + (["\n", "\r", "\r\n"].randomElement(using: &random) ?? "")
      }.joined()
      let whole = try events(text)
      for portion in [1, 2, 3, 5] {
        #expect(
          try events(text, portion: portion) == whole, "\(text.debugDescription) in portions of \(portion)")
      }
    }
  }

  @Test(arguments: [1, 2, 5, Int.max]) func lines(portion: Int) throws {
    func lines(_ text: String, limit: Int = 100) throws -> [String] {
      try elements(LineParser(limit: limit), Array(text.utf8), portion: portion).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(try lines("1\n{\"a\":2}\r\n\n  \n3") == ["1", "{\"a\":2}\r", "3"])
    #expect(try lines("") == [])
    #expect(throws: StreamProblem.tooLarge(10)) { try lines(String(repeating: "1", count: 11), limit: 10) }
    #expect(throws: StreamProblem.tooLarge(10)) {
      try lines(String(repeating: "1", count: 11) + "\n", limit: 10)
    }
  }

  @Test(arguments: [1, 2, 5, Int.max]) func sequences(portion: Int) throws {
    func sequence(_ text: String, limit: Int = 100) throws -> [String] {
      try elements(SequenceParser(limit: limit), Array(text.utf8), portion: portion).map {
        String(decoding: $0, as: UTF8.self).filter { $0 != "\n" }
      }
    }
    #expect(try sequence("\u{1E}1\n\u{1E}[2,\n3]\n\u{1E}\u{1E}\n\u{1E}4\n") == ["1", "[2,3]", "4"])
    #expect(try sequence("") == [])
    #expect(throws: StreamProblem.self) { try sequence("1\n\u{1E}2\n") }
    #expect(throws: StreamProblem.tooLarge(10)) {
      try sequence("\u{1E}" + String(repeating: "1", count: 12), limit: 10)
    }
  }
}
