import Foundation
import Gallery
import TestSupport
import Testing
import WGNAPIRuntime

/// The code of the section "Codecs" of `docs/own-types.md`, word for word.
@Suite struct CodecsPageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("own-types.md", section: "Codecs")
    #expect(page.blocks.count == 4)
    let protobuf = packageFolder.appendingPathComponent("Tests/Golden/Codecs/Gallery/Protobuf.swift").path
    let missing = Set(try page.blocksMissing(in: #filePath))
      .intersection(try page.blocksMissing(in: protobuf))
    #expect(missing == [])
  }

  @Test func theSpecOnThePageIsTheTested() throws {
    let page = try PageCode("own-types.md", section: "Codecs").text
    let spec = packageFolder.appendingPathComponent("Tests/Golden/Codecs/Specs/Gallery/module.yaml")
    let lines = Set(try String(contentsOf: spec, encoding: .utf8).split(separator: "\n"))
    let shown = page.components(separatedBy: "```yaml\n")[1].components(separatedBy: "```")[0]
    #expect(shown.split(separator: "\n").filter { !lines.contains($0) } == [])
  }

  @Test func theCodeRuns() async throws {
    let server = Stub(.init(.png(width: 300, height: 2), "image/png"))
    let client = server.client
    let picture = try await client.thumbnail(id: 7)
    print(picture.width, picture.height)
    #expect((picture.width, picture.height) == (300, 2))
    #expect(try Size.decode(picture.bytes, contentType: nil) == [300, 2])
    #expect(throws: Size.NotPNG.self) { try Size.decode([1], contentType: nil) }
  }

  @Test func protobufsAreSent() async throws {
    let server = Stub(.init(try ExhibitionCodec.encode(.harbours), "application/x-protobuf"))
    let client = server.client
    var exhibition = Exhibition()
    exhibition.title = "Harbours"
    let response = try await client.announce(payload: exhibition)
    #expect(response.pictures == [1, 2, 300])
    #expect(server.bodies == [try exhibition.serializedBytes()])
  }
}

/// Reads the beginning of a PNG image (ISO/IEC 15948, sections 5.2 and 11.2.2).
enum Size: BodyDecoder {
  struct NotPNG: Error {}

  static func decode(_ body: [UInt8], contentType: String?) throws -> [Int] {
    guard body.count >= 24, body.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { throw NotPNG() }
    return [16, 20].map { start in body[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }
}
