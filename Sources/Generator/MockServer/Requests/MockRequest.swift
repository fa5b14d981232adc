import APIModel

/// A request to the mock server, as it was sent.
public struct MockRequest: Sendable {
  /// A header field.
  public typealias Field = (name: String, value: String)

  /// The method, as it was sent: `GET`.
  public var method: String
  /// The percent-encoded path.
  public var path: String
  /// The percent-encoded query, without `?`.
  public var query: String
  /// The header fields, in the order in which they were sent.
  public var headers: [Field]
  /// The body, without any transfer coding.
  public var body: [UInt8]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - target: The path and the query: `/pets?limit=3`; or an absolute URL, whose host is ignored.
  ///   - headers: The header fields.
  ///   - body: The body.
  public init(_ method: String, _ target: String, headers: [Field] = [], body: [UInt8] = []) {
    self.method = method
    self.headers = headers
    self.body = body
    var rest = target.prefix { $0 != "#" }
    if let scheme = rest.range(of: "://"), !rest.hasPrefix("/") {
      let authority = rest[scheme.upperBound...]
      rest = authority.drop { $0 != "/" && $0 != "?" }
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    if !path.hasPrefix("/") { path = "/" + path }
    query = parts.count > 1 ? String(parts[1]) : ""
  }

  /// The values of the header fields with a name, in any case.
  func values(of name: String) -> [String] {
    let wanted = name.lowercased()
    return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
  }

  /// The value of a header field; the values of several, with commas.
  func header(_ name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// The names and values of the query.
  var queryPairs: [TextPair] { TextPair.pairs(of: query) }

  /// The names and values of a form in the body; empty if it has another media type.
  var formPairs: [TextPair] {
    guard !body.isEmpty,
      MediaType(header("Content-Type") ?? "").essence == "application/x-www-form-urlencoded"
    else { return [] }
    return TextPair.pairs(of: String(decoding: body, as: UTF8.self))
  }

  /// The names and values of cookies (RFC 6265, section 5.4).
  var cookies: [TextPair] {
    values(of: "Cookie").flatMap { line in
      line.split(separator: ";").map { cookie in
        let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = SentText(percentEncoded: withoutOuterSpaces(parts.first ?? ""), plusIsSpace: false).decoded
        return TextPair(
          name: name,
          text: SentText(
            percentEncoded: withoutOuterSpaces(parts.count > 1 ? parts[1] : ""), plusIsSpace: false))
      }
    }
  }
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? {
    var position = startIndex
    while position < endIndex {
      if self[position...].hasPrefix(text) { return position..<index(position, offsetBy: text.count) }
      position = index(after: position)
    }
    return nil
  }
}
