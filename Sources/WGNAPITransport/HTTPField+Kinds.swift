import HTTPTypes
import WGNAPISupport

extension HTTPField.Name {
  /// Whether the field is about one connection and is never passed on or kept (RFC 9110, section 7.6.1).
  package var isHopByHop: Bool { Self.hopByHop.has(canonicalName) }

  /// Whether the field says how the message is sent, which only the transport knows.
  package var isFraming: Bool { Self.framing.has(canonicalName) }

  /// Whether the field holds a secret of the client that received it, or of its proxy (RFC 9110, section 11; RFC 6265).
  package var isSecret: Bool { Self.secret.has(canonicalName) }

  private static let hopByHop = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// The fields about framing, in lower case.
  package static let framing = hopByHop + ["content-length", "host"]

  private static let secret = [
    "authentication-info", "authorization", "cookie", "proxy-authentication-info", "proxy-authorization",
    "set-cookie", "set-cookie2",
  ]
}

extension HTTPFields {
  /// Adds a field.
  @inline(never)
  package mutating func add(_ name: HTTPField.Name, _ value: String) {
    append(HTTPField(name: name, value: value))
  }

  /// Replaces all fields of a name with one. Unlike the subscript, it is compiled once, not in each module.
  @inline(never)
  package mutating func replace(_ name: HTTPField.Name, _ value: String) { self[values: name] = [value] }
}
