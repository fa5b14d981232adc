import Foundation
import Testing
import WGNAPIJSON
import WGNAPISupport

@testable import WGNAPIClient
@testable import WGNAPIForms

/// How parameters are written in the styles of OpenAPI.
@Suite struct ParameterStyleTests {
  /// A row of the table of examples in OpenAPI 3.1.1 (section 4.8.12.4): an empty text, a text, a list, an object.
  struct Row: Sendable {
    let style: ParameterStyle
    let place: ParameterLocation
    let texts: [String?]

    init(_ style: ParameterStyle, _ place: ParameterLocation, _ texts: String?...) {
      self.style = style
      self.place = place
      self.texts = texts
    }
  }

  private static let values = [
    #""""#, #""blue""#, #"["blue","black","brown"]"#, #"{"R":100,"G":200,"B":150}"#,
  ]

  @Test(arguments: [
    Row(
      .matrix(), .path, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    Row(
      .matrix(exploded: true), .path, ";color", ";color=blue", ";color=blue;color=black;color=brown",
      ";R=100;G=200;B=150"),
    Row(.label(), .path, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    Row(.label(exploded: true), .path, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    Row(.simple(), .path, "", "blue", "blue,black,brown", "R,100,G,200,B,150"),
    Row(.simple(exploded: true), .header, "", "blue", "blue,black,brown", "R=100,G=200,B=150"),
    Row(
      .form(exploded: false), .query, "color=", "color=blue", "color=blue,black,brown",
      "color=R,100,G,200,B,150"),
    Row(.form(), .query, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    Row(
      .spaceDelimited(), .query, nil, nil, "color=blue%20black%20brown",
      "color=R%20100%20G%20200%20B%20150"),
    Row(
      .pipeDelimited(), .query, nil, nil, "color=blue%7Cblack%7Cbrown", "color=R%7C100%7CG%7C200%7CB%7C150"),
    Row(
      .deepObject(), .query, nil, nil, nil, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
  ]) func theTableOfOpenAPI(row: Row) throws {
    for (value, expected) in zip(Self.values, row.texts) {
      guard let expected else { continue }
      #expect(try Self.text(of: Array(value.utf8), "color", row.style, row.place) == expected)
    }
  }

  /// The text of a part of the path or a header field, or of a whole query or `Cookie` field.
  private static func text(
    of json: [UInt8], _ name: String, _ style: ParameterStyle, _ place: ParameterLocation
  ) throws -> String {
    let fields = try style.writer.fields(of: json, named: name, in: place)
    switch place {
    case .path: return fields.map(\.encoded).joined()
    case .header: return fields.map(\.value).joined()
    default:
      let pairs = fields.map { "\(PercentEncoding.encode($0.name))=\($0.encoded)" }
      return pairs.joined(separator: place == .cookie ? "; " : "&")
    }
  }

  /// What `Tests/parameter_styles.py` composes on its own.
  private struct Sample: Decodable {
    let style: String
    let explode: Bool
    let place: String
    let reserved: Bool
    let name: String
    let expected: String?

    var parameterStyle: ParameterStyle? {
      switch style {
      case "form": .form(exploded: explode, reserved: reserved)
      case "simple": .simple(exploded: explode, reserved: reserved)
      case "label": .label(exploded: explode, reserved: reserved)
      case "matrix": .matrix(exploded: explode, reserved: reserved)
      case "spaceDelimited": .spaceDelimited(reserved: reserved)
      case "pipeDelimited": .pipeDelimited(reserved: reserved)
      case "deepObject": .deepObject(reserved: reserved)
      case "json": .json(reserved: reserved)
      default: nil
      }
    }

    var location: ParameterLocation? {
      ["query": .query, "path": .path, "header": .header, "cookie": .cookie][place]
    }
  }

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: python != nil, "needs Python"), arguments: 1...4)
  func anIndependentComposition(seed: Int) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("parameter_styles.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    process.arguments = [script.path, String(seed), "1000"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let lines = output.fileHandleForReading.readDataToEndOfFile().split(separator: UInt8(ascii: "\n"))
    process.waitUntilExit()
    #expect(lines.count == 1000)
    var refused = 0
    for line in lines {
      let sample = try JSONDecoder().decode(Sample.self, from: line)
      let style = try #require(sample.parameterStyle)
      let place = try #require(sample.location)
      // Foundation's decoder loses the order of members.
      guard case .object(let members) = try JSON.decode(Array(line)) else { continue }
      var json: [UInt8] = []
      for (key, value) in members where key == "value" { json = Array(value.description.utf8) }
      if let expected = sample.expected {
        #expect(
          try Self.text(of: json, sample.name, style, place) == expected,
          "\(String(decoding: line, as: UTF8.self))")
      } else {
        refused += 1
        #expect(throws: JSONError.self, "\(String(decoding: line, as: UTF8.self))") {
          try Self.text(of: json, sample.name, style, place)
        }
      }
    }
    #expect(refused > 10)
  }

  @Test func nullsAreLeftOut() throws {
    func text(_ json: String, _ style: ParameterStyle, _ place: ParameterLocation = .query) throws -> String {
      try Self.text(of: Array(json.utf8), "a", style, place)
    }
    #expect(try text(#"{"b":null,"c":1}"#, .form(exploded: false)) == "a=c,1")
    #expect(try text(#"[null,1,null]"#, .form()) == "a=1")
    #expect(try text("[null]", .form()) == "")
    #expect(try text("null", .simple(), .path) == "")
    #expect(try text(#"{"b":null}"#, .deepObject()) == "a%5Bb%5D=")
  }

  @Test func nestedValuesNeedAnotherStyle() throws {
    for style in [ParameterStyle.form(), .form(exploded: false), .pipeDelimited(), .spaceDelimited()] {
      #expect(throws: JSONError.self) {
        try style.writer.fields(of: Array("[[1]]".utf8), named: "a", in: .query)
      }
      #expect(throws: JSONError.self) {
        try style.writer.fields(of: Array(#"{"a":{"b":1}}"#.utf8), named: "a", in: .query)
      }
    }
  }

  @Test func jsonInAHeaderIsASCII() throws {
    let json = Array(#"{"ключ":"😀 a","b":1}"#.utf8)
    let text = try Self.text(of: json, "X-Arg", .json(), .header)
    #expect(text == #"{"\u043a\u043b\u044e\u0447":"\ud83d\ude00 a","b":1}"#)
    #expect(try JSON.decode(Array(text.utf8)) == JSON.decode(json))
  }
}
