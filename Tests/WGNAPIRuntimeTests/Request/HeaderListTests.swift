import HTTPTypes
import TestSupport
import Testing
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime

@Suite struct HeaderListTests {
  private struct Listing: APIRequest {
    typealias Response = Void
    var marks: [String]

    static let endpoint = Endpoint<Self>("listing", .get, "list", response: .empty) {
      $0.header("X-H", \.marks, separator: nil)
    }
  }

  private struct Login: APIRequest {
    typealias Response = Void
    var token: String

    static let endpoint = Endpoint<Self>("login", .get, "login", response: .empty) { $0.bearer(\.token) }
  }

  @Test(arguments: [
    ("", "the token is empty"), (" ", "a header field can't begin or end with white space"),
    ("a\t", "a header field can't begin or end with white space"),
    ("a\nb", "a header field can't contain line breaks or control characters"),
  ])
  func tokensThatCantBeSentAreExplained(token: String, message: String) {
    #expect(Login(token: token).violations.map(\.message) == [message])
  }

  @Test func repeatedFieldsAreAllSent() throws {
    let request = try Listing(marks: ["1", "2"]).composed(for: APIServer("x", "https://example.eu"))
    let name = try #require(HTTPField.Name("X-H"))
    #expect(request.httpRequest.headerFields[values: name] == ["1", "2"])
  }
}
