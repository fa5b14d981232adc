/// The value of a variable in a server's URL, such as `https://{region}.api.example.com/{version}/`.
///
/// A value that the API description lists is used as it is. Any other value can't change more than its own part
/// of the URL: in the host, it is one label (letters, digits and hyphens, RFC 1123) or, for the port, a number; in
/// the path, it is one segment and percent-encoded.
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

extension APIServer {
  /// Creates a server whose URL has variables. An invalid value is reported as an error when a request is
  /// composed.
  ///
  /// - Parameters:
  ///   - name: The name used in error messages.
  ///   - template: The URL with names in braces.
  ///   - variables: The values of all names.
  ///   - others: The URLs of the API's other servers, which may have the same variables.
  public init(
    _ name: String, template: String, variables: [String: ServerVariable], others: [String: String] = [:]
  ) {
    let (url, problem) = Self.fill(template, variables)
    let filled = others.mapValues { Self.fill($0, variables) }
    self.init(
      name: name, baseURL: url, availability: name, others: filled.mapValues(\.url),
      problem: problem ?? filled.values.lazy.compactMap(\.problem).first)
  }

  private static func fill(
    _ template: String, _ variables: [String: ServerVariable]
  ) -> (url: String, problem: String?) {
    var url = ""
    var problem: String?
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      url += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      switch variables[name].map({ text(of: $0, after: url) }) {
      case .success(let text)?: url += text
      case .failure(let reason)?: problem = problem ?? "its variable '\(name)' \(reason.text)"
      case nil: problem = problem ?? "its variable '\(name)' has no value"
      }
    }
    return (url + rest, problem)
  }

  private struct Problem: Error {
    let text: String
  }

  /// Returns a value in the form in which the URL contains it.
  private static func text(of variable: ServerVariable, after url: String) -> Result<String, Problem> {
    let value = variable.value
    guard !variable.isListed else { return .success(value) }
    // The host begins after "https://" and ends at the next slash.
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    if parts.count > 3 {
      guard !value.isEmpty, value != ".", value != ".." else {
        return .failure(Problem(text: "must be a part of a path, neither empty nor '.' nor '..'"))
      }
      return .success(PercentEncoding.encode(value))
    }
    if url.hasSuffix(":") {
      guard UInt16(value) != nil, value.utf8.allSatisfy(isDigit) else {
        return .failure(Problem(text: "must be a port, a number up to 65535"))
      }
      return .success(value)
    }
    let isLabel =
      (1...63).contains(value.utf8.count) && value.utf8.first != UInt8(ascii: "-")
      && value.utf8.last != UInt8(ascii: "-")
      && value.utf8.allSatisfy {
        isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
      }
    guard isLabel else {
      return .failure(
        Problem(text: "must be one label of a host: letters, digits and hyphens, and no dot, '@', ':' or '/'")
      )
    }
    return .success(value)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
