import MockServer
import Testing

/// The parts of multipart bodies: styles, media types of files, bodies in parts.
@Suite struct MultipartTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /files:
        post:
          operationId: upload
          requestBody:
            required: true
            content:
              multipart/form-data:
                schema:
                  type: object
                  required: [color]
                  properties:
                    color: {type: object, required: [r], properties: {r: {type: integer, maximum: 9}, g: {type: integer}}}
                    size: {type: object, properties: {x: {type: integer}}}
                    range: {type: object, required: [max], properties: {max: {type: integer}}}
                    numbers: {type: array, items: {type: integer}}
                    image: {type: string, format: binary}
                    scans: {type: array, items: {type: string, format: binary}}
                    any: {type: string, format: binary}
                encoding:
                  color: {style: form}
                  size: {style: form, explode: false}
                  range: {style: deepObject}
                  image: {contentType: image/png}
                  scans: {contentType: "image/*, application/pdf"}
          responses: {"204": {description: Done}}
    """

  private struct Part {
    var name: String
    var content: String
    var type: String?
  }

  private func problem(_ parts: [Part], type: String = "multipart/form-data") throws -> String? {
    let texts = parts.map { part in
      let type = part.type.map { "Content-Type: \($0)\r\n" } ?? ""
      return "--B\r\nContent-Disposition: form-data; name=\"\(part.name)\"\r\n\(type)\r\n\(part.content)\r\n"
    }
    return try MockServer(document: Self.document).send(
      "POST", "/files", "\(type); boundary=B", texts.joined() + "--B--\r\n"
    ).problem
  }

  @Test func objectsWithStylesAreChecked() throws {
    let red = Part(name: "r", content: "1")
    #expect(try problem([red]) == nil)
    #expect(
      try problem([Part(name: "r", content: "x")]) == "body /color/r: expected integer, found string \"x\"")
    #expect(try problem([Part(name: "g", content: "1")]) == "body /color: the key \"r\" is missing")
    let none = try problem([])
    #expect(none == "body /color: is missing")
    #expect(try problem([red, Part(name: "r", content: "2")]) == "body /color: 'r' is sent 2 times")
    #expect(try problem([red, Part(name: "size", content: "x,1")]) == nil)
    #expect(
      try problem([red, Part(name: "size", content: "x,b")])
        == "body /size/x: expected integer, found string \"b\"")
    #expect(try problem([red, Part(name: "range[max]", content: "1")]) == nil)
    #expect(
      try problem([red, Part(name: "range[max]", content: "b")])
        == "body /range/max: expected integer, found string \"b\"")
    #expect(
      try problem([red, Part(name: "range[min]", content: "1")]) == "body /range: the key \"max\" is missing")
  }

  @Test func partsAreBounded() throws {
    let numbers = { (count: Int) in "[0" + String(repeating: ",1", count: count) + "]" }
    let red = Part(name: "r", content: "1")
    #expect(try problem([red, Part(name: "numbers", content: numbers(10))]) == nil)
    #expect(
      try problem([red, Part(name: "numbers", content: numbers(100_001))])
        == "body /numbers: has more than 100000 commas, which is more than this server reads")
  }

  @Test func mediaTypesOfFilesAreChecked() throws {
    let red = Part(name: "r", content: "1")
    #expect(try problem([red, Part(name: "image", content: "x", type: "image/png; a=b")]) == nil)
    #expect(
      try problem([red, Part(name: "image", content: "x", type: "image/gif")])
        == "body /image: is image/gif: image/png is expected")
    #expect(
      try problem([red, Part(name: "image", content: "x")])
        == "body /image: has no Content-Type: image/png is expected")
    let scans = { (types: [String]) in [red] + types.map { Part(name: "scans", content: "x", type: $0) } }
    #expect(try problem(scans(["image/gif", "application/pdf"])) == nil)
    #expect(
      try problem(scans(["image/gif", "text/html"]))
        == "body /scans/1: is text/html: image/* or application/pdf is expected")
    #expect(try problem([red, Part(name: "any", content: "x", type: "text/html")]) == nil)
  }

  /// Files with one name were once sent as a body in a part.
  @Test func bodiesInPartsAreRead() throws {
    let red = Part(name: "r", content: "1")
    let files = { (types: [String]) in
      types.map { "--C\r\nContent-Disposition: file; filename=a\r\nContent-Type: \($0)\r\n\r\nx\r\n" }
        .joined()
        + "--C--\r\n"
    }
    let mixed = "multipart/mixed; boundary=C"
    #expect(
      try problem([red, Part(name: "scans", content: files(["image/gif", "image/png"]), type: mixed)]) == nil)
    #expect(
      try problem([red, Part(name: "scans", content: files(["image/gif", "text/csv"]), type: mixed)])
        == "body /scans/1: is text/csv: image/* or application/pdf is expected")
    #expect(
      try problem([red, Part(name: "image", content: files(["image/png", "image/png"]), type: mixed)])
        == "body /image: is sent 2 times")
    #expect(try problem([red, Part(name: "r", content: "2")], type: "multipart/mixed") != nil)
    #expect(
      try problem([red, Part(name: "any", content: "x", type: mixed)])
        == "body: isn't divided by the boundary of its Content-Type")
    let long = Part(name: "any", content: "", type: String(repeating: "x", count: 17_000))
    #expect(
      try problem([red, long])
        == "body: has a part with more than 16384 bytes of header fields, which is more than this server reads"
    )
  }
}
