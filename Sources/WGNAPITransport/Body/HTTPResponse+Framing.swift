import HTTPTypes

extension HTTPResponse {
  /// Whether the message ends with its head, whatever the fields say about a body (RFC 9110, section 6.4.1).
  ///
  /// A 205 isn't one of these: it ends like other responses, but its content is empty (RFC 9110, section 15.3.6).
  package func isBodiless(to method: HTTPRequest.Method) -> Bool {
    method == .head || status.kind == .informational || status == .noContent || status == .notModified
  }
}

/// What a status in a head means for the exchange (RFC 9110, section 15).
package enum HeadKind: Sendable {
  /// Another head follows.
  case informational
  /// The response to the request.
  case final
  /// Not a status of HTTP, or a change to a protocol that the client never asks for.
  case invalid

  package init(status: Int) {
    switch status {
    case 200...999: self = .final
    case 100, 102...199: self = .informational
    default: self = .invalid
    }
  }
}
