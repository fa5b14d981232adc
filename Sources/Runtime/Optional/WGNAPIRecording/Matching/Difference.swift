/// How a request differs from a recorded one.
struct Difference {
  /// The differences as text, without secrets; empty if the exchange answers the request.
  private(set) var texts: [String] = []
  /// The sum of the differences' weights: another path weighs more than another parameter.
  private(set) var weight = 0

  /// - Parameters:
  ///   - recorded: The request of a file.
  ///   - sent: The request as it is sent.
  ///   - scrubbed: The same without secrets.
  ///   - matching: The parts to compare.
  init(
    _ recorded: RecordedRequest, _ sent: RecordedRequest, scrubbed: RecordedRequest,
    _ matching: RequestMatching
  ) {
    compare("method", recorded.method, sent.method, scrubbed.method, weight: 20)
    let parts = matching.parts
    if parts.contains(.server) { compare("server", recorded.server, sent.server, scrubbed.server, weight: 5) }
    if parts.contains(.path) { compare("path", recorded.path, sent.path, scrubbed.path, weight: 100) }
    if parts.contains(.query) {
      compareQueries(matching.query(of: recorded), matching.query(of: sent), matching.query(of: scrubbed))
    }
    for field in matching.fields {
      func values(_ request: RecordedRequest) -> String {
        request.fields.values(of: field.canonicalName).joined(separator: ", ")
      }
      compare("field \(field.rawName)", values(recorded), values(sent), values(scrubbed))
    }
    if parts.contains(.body) { compareBodies(recorded.body, sent.body, scrubbed.body) }
  }

  private mutating func add(_ text: String, weight: Int = 1) {
    texts.append(text)
    self.weight += weight
  }

  private mutating func compare(
    _ part: String, _ recorded: some StringProtocol, _ sent: some StringProtocol,
    _ scrubbed: some StringProtocol,
    weight: Int = 1
  ) {
    if recorded == scrubbed || Wildcards.matches(sent, pattern: recorded) { return }
    add("\(part): recorded \(Self.shown(recorded)), sent \(Self.shown(scrubbed))", weight: weight)
  }

  private static func shown(_ text: some StringProtocol) -> String {
    text.isEmpty ? "nothing" : text.count > 80 ? "\(text.prefix(80))…" : String(text)
  }

  private typealias Query = [(name: Substring, value: Substring)]

  private mutating func compareQueries(_ recorded: Query, _ sent: Query, _ scrubbed: Query) {
    for name in Set((recorded + sent).map(\.name)).sorted() {
      func values(_ query: Query) -> String {
        query.filter { $0.name == name }.map { "\($0.value)" }.joined(separator: "&")
      }
      let counts = [recorded, sent].map { query in query.count { $0.name == name } }
      if counts[0] == counts[1] {
        compare("query \(name)", values(recorded), values(sent), values(scrubbed))
      } else {
        add(
          "query \(name): recorded \(counts[0] == 0 ? "nothing" : Self.shown(values(recorded))), "
            + "sent \(counts[1] == 0 ? "nothing" : Self.shown(values(scrubbed)))")
      }
    }
  }

  private mutating func compareBodies(_ recorded: [UInt8], _ sent: [UInt8], _ scrubbed: [UInt8]) {
    if recorded == scrubbed || Wildcards.matches(sent, pattern: recorded) { return }
    func lines(_ body: [UInt8]) -> [Substring] {
      String(decoding: body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
    let (left, right) = (lines(recorded), lines(scrubbed))
    let place =
      zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(left.count, right.count)
    func line(_ lines: [Substring]) -> String {
      lines.indices.contains(place) ? Self.shown(lines[place].drop { $0 == " " }) : "nothing"
    }
    add("body, line \(place + 1): recorded \(line(left)), sent \(line(right))")
  }
}
