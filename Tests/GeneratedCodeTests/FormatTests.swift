import Edges
import Features
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

/// Formats that ask for no Swift type, where the spec has them checked.
@Suite struct FormatTests {
  private static let contact =
    #"{"email": "a@example.com", "other": "b", "hosts": ["c.example", "-d"], "said": "e"}"#
  private static let good = #"{"email": "a@example.com", "other": null, "hosts": ["c.example"], "said": "e"}"#

  private func decoding(_ validation: JSONDecoding.Validation) -> JSONDecoding {
    JSONDecoding(validation: validation)
  }

  @Test func strictReadingRejectsWrongFormats() throws {
    let bytes = Array(Self.contact.utf8)
    #expect(throws: JSONError.self) { try Contact.decode(bytes, options: decoding(.strict)) }
    #expect(try Contact.decode(bytes, options: decoding(.off)).other == "b")
    #expect(try Contact.decode(Array(Self.good.utf8), options: decoding(.strict)).said == "e")
  }

  @Test func reportingAndValidatingFindWrongFormats() throws {
    let bytes = Array(Self.contact.utf8)
    let (value, reported) = try Contact.decodeReporting(bytes, options: decoding(.report))
    #expect(value.hosts == ["c.example", "-d"])
    for violations in [reported, Contact.validate(bytes), value.validate()] {
      #expect(violations.map(\.instanceLocation).sorted() == ["/hosts/1", "/other"])
      #expect(violations.map(\.keyword) == ["format", "format"])
    }
    #expect(Contact.validate(Array(Self.good.utf8)).isEmpty)
  }

  /// Read with padding or without, and written without.
  @Test(arguments: [
    (#""-_8""#, [0xFB, 0xFF] as [UInt8]?), (#""-_8=""#, [0xFB, 0xFF]), (#""""#, []),
    (#""QUJD""#, [65, 66, 67]),
    (#""+/8=""#, nil), (#""a""#, nil), (#""-_8==""#, nil), (#""A=""#, nil), ("1", nil),
  ])
  func base64WithTheAlphabetOfURLs(text: String, bytes: [UInt8]?) throws {
    guard let bytes else {
      #expect(throws: JSONError.self) { try Base64URL.decode(Array(text.utf8)) }
      return
    }
    let value = try Base64URL.decode(Array(text.utf8))
    #expect(Array(value) == bytes)
    let written = String(decoding: try Base64URL.encode(value), as: UTF8.self)
    #expect(written == text.replacing("=", with: ""))
  }

  @Test func newtypesHaveTheirFormatsChecked() {
    #expect(EmailAddress.validate(Array(#""a@example.com""#.utf8)).isEmpty)
    #expect(EmailAddress.validate(Array(#""a""#.utf8)).map(\.keyword) == ["format"])
  }

  /// The spec has one property for each format that the language knows, and the runtime checks all of them.
  @Test func everyFormatIsChecked() throws {
    let right = [
      "time": "12:00:00Z", "duration": "P1D", "email": "a@example.com", "idnEmail": "ä@example.com",
      "hostname": "example.com", "idnHostname": "ä.example", "ipv4": "127.0.0.1", "ipv6": "::1",
      "uriReference": "a", "iri": "https://ä.example/", "iriReference": "ä", "uriTemplate": "{a}",
      "jsonPointer": "/a", "relativeJSONPointer": "0", "regex": "a",
    ]
    let wrong = [
      "time": "12", "duration": "1D", "email": "a", "idnEmail": "ä", "hostname": "-", "idnHostname": "-",
      "ipv4": "127.0.0.256", "ipv6": "1", "uriReference": "\\\\a", "iri": "a", "iriReference": "\\\\ä",
      "uriTemplate": "{", "jsonPointer": "a", "relativeJSONPointer": "a", "regex": "(",
    ]
    #expect(try Formats.validate(right.encoded()).isEmpty)
    #expect(
      try Formats.validate(wrong.encoded()).map(\.instanceLocation).sorted()
        == wrong.keys.map { "/\($0)" }.sorted())
  }

  @Test func aSchemaDecidesWhereTheModuleSaysNothing() {
    let violations = Reachable.validate(Array(#"{"mail": "a", "page": "-"}"#.utf8))
    #expect(violations.map(\.instanceLocation) == ["/mail"])
  }
}
