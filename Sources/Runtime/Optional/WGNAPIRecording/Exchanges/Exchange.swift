import HTTPTypes
import WGNAPITransport

/// A request and its response as they are in a file: without secrets.
struct Exchange: Hashable, Sendable {
  /// The endpoint's name; `request` for a request that isn't an endpoint's, such as one for a token.
  var name: String
  var request: RecordedRequest
  /// The redirects that were followed, in order.
  var redirects: [RecordedHead] = []
  var response: RecordedHead
  /// The response's body; JSON is indented.
  var body: [UInt8] = []

  /// The response as a transport returns it.
  var transportResponse: TransportResponse {
    TransportResponse(
      response: response.httpResponse, body: body, redirects: redirects.map(\.httpResponse))
  }
}

/// The head of a response.
struct RecordedHead: Hashable, Sendable {
  var status: Int
  var fields: [RecordedField] = []

  var httpResponse: HTTPResponse {
    var response = HTTPResponse(status: .init(code: status))
    for field in fields {
      guard let name = HTTPField.Name(field.name) else { continue }
      response.headerFields.append(HTTPField(name: name, value: field.value))
    }
    return response
  }
}

/// A header field.
struct RecordedField: Hashable, Sendable {
  var name: String
  var value: String
}

extension [RecordedField] {
  /// The fields in the order of their names. Fields of the same name keep theirs.
  init(_ fields: HTTPFields) {
    let all = fields.map { RecordedField(name: $0.name.rawName, value: $0.value) }
    let sorted = all.enumerated().sorted {
      ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset)
    }
    self = sorted.map(\.element)
  }

  /// The first value of a field.
  func value(of name: String) -> String? { first { $0.name.lowercased() == name }?.value }

  /// The values of a field.
  func values(of name: String) -> [String] { filter { $0.name.lowercased() == name }.map(\.value) }
}
