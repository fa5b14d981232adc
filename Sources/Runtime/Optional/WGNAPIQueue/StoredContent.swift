import Foundation
import WGNAPIClient

/// A stored request: everything that this or a later version of a program needs to send it, without secrets. The database
/// keeps it as JSON.
struct StoredContent: Codable, Hashable, Sendable {
  /// A parameter's name and place.
  struct Place: Codable, Hashable, Sendable {
    let name: String
    let location: String

    init(_ name: String, _ location: ParameterLocation) {
      self.name = name
      self.location = Self.text(location)
    }

    private static func text(_ location: ParameterLocation) -> String {
      switch location {
      case .path: "path"
      case .query: "query"
      case .header: "header"
      case .form: "form"
      case .cookie: "cookie"
      case .body: "body"
      case .part: "part"
      case .url: "url"
      }
    }

    /// The location; a body for a text that this version doesn't know.
    var parameterLocation: ParameterLocation {
      switch location {
      case "path": .path
      case "query": .query
      case "header": .header
      case "form": .form
      case "cookie": .cookie
      case "part": .part
      case "url": .url
      default: .body
      }
    }
  }

  /// A parameter with its value: JSON, or the bytes of a body that isn't.
  struct Value: Codable, Hashable, Sendable {
    let place: Place
    var bytes: Data
  }

  let operation: String
  let type: String
  let api: String
  let server: String
  /// The URLs that it is for; nil in requests that older versions stored.
  let addresses: ServerAddresses?
  let runtime: String
  let method: String
  let path: String
  /// Whether it can be sent again without being accepted twice.
  let isRepeatable: Bool
  var values: [Value]
  /// The parameters whose values aren't stored.
  let secrets: [Place]
  /// The parameter that is the idempotency key; nil if the key is a header field or isn't sent.
  let keyPlace: Place?

  /// The JSON text, the same for the same content.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  static func decode(_ data: Data) throws -> StoredContent {
    try JSONDecoder().decode(StoredContent.self, from: data)
  }
}
