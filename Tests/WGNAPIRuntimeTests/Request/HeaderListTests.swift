import HTTPTypes
import Testing
import WGNAPIFeeds
import WGNAPIRuntime

@Suite struct HeaderListTests {
  private struct Listing: APIRequest {
    typealias Response = Void
    var marks: [String]

    static let endpoint = Endpoint<Self>("listing", .get, "list", response: .empty) {
      $0.header("X-H", \.marks, separator: nil)
    }
  }

  @Test func repeatedFieldsAreAllSent() throws {
    let request = try Listing(marks: ["1", "2"]).httpRequest(for: APIServer("x", "https://example.eu"))
    let name = try #require(HTTPField.Name("X-H"))
    #expect(request.httpRequest.headerFields[values: name] == ["1", "2"])
  }
}
