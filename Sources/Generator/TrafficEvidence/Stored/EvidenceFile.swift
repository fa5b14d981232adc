import WGNAPIJSON

/// Evidence in a file beside a spec, so that what is seen later adds to what was seen.
package enum EvidenceFile {
  private static let mark = "wgnapi-evidence"
  private static let version = 1
  /// Levels of JSON: values are nested 40 deep, and so are paths; each takes a few.
  private static let deepest = 700
  package static let longest = 256 << 20

  /// Whether a file begins like one with evidence.
  package static func isBegun(by bytes: some Collection<UInt8>) -> Bool {
    let text = String(decoding: bytes.prefix(mark.utf8.count + 20), as: UTF8.self)
    return text.filter { !$0.isWhitespace }.hasPrefix("{\"\(mark)\"")
  }

  /// The collector that goes on where a file ends.
  package static func read(_ bytes: [UInt8]) throws(EvidenceError) -> Collector {
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: bytes, options: JSONDecoding(maximumDepth: deepest))
    } catch {
      throw EvidenceError(place: "line \(error.line)", reason: "expected JSON")
    }
    guard let number = value.object?[mark]?.number.flatMap({ Int($0.text) }), number >= 1 else {
      throw EvidenceError(place: "", reason: "expected evidence that 'infer' wrote")
    }
    guard number <= version else {
      throw EvidenceError(
        place: mark, reason: "a newer generator wrote it: version \(number), and this one reads \(version)")
    }
    let file = EvidenceFields.File()
    let evidence: Evidence = try EvidenceFields.read(value, at: "", file, ignoring: [mark])
    return Collector(evidence, places: file.places)
  }

  /// The file for what a collector knows. The same evidence is always the same bytes.
  package static func bytes(_ collector: Collector) throws(EvidenceError) -> [UInt8] {
    var object = JSONObject([(mark, .number(JSONNumber(version)))])
    let file = EvidenceFields.File(secrets: collector.knownSecrets)
    for (key, value) in try EvidenceFields.write(collector.evidence, file) { object[key] = value }
    var text = ""
    print(.object(object), indent: 0, into: &text)
    return Array((text + "\n").utf8)
  }

  // MARK: Text

  /// Lines for people who compare versions of the file: on one line what is short.
  private static func print(_ value: JSON, indent: Int, into text: inout String) {
    var room = 100
    guard !fits(value, &room) else {
      text += value.description
      return
    }
    let (open, close) = value.object == nil ? ("[", "]") : ("{", "}")
    let inner = "\n" + String(repeating: " ", count: indent + 1)
    text += open
    var separator = inner
    func next() {
      text += separator
      separator = "," + inner
    }
    for (key, member) in value.object ?? [:] {
      next()
      text += JSON.string(key).description + ":"
      print(member, indent: indent + 1, into: &text)
    }
    for element in value.array ?? [] {
      next()
      print(element, indent: indent + 1, into: &text)
    }
    text += "\n" + String(repeating: " ", count: indent) + close
  }

  private static func fits(_ value: JSON, _ room: inout Int) -> Bool {
    room -= 2
    switch value {
    case .null, .bool: room -= 4
    case .number(let number): room -= number.text.utf8.count
    // A value that can't be divided is on one line, however long it is.
    case .string(let text): room -= min(text.utf8.count, 60)
    case .array(let elements):
      for element in elements where room >= 0 { _ = fits(element, &room) }
    case .object(let members):
      for (key, member) in members where room >= 0 {
        room -= key.utf8.count + 3
        _ = fits(member, &room)
      }
    }
    return room >= 0
  }
}
