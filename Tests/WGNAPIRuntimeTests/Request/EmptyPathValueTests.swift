import TestSupport
import Testing
import WGNAPIForms
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient

/// Empty values that would leave a dot segment of the path, and so ask for another resource.
@Suite struct EmptyPathValueTests {
  private struct File<Place: FilePlace>: APIRequest {
    typealias Response = Void
    var name: String
    var kind: String

    static var endpoint: Endpoint<Self> {
      Endpoint("file", .get, Place.path, response: .empty) {
        $0.path("name", \.name, mayBeEmpty: true)
        $0.path("kind", \.kind, style: .simple(), mayBeEmpty: true)
      }
    }
  }

  private protocol FilePlace: Sendable { static var path: String { get } }
  private enum Dotted: FilePlace { static let path = "files/{name}.{kind}/x" }
  private enum Escaped: FilePlace { static let path = "files/%2E{name}{kind}" }
  private enum Other: FilePlace { static let path = "files/a{name}.{kind}" }

  private func composition<Place: FilePlace>(_ place: Place.Type, _ name: String, _ kind: String)
    -> RequestComposition
  {
    RequestComposition(of: File<Place>(name: name, kind: kind))
  }

  @Test func dotsAloneAreRefused() {
    for composition in [composition(Dotted.self, "", ""), composition(Escaped.self, "", "")] {
      #expect(composition.violations.map(\.instanceLocation) == ["/name", "/kind"])
      #expect(
        composition.violations.allSatisfy { $0.message == "a value in the path can't be empty, '.' or '..'" })
    }
    #expect(composition(Dotted.self, "a", "").violations.isEmpty)
    #expect(composition(Dotted.self, "a", "").path == "files/a./x")
    #expect(composition(Escaped.self, "", "txt").path == "files/%2Etxt")
    #expect(composition(Other.self, "", "").path == "files/a.")
  }
}
