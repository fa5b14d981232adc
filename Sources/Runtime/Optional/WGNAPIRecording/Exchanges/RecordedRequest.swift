import HTTPTypes

/// A request in the form in which requests are compared: its body no longer depends on white space or random text.
struct RecordedRequest: Hashable, Sendable {
  var method: String
  var url: String
  var fields: [RecordedField] = []
  var body: [UInt8] = []
}

extension RecordedRequest {
  /// Creates the comparable form of a request, with its secrets.
  init(_ request: HTTPRequest, body: [UInt8]) {
    method = request.method.rawValue
    url = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")"
    fields = [RecordedField](request.headerFields)
    self.body = body
    var text = BodyText(body, type: fields.value(of: "content-type"))
    if let boundary = removeBoundary() { text.replace(boundary) }
    self.body = text.bytes
  }

  /// Replaces the random boundary of a multipart body in its media type, and returns it.
  private mutating func removeBoundary() -> String? {
    guard let place = fields.firstIndex(where: { $0.name.lowercased() == "content-type" }),
      fields[place].value.lowercased().hasPrefix("multipart/"),
      let separator = fields[place].value.firstRange(of: "boundary=")
    else { return nil }
    let value = fields[place].value
    let boundary = value[separator.upperBound...].prefix { $0 != ";" }
    fields[place].value = value.replacing(boundary, with: "BOUNDARY")
    return String(boundary)
  }

  /// The media type of the body.
  var mediaType: String? { fields.value(of: "content-type") }

  /// The scheme and the authority.
  var server: Substring { url[..<pathStart] }

  /// The path without the query.
  var path: Substring { url[pathStart...].prefix { $0 != "?" } }

  /// The pairs of the query as sent, by name; those of the same name keep their order.
  var query: [(name: Substring, value: Substring)] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    let texts: [Substring] = url[url.index(after: mark)...].split(separator: "&")
    let pairs = texts.map { (pair: Substring) -> (name: Substring, value: Substring) in
      let name = pair.prefix { $0 != "=" }
      return (name, pair.dropFirst(name.count + 1))
    }
    return pairs.enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
      .map(\.element)
  }

  private var pathStart: String.Index {
    guard let scheme = url.firstRange(of: "://") else { return url.startIndex }
    return url[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
  }
}
