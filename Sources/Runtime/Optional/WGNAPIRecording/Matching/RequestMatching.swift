import HTTPTypes

/// The parts of a request that must equal those of a recorded one, in addition to the method.
///
/// Secrets are ignored: `<redacted>` in a file matches any text.
public struct RequestMatching: Hashable, Sendable {
  /// Parts of a request.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// A bit for each part.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Scheme, host and port.
    public static let server = Parts(rawValue: 1)
    /// The path.
    public static let path = Parts(rawValue: 2)
    /// The query. The order of its parameters doesn't matter, unless they have the same name.
    public static let query = Parts(rawValue: 4)
    /// The body. White space doesn't matter in JSON.
    public static let body = Parts(rawValue: 8)
    /// Everything.
    public static let all: Parts = [.server, .path, .query, .body]
  }

  /// The parts to compare.
  public var parts: Parts
  /// The header fields to compare.
  public var fields: [HTTPField.Name]
  /// The names of parameters in the query to ignore, such as one with the time.
  public var ignoredQuery: Set<String>

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - parts: The parts to compare in addition to the method.
  ///   - fields: The header fields to compare.
  ///   - ignoredQuery: The names of parameters in the query to ignore.
  public init(
    _ parts: Parts = .all, fields: [HTTPField.Name] = [], ignoredQuery: Set<String> = []
  ) {
    self.parts = parts
    self.fields = fields
    self.ignoredQuery = ignoredQuery
  }

  /// Server, path, query and body.
  public static let standard = RequestMatching()
}

extension RequestMatching {
  /// A text that is the same for requests that a recording can't tell apart.
  func key(of request: RecordedRequest) -> [UInt8] {
    var lines = [request.method]
    if parts.contains(.server) { lines.append(String(request.server)) }
    if parts.contains(.path) { lines.append(String(request.path)) }
    if parts.contains(.query) { lines += query(of: request).map { "\($0.name)=\($0.value)" } }
    for name in fields { lines += request.fields.values(of: name.canonicalName).map { "\(name): \($0)" } }
    return Array(lines.joined(separator: "\n").utf8) + (parts.contains(.body) ? request.body : [])
  }

  func query(of request: RecordedRequest) -> [(name: Substring, value: Substring)] {
    request.query.filter { !ignoredQuery.contains(String($0.name)) }
  }
}
