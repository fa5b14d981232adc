/// Takes a stream of server-sent events apart (HTML Standard, section 9.2.6), whatever portions it comes in.
package struct EventParser: ElementParser {
  /// The ID that the next request of a broken stream names.
  private(set) var lastEventID: String
  /// The time that the server asks to wait before such a request.
  private(set) var retry: Duration?

  private var lines: LineSplitter
  private let limit: Int
  /// The ID that the next event has, and those after it that have none.
  private var nextID: String
  private var type = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var hasBegun = false
  /// The number of bytes since the last event.
  private var passed = 0

  package init(limit: Int) { self.init(limit: limit, lastEventID: "") }

  /// - Parameter lastEventID: The ID of the last event of the connection before, if there was one.
  init(limit: Int, lastEventID: String) {
    self.limit = limit
    self.lastEventID = lastEventID
    nextID = lastEventID
    lines = LineSplitter(limit: limit, endsAtCarriageReturn: true)
  }

  package mutating func append(_ portion: [UInt8]) { lines.append(portion) }

  package mutating func next() throws(StreamProblem) -> RawEvent? {
    while let line = try lines.next() {
      var line = line
      if !hasBegun {
        hasBegun = true
        if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
      }
      passed += line.count + 1
      // A server that sends only comments, or one field after the other, isn't followed for ever.
      guard passed <= limit else { throw .tooLarge(limit) }
      if line.isEmpty {
        if let event = dispatch() {
          passed = 0
          return event
        }
      } else {
        accept(line)
      }
    }
    return nil
  }

  /// An event without an empty line after it is incomplete, and dropped.
  package mutating func finish() throws(StreamProblem) -> RawEvent? { nil }

  private mutating func dispatch() -> RawEvent? {
    defer { (type, data, hasData) = ("", [], false) }
    // Only now: the event of an ID may break off, and must then be asked for again.
    lastEventID = nextID
    guard hasData else { return nil }
    return RawEvent(type: type.isEmpty ? "message" : type, id: lastEventID, data: data)
  }

  private mutating func accept(_ line: ArraySlice<UInt8>) {
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    // A comment.
    if colon == line.startIndex { return }
    var value = colon.map { line[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    switch String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self) {
    case "event": type = String(decoding: value, as: UTF8.self)
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    case "id": if !value.contains(0) { nextID = String(decoding: value, as: UTF8.self) }
    case "retry":
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }),
        let milliseconds = Int(String(decoding: value, as: UTF8.self))
      {
        retry = .milliseconds(min(milliseconds, 24 * 60 * 60 * 1_000))
      }
    default: break
    }
  }
}
