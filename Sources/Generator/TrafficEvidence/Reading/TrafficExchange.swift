import WGNAPIJSON
import WGNAPISupport

/// A request and its response, from any source.
package struct TrafficExchange: Sendable {
  package var method: String
  /// Scheme, host and port, without a user; empty if it isn't known.
  package var server = ""
  /// The parts of the path, decoded.
  package var path: [String] = []
  package var endsInSlash = false
  /// Whether two slashes follow each other in the path, so that `path` lacks a part.
  private(set) var hasEmptyPart = false
  /// Whether more is known of the request than its method and its path.
  package var hasRequest = true
  package var query: [(name: String, value: String)] = []
  package var requestFields: [(name: String, value: String)] = []
  package var body = TrafficBody()
  package var status: Int
  package var responseFields: [(name: String, value: String)] = []
  package var response = TrafficBody()
  /// Names and passwords in the URL.
  package var users: [String] = []
  /// Whether stored evidence has counted it already.
  package var isRepeated = false

  /// - Parameters:
  ///   - url: An absolute URL, or a path.
  package init?(method: String, url: String, status: Int) {
    guard !method.isEmpty, method.utf8.count <= 20, method.utf8.allSatisfy(\.isASCIILetter) else {
      return nil
    }
    self.method = method.uppercased()
    self.status = status
    guard read(url) else { return nil }
  }

  private mutating func read(_ url: String) -> Bool {
    guard url.utf8.count <= 65_536 else { return false }
    var rest = url.prefix { $0 != "#" }
    if let slashes = rest.firstRange(of: "://") {
      let scheme = rest[..<slashes.lowerBound].lowercased()
      guard ["http", "https"].contains(scheme) else { return false }
      rest = rest[slashes.upperBound...]
      var authority = rest.prefix { $0 != "/" && $0 != "?" }
      rest = rest.dropFirst(authority.count)
      if let at = authority.lastIndex(of: "@") {
        users = authority[..<at].split(separator: ":").map { PercentEncoding.decode($0) ?? String($0) }
        authority = authority[authority.index(after: at)...]
      }
      guard Self.problem(ofAuthority: authority) == nil else { return false }
      let usual = scheme == "https" ? ":443" : ":80"
      let host = authority.hasSuffix(usual) ? authority.dropLast(usual.count) : authority
      server = "\(scheme)://\(host.lowercased())"
    }
    let path = rest.prefix { $0 != "?" }
    self.path = path.split(separator: "/").map { PercentEncoding.decode($0) ?? String($0) }
    endsInSlash = path.hasSuffix("/") && !self.path.isEmpty
    hasEmptyPart = path.contains("//")
    guard self.path.count <= 40 else { return false }
    if rest.count > path.count { query = Self.pairs(of: rest.dropFirst(path.count + 1)) }
    return true
  }

  /// What is wrong with the server in the URL of a web server; nil if nothing is.
  static func problem(ofURL url: String) -> String? {
    guard let slashes = url.firstRange(of: "://"),
      ["http", "https"].contains(url[..<slashes.lowerBound].lowercased())
    else { return nil }
    let authority = url[slashes.upperBound...].prefix { !"/?#".contains($0) }
    return problem(
      ofAuthority: authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority)
  }

  /// What is wrong with a host and a port; nil if nothing is.
  private static func problem(ofAuthority text: Substring) -> String? {
    // The colons of an address in brackets come before no port.
    let end = text.lastIndex(of: "]") ?? text.startIndex
    let colon = text[end...].lastIndex(of: ":")
    let host = text[..<(colon ?? text.endIndex)]
    if host.isEmpty { return "has no host" }
    guard host.utf8.count <= 255, host.utf8.allSatisfy({ $0.isWordByte || "-.:[]".utf8.contains($0) }),
      host.hasPrefix("[") || !host.contains(":")
    else { return "has an invalid host" }
    guard let colon else { return nil }
    let port = text[text.index(after: colon)...]
    let isNumber = port.utf8.allSatisfy(\.isDigit) && Int(port).map { (1...65_535).contains($0) } == true
    return isNumber ? nil : "has a port that isn't a number from 1 to 65535"
  }

  /// The pairs of a query or a form.
  package static func pairs(of text: some StringProtocol) -> [(name: String, value: String)] {
    func decode(_ part: some StringProtocol) -> String {
      let text = String(part.map { $0 == "+" ? " " : $0 })
      return PercentEncoding.decode(text) ?? text
    }
    return text.split(separator: "&").prefix(1000).map { pair in
      let name = pair.prefix { $0 != "=" }
      return (decode(name), decode(pair.dropFirst(name.count + 1)))
    }
  }

  /// The methods of endpoints, in the order in which those of a path are written.
  package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "QUERY"]

  /// The words in the request, as far as letters, digits and hyphens make them.
  var sentWords: Set<String> {
    let texts =
      path + query.map(\.value) + body.pairs.map(\.value) + [
        String(decoding: body.bytes.prefix(100_000), as: UTF8.self)
      ]
    return Set(
      texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.map(String.init) })
  }

  /// The call by JSON-RPC in the body; nil if it is none.
  package var call: RPCCall? { method == "POST" ? RPCCall(body.json) : nil }

  /// Whether the service says that it doesn't have the method that is called.
  package var isUnknownCall: Bool {
    call != nil && response.json?.object?["error"]?.object?["code"]?.number?.text == RPCCall.unknownMethod
  }

  /// Whether the body is several calls by JSON-RPC.
  var isBatch: Bool { method == "POST" && RPCCall.isBatch(body.json) }

  /// Whether the service refused the request, by the status or, as envelopes do, in the response.
  package var isRefused: Bool { status >= 400 || response.json.map(ErrorConvention.isFailure) ?? false }

  /// Whether the response has errors, and nothing else.
  package var hasOnlyErrors: Bool { response.json.map(ErrorConvention.lacksPayload) ?? false }

  /// Why an exchange says nothing about an API; nil if it does.
  package var reasonToLeaveOut: String? {
    if !Self.methods.contains(method) {
      let isKnown = ["OPTIONS", "CONNECT", "TRACE", "HEAD"].contains(method)
      return "requests with \(isKnown ? method : "other methods")"
    }
    if hasEmptyPart { return "requests with an empty part in their path" }
    if status < 200 { return "requests without a response" }
    if isBatch { return "batches of calls by JSON-RPC, which a spec can't describe" }
    if (300..<400).contains(status) {
      return method == "GET"
        ? "redirects and responses from a cache" : "redirects that answer POST, PUT, PATCH and DELETE"
    }
    let pages = "pages, scripts, images and the like"
    // Browsers ask for a page's icon of their own accord, and the response may be a failure in JSON.
    if method == "GET", path == ["favicon.ico"] { return pages }
    if response.json != nil { return nil }
    let kinds = ["text/html", "text/css", "application/xhtml+xml", "application/wasm"]
    let type = response.mediaType
    if kinds.contains(type) || type.hasSuffix("javascript") || type.hasPrefix("font/")
      || type.contains("font-")
      || ["image/", "video/", "audio/"].contains(where: type.hasPrefix)
    {
      return method == "GET" || type.hasPrefix("text/") ? pages : nil
    }
    return nil
  }
}

/// A body.
package struct TrafficBody: Sendable {
  /// A part that is a file.
  package struct File: Equatable, Sendable {
    package var name: String
    /// In lower case, without parameters; empty if it isn't known.
    package private(set) var mediaType: String

    init(name: String, mediaType: String) {
      (self.name, self.mediaType) = (name, TrafficBody.plain(mediaType))
    }
  }

  /// In lower case, without parameters.
  package private(set) var mediaType = ""
  /// The media type as it was sent, with its parameters; nil if it isn't known.
  package private(set) var contentType: String?
  package private(set) var bytes: [UInt8] = []
  /// Whether there was a body that the traffic doesn't contain.
  package var isMissing = false
  /// The fields of a form.
  package var pairs: [(name: String, value: String)] = []
  package var files: [File] = []
  /// The body as JSON.
  package private(set) var json: JSON?
  private var isPacked = false
  /// Whether the body should be JSON, by its media type.
  package var claimsJSON: Bool {
    // JSON sequences and lines are several values.
    mediaType.hasSuffix("json") && !mediaType.contains("seq") && !mediaType.hasSuffix("ndjson")
  }

  /// Whether there is only white space where JSON should be.
  var isBlank: Bool { claimsJSON && !bytes.isEmpty && bytes.allSatisfy { $0 <= 0x20 } }

  /// Whether a body that should be JSON isn't, or is nested too deep.
  package var isBrokenJSON: Bool { claimsJSON && json == nil && bytes.contains { $0 > 0x20 } }

  package init() {}

  /// - Parameters:
  ///   - bytes: The body, which may be compressed.
  ///   - mediaType: Its `Content-Type`.
  package init(_ bytes: [UInt8], mediaType: String) {
    self.mediaType = Self.plain(mediaType)
    contentType = self.mediaType.isEmpty ? nil : mediaType
    self.bytes = Self.decompressed(bytes)
    guard let first = self.bytes.first(where: { $0 > 0x20 }) else { return }
    if self.mediaType == "application/x-www-form-urlencoded" {
      pairs = TrafficExchange.pairs(of: String(decoding: self.bytes, as: UTF8.self))
      return
    }
    if self.mediaType.hasPrefix("multipart/") {
      (pairs, files) = MultipartText.parts(String(decoding: self.bytes, as: UTF8.self))
      return
    }
    // Services send JSON as `text/plain` and `text/javascript`, too.
    let couldBe =
      claimsJSON
      || ["", "text/plain", "text/javascript", "application/octet-stream"].contains(self.mediaType)
    if couldBe, claimsJSON || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      json = readJSON()
    }
  }

  private static func plain(_ mediaType: String) -> String {
    mediaType.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
  }

  private func readJSON() -> JSON? { try? JSON(parsing: bytes, options: JSONDecoding(maximumDepth: 256)) }

  /// Leaves only the bytes of JSON, which need much less memory than its values.
  mutating func pack() {
    isPacked = json != nil
    json = nil
  }

  mutating func unpack() {
    if isPacked { json = readJSON() }
    isPacked = false
  }
}
