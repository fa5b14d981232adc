/// A response as it was received.
package struct RawResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  /// The status and the target of each redirect that was followed.
  package var redirects: [(status: Int, target: String)] = []

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The values of a header field.
  func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// The media type of the body.
  var contentType: String? { values(of: "Content-Type").first }
}
