import Foundation
import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIResponses

/// Described header fields, read from what services send.
@Suite struct HeaderReaderTests {
  private func reader(_ fields: (String, String)...) throws -> HeaderReader {
    var all = HTTPFields()
    for (name, value) in fields {
      all.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
    }
    return HeaderReader(fields: all, operation: "convert", status: 200, requestID: "1")
  }

  private func problem<Value>(_ read: () throws -> Value) throws -> String {
    try #require(throws: APIError.self) { try read() }.description
  }

  @Test func errorsSayWhatIsWrongButNotTheValue() throws {
    let reader = try reader(("X-Rows", "many"), ("X-Count", "-12345"), ("Last-Modified", "yesterday"))
    let rows = try problem { try reader.value("X-Rows", as: Int.self) }
    #expect(rows.contains("the header field X-Rows: expected integer, found string"))
    #expect(!rows.contains("many"))
    let count = try problem { try reader.value("X-Count", as: Int.self, [.minimum(0)]) }
    #expect(count.contains("the header field X-Count: must not be less than 0") && !count.contains("12345"))
    let large = try self.reader(("X-Count", "99999999999999999999"))
    #expect(try problem { try large.value("X-Count", as: Int.self) }.contains("does not fit Int"))
    let date = try problem { try reader.value("Last-Modified", as: ISO8601.self) }
    #expect(date.contains("the header field Last-Modified: ") && !date.contains("yesterday"))
    #expect(try problem { try reader.value("X-None", as: Int.self) }.contains("X-None is missing"))
  }

  @Test func quotesBelongToTheText() throws {
    let reader = try reader(("X-Text", "\"abc\""), ("X-Texts", "\"b,c\", d, \"e\\\",f\""))
    #expect(try reader.value("X-Text", as: String.self) == "\"abc\"")
    #expect(try problem { try reader.value("X-Text", as: String.self, [.maxLength(3)]) }.contains("3"))
    #expect(try reader.list("X-Texts", as: [String].self) == ["\"b,c\"", "d", "\"e\\\",f\""])
  }

  /// RFC 9110 joins the fields of a name with commas, but some exist once, and cookies aren't joined.
  @Test func fieldsThatAreSentSeveralTimes() throws {
    let reader = try reader(
      ("Location", "/a"), ("Location", "/b"), ("Link", "</1>; rel=next"), ("Link", "</2>; rel=last"),
      ("Set-Cookie", "a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"), ("Set-Cookie", "b=2"),
      ("X-Scopes", "read, write"), ("X-Scopes", "admin"))
    #expect(try problem { try reader.value("location", as: String.self) }.contains("was sent 2 times"))
    #expect(try reader.value("Link", as: String.self) == "</1>; rel=next, </2>; rel=last")
    #expect(
      try reader.list("Set-Cookie", as: [String].self)
        == ["a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "b=2"])
    #expect(try reader.list("X-Scopes", as: [String].self) == ["read", "write", "admin"])
    #expect(try problem { try reader.list("X-Scopes", as: [Int].self) }.contains("expected integer"))
  }
}
