import Foundation
import HTTPTypes
import Testing
import WGNAPIClient

@testable import WGNAPIRecording

/// Files that are damaged in any way are read, or are errors with a line.
@Suite struct DamagedFileTests {
  private static let file = """
    ### request items
    POST https://api.example.com/items?a=1
    Content-Type: application/json

    {
      "b": [1, 2]
    }

    ### redirect
    301
    Location: /things

    ### response
    200
    Content-Type: application/json

    {}

    """

  private func read(_ text: String) throws(RecordingError) -> Exchange {
    try ExchangeFile.read(text, file: "a.http") { (name) throws(RecordingError) in
      throw RecordingError("there is no '\(name)'")
    }
  }

  private func expectResult(_ text: String) {
    do throws(RecordingError) {
      _ = try read(text)
    } catch {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(error.file == "a.http" && (1...(lines + 1)).contains(error.line ?? 0), "\(error)")
    }
  }

  @Test func theWholeFileIsRead() throws {
    let exchange = try read(Self.file)
    #expect(exchange.request.method == "POST" && exchange.name == "items")
    #expect(exchange.redirects.map(\.status) == [301])
    let indented = Self.file.replacing("[1, 2]", with: "[\n    1,\n    2\n  ]")
    #expect(ExchangeFile(exchange, stem: "items-1").text == indented)
  }

  @Test func truncatedFiles() {
    for end in Self.file.indices { expectResult(String(Self.file[..<end])) }
  }

  @Test func changedFiles() {
    let random = RandomSource.seeded(7)
    let pieces = ["\n", "\r\n", "### ", "### response\n", "< x\n", ":", "", "{", "200", "\u{0}", " ", "ü"]
    for _ in 0..<2_000 {
      var text = Array(Self.file)
      for _ in 0...Int(random.bits() % 3) {
        let place = Int(random.bits() % UInt64(text.count))
        let piece = pieces[Int(random.bits() % UInt64(pieces.count))]
        text.replaceSubrange(place..<min(place + Int(random.bits() % 4), text.count), with: Array(piece))
      }
      expectResult(String(text))
    }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let random = RandomSource.seeded(8)
    let pieces: [String] = [
      "a", "\n", "### ", "### response", "< ", "{", "}", "\"", ":", " ", "\t", "\u{7F}", "ü",
    ]
    for number in 0..<1_000 {
      let bodies = (0..<2).map { _ in
        Array(
          (0..<random.bits() % 8).map { _ in pieces[Int(random.bits() % UInt64(pieces.count))] }.joined().utf8
        )
      }
      let exchange = Exchange(
        name: "n\(number)",
        request: RecordedRequest(
          method: "PUT", url: "https://h/\(number)", fields: [RecordedField(name: "A", value: "b: c")],
          body: bodies[0]),
        response: RecordedHead(
          status: 200, fields: [RecordedField(name: "Content-Type", value: "text/plain")]),
        body: bodies[1])
      let file = ExchangeFile(exchange, stem: "s")
      let again = try ExchangeFile.read(file.text, file: "s.http") { (name) throws(RecordingError) in
        guard let body = file.bodies.first(where: { $0.name == name }) else {
          throw RecordingError("there is no '\(name)'")
        }
        return body.bytes
      }
      #expect(again == exchange, "\(file.text)")
    }
  }
}
