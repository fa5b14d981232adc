import WGNAPIJSON

extension ExchangeFile {
  /// Reads an exchange.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - file: The file's name.
  ///   - body: Reads a file with a body, by its name.
  /// - Throws: ``RecordingError`` with the line that isn't as expected.
  static func read(
    _ text: String, file: String, body: (String) throws(RecordingError) -> [UInt8]
  ) throws(RecordingError) -> Exchange {
    let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.filter { lines[$0].hasPrefix("### ") }
    guard let first = starts.first, first == 0, lines[0].hasPrefix("### request ") else {
      throw RecordingError("expected '### request' and the name of an endpoint", file: file, line: 1)
    }
    var sections: [Section] = []
    for (place, start) in starts.enumerated() {
      let end = place + 1 < starts.count ? starts[place + 1] : lines.count
      sections.append(Section(lines: lines[start..<end], file: file))
    }
    guard let last = sections.last, sections.count > 1, last.title == "### response" else {
      throw RecordingError(
        "expected '### response' as the last part", file: file, line: starts.last.map { $0 + 1 })
    }
    let request = try sections[0].request(body)
    var redirects: [RecordedHead] = []
    for section in sections[1..<(sections.count - 1)] {
      guard section.title == "### redirect" else {
        throw RecordingError("expected '### redirect' or '### response'", file: file, line: section.start)
      }
      redirects.append(try section.head())
    }
    let response = try last.head()
    return Exchange(
      name: String(lines[0].dropFirst("### request ".count)), request: request, redirects: redirects,
      response: response,
      body: try last.body(
        response.fields.value(of: "content-type"), isPart: response.status == 206, body))
  }

  /// A part of a file, from one title to the next.
  private struct Section {
    let lines: ArraySlice<Substring>
    let file: String

    var title: Substring { lines.first ?? "" }
    /// The number of the title's line.
    var start: Int { lines.startIndex + 1 }

    /// The position of the empty line before the body.
    private var gap: Int { lines.dropFirst().firstIndex { $0.isEmpty } ?? lines.endIndex }

    private func error(_ message: String, at line: Int) -> RecordingError {
      RecordingError(message, file: file, line: line)
    }

    /// The first line after the title.
    private func head(_ expected: String) throws(RecordingError) -> Substring {
      guard lines.count > 1, let line = lines.dropFirst().first, !line.isEmpty else {
        throw error("expected \(expected)", at: start + 1)
      }
      return line
    }

    func request(
      _ read: (String) throws(RecordingError) -> [UInt8]
    ) throws(RecordingError) -> RecordedRequest {
      let parts = try head("a method and a URL").split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[1].contains("://") else {
        throw error("expected a method and a URL, such as 'GET https://api.example.com/'", at: start + 1)
      }
      let fields = try fields()
      let type = fields.value(of: "content-type")
      // Someone may have written it with other white space.
      let body = BodyText(try body(type, isPart: false, read), type: type).bytes
      return RecordedRequest(
        method: String(parts[0]), url: String(parts[1]), fields: fields, body: body)
    }

    func head() throws(RecordingError) -> RecordedHead {
      let line = try head("a status")
      guard let status = Int(line.prefix { $0 != " " }), (100...599).contains(status) else {
        throw error("expected a status from 100 to 599, found '\(line.prefix(40))'", at: start + 1)
      }
      return RecordedHead(status: status, fields: try fields())
    }

    private func fields() throws(RecordingError) -> [RecordedField] {
      var fields: [RecordedField] = []
      for place in lines.indices.dropFirst(2).prefix(while: { $0 < gap }) {
        let line = lines[place]
        guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
          throw error("expected a header field, such as 'Accept: application/json'", at: place + 1)
        }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        fields.append(RecordedField(name: String(line[..<colon]), value: String(value)))
      }
      return fields
    }

    func body(
      _ type: String?, isPart: Bool, _ read: (String) throws(RecordingError) -> [UInt8]
    ) throws(RecordingError) -> [UInt8] {
      var body = lines[min(gap + 1, lines.endIndex)...]
      if body.last?.isEmpty == true { body.removeLast() }
      if body.count == 1, let line = body.first, line.hasPrefix("< ") {
        let name = String(line.dropFirst(2))
        do throws(RecordingError) {
          return try read(name)
        } catch {
          throw self.error(error.message, at: body.startIndex + 1)
        }
      }
      let bytes = Array(body.joined(separator: "\n").utf8)
      guard !bytes.isEmpty, !isPart, BodyText.isJSON(type) else { return bytes }
      do throws(JSONError) {
        _ = try JSON.decode(bytes)
      } catch {
        throw self.error("the body isn't JSON: \(error.message)", at: body.startIndex + max(error.line, 1))
      }
      return bytes
    }
  }
}
