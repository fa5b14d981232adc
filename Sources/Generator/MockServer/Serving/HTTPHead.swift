import APIModel

/// The reason to refuse a request and close its connection.
struct HTTPRefusal: Error {
  var status: Int
  var message: String
}

/// The request line and the header fields of a request (RFC 9112).
struct HTTPHead {
  var method: String
  var target: String
  var isOldVersion: Bool
  var headers: [MockRequest.Field] = []

  /// - Parameter bytes: the lines, without the empty one at the end.
  init(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }[...]
    guard let first = lines.popFirst() else {
      throw HTTPRefusal(status: 400, message: "the request line is missing")
    }
    let parts = first.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isToken(parts[0]), !parts[1].isEmpty,
      parts[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { throw HTTPRefusal(status: 400, message: "the request line isn't valid") }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw HTTPRefusal(status: version.hasPrefix("HTTP/") ? 505 : 400, message: "only HTTP/1.1 is supported")
    }
    method = String(decoding: parts[0], as: UTF8.self)
    target = String(decoding: parts[1], as: UTF8.self)
    isOldVersion = version == "HTTP/1.0"
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
        throw HTTPRefusal(status: 400, message: "a header field isn't valid")
      }
      let value = line[(colon + 1)...]
      guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw HTTPRefusal(status: 400, message: "a header field's value isn't valid")
      }
      headers.append(
        (
          String(decoding: line[..<colon], as: UTF8.self),
          withoutOuterSpaces(String(decoding: value, as: UTF8.self))
        ))
    }
    try checkHost()
  }

  /// Requests name the host exactly once, except those of HTTP/1.0, which needn't (RFC 9112, section 3.2).
  private func checkHost() throws(HTTPRefusal) {
    let hosts = values(of: "host")
    guard hosts.count == 1 || hosts.isEmpty && isOldVersion else {
      let problem = hosts.isEmpty ? "the field 'Host' is missing" : "the field 'Host' is there more than once"
      throw HTTPRefusal(status: 400, message: problem)
    }
    // The characters of a host and a port (RFC 3986, section 3.2).
    let isValid = hosts.allSatisfy { host in
      host.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
          || "-._~%!$&'()*+;=:[]".utf8.contains(byte)
      }
    }
    guard isValid else { throw HTTPRefusal(status: 400, message: "the field 'Host' isn't a host") }
  }

  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map { $0.value.lowercased() }
  }

  /// Whether the connection stays open after the response.
  var isKeptAlive: Bool {
    let options = values(of: "connection").flatMap { $0.split(separator: ",").map { withoutOuterSpaces($0) } }
    return isOldVersion ? options.contains("keep-alive") : !options.contains("close")
  }

  var expectsContinue: Bool { values(of: "expect").contains("100-continue") }

  enum BodyLength {
    case bytes(Int)
    case chunked
  }

  /// How the end of the body is found (RFC 9112, section 6.3).
  func bodyLength(limit: Int) throws(HTTPRefusal) -> BodyLength {
    let codings = values(of: "transfer-encoding")
    let lengths = Set(values(of: "content-length"))
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw HTTPRefusal(status: 400, message: "a body can't have a length and a transfer coding")
      }
      guard codings == ["chunked"] else {
        throw HTTPRefusal(status: 501, message: "only the transfer coding 'chunked' is supported")
      }
      return .chunked
    }
    guard let length = lengths.first else { return .bytes(0) }
    guard lengths.count == 1, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !length.isEmpty else {
      throw HTTPRefusal(status: 400, message: "the length of the body isn't valid")
    }
    guard let count = Int(length), count <= limit else {
      throw HTTPRefusal(status: 413, message: "the body is larger than \(limit) bytes")
    }
    return .bytes(count)
  }
}
