/// The value of a variable in a server's URL, such as `https://{region}.api.example.com/{version}/`.
///
/// A value that the API description lists is used as it is. Any other value can't change more than its own part
/// of the URL: in the host, it is one label (letters, digits and hyphens, RFC 1123), or a host name if it is all of the
/// host, with a port if the URL has none; for the port, it is a number; in the path, it is one segment and percent-encoded.
public struct ServerVariable: Hashable, Sendable {
  let value: String
  let isListed: Bool

  /// A value that the API description lists.
  public static func listed(_ value: String) -> ServerVariable {
    ServerVariable(value: value, isListed: true)
  }
  /// Any other value.
  public static func free(_ value: String) -> ServerVariable { ServerVariable(value: value, isListed: false) }
}
