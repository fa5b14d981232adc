import APIModel
import FlyingSocks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection to a client, which receives requests one after another. All sizes and times are limited.
actor HTTPConnection {
  private let socket: AsyncSocket
  private let options: MockOptions
  /// The bytes that have been received but not read.
  private var buffer: [UInt8] = []

  init(_ socket: AsyncSocket, options: MockOptions) {
    self.socket = socket
    self.options = options
  }

  // MARK: Receiving

  /// The next request, and whether the connection stays open; nil if the client has closed it.
  func receive() async throws -> (request: MockRequest, isOldVersion: Bool, isKeptAlive: Bool)? {
    guard let head = try await head() else { return nil }
    let body: [UInt8]
    switch try head.bodyLength(limit: options.bodyLimit) {
    case .bytes(let count):
      if count > 0 { try await inviteBody(head) }
      try await fill(count)
      body = taken(count)
    case .chunked:
      try await inviteBody(head)
      body = try await chunks()
    }
    return (
      MockRequest(head.method, head.target, headers: head.headers, body: body), head.isOldVersion,
      head.isKeptAlive
    )
  }

  private func head() async throws -> HTTPHead? {
    var searched = 0
    while true {
      // Empty lines before a request are ignored (RFC 9112, section 2.2).
      let empty = buffer.prefix { $0 == 0x0D || $0 == 0x0A }.count
      if empty > 0, searched == 0 { buffer.removeFirst(empty) }
      if let end = Self.endOfHead(in: buffer, from: max(searched - 3, 0)) {
        guard end.start <= options.headLimit else { break }
        let head = try HTTPHead(buffer[..<end.start])
        buffer.removeFirst(end.end)
        return head
      }
      searched = buffer.count
      // The beginning of TLS (RFC 8446, section 5.1), whose client waits for a response.
      if buffer.starts(with: [0x16, 0x03]) {
        throw HTTPRefusal(status: 400, message: "the client uses TLS; use a URL that begins with http://")
      }
      guard buffer.count <= options.headLimit else { break }
      do {
        buffer += try await socket.read(atMost: 4096)
      } catch SocketError.disconnected where buffer.isEmpty {
        return nil
      }
    }
    throw HTTPRefusal(
      status: 431, message: "the header fields are larger than \(options.headLimit) bytes")
  }

  /// The end of the lines, and the beginning of the body.
  private static func endOfHead(in buffer: [UInt8], from start: Int) -> (start: Int, end: Int)? {
    var position = start
    while let line = buffer[position...].firstIndex(of: 0x0A) {
      let rest = buffer[(line + 1)...]
      if rest.first == 0x0A { return (line, line + 2) }
      if rest.starts(with: [0x0D, 0x0A]) { return (line, line + 3) }
      position = line + 1
    }
    return nil
  }

  private func inviteBody(_ head: HTTPHead) async throws {
    guard head.expectsContinue, buffer.isEmpty else { return }
    try await socket.write(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
  }

  /// Receives until the buffer has this many bytes.
  private func fill(_ count: Int) async throws {
    while buffer.count < count { buffer += try await socket.read(atMost: 4096) }
  }

  private func taken(_ count: Int) -> [UInt8] {
    let bytes = Array(buffer.prefix(count))
    buffer.removeFirst(bytes.count)
    return bytes
  }

  /// A line of a chunked body without its end, of at most this many bytes. Only CR LF ends it (RFC 9112, section 7.1):
  /// servers that take less disagree about where a request ends.
  private func line(atMost limit: Int) async throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = taken(end + 1).dropLast()
        guard line.last == 0x0D else {
          throw HTTPRefusal(status: 400, message: "a chunk isn't ended by CR LF")
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
      }
      guard buffer.count <= limit else { throw HTTPRefusal(status: 400, message: "a chunk isn't valid") }
      buffer += try await socket.read(atMost: 4096)
    }
  }

  /// A body in chunks (RFC 9112, section 7.1); trailer fields are ignored.
  private func chunks() async throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let digits = withoutOuterSpaces(try await line(atMost: 1024).prefix { $0 != ";" })
      guard !digits.isEmpty, digits.utf8.count <= 8, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
        let count = Int(digits, radix: 16)
      else { throw HTTPRefusal(status: 400, message: "a chunk isn't valid") }
      if count == 0 { break }
      guard body.count + count <= options.bodyLimit else {
        throw HTTPRefusal(status: 413, message: "the body is larger than \(options.bodyLimit) bytes")
      }
      try await fill(count)
      body += taken(count)
      guard try await line(atMost: 2).isEmpty else {
        throw HTTPRefusal(status: 400, message: "a chunk isn't valid")
      }
    }
    var trailers = 0
    while true {
      let trailer = try await line(atMost: options.headLimit)
      if trailer.isEmpty { return body }
      trailers += trailer.utf8.count
      guard trailers <= options.headLimit else {
        throw HTTPRefusal(
          status: 431, message: "the trailer fields are larger than \(options.headLimit) bytes")
      }
    }
  }

  // MARK: Sending

  /// Sends the head of a response, and its body unless it is a stream.
  func send(_ response: MockResponse, isChunked: Bool, isKeptAlive: Bool, hasBody: Bool) async throws {
    var head = "HTTP/1.1 \(response.status) \(reasonPhrase(response.status))\r\n"
    for field in response.headers { head += "\(field.name): \(field.value)\r\n" }
    let body = response.body
    if isChunked {
      head += "Transfer-Encoding: chunked\r\n"
    } else if response.status != 204, response.status >= 200 {
      head += "Content-Length: \(body.count)\r\n"
    }
    head += isKeptAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n"
    var bytes = Data(head.utf8)
    if !isChunked, hasBody { bytes.append(contentsOf: body) }
    try await socket.write(bytes)
  }

  /// Sends an element of a stream; an empty one ends it.
  func send(chunk: [UInt8]) async throws {
    var bytes = Data("\(String(chunk.count, radix: 16))\r\n".utf8)
    bytes.append(contentsOf: chunk)
    bytes.append(contentsOf: "\r\n".utf8)
    try await socket.write(bytes)
  }

  /// Whether nothing of a request has been received.
  var isIdle: Bool { buffer.isEmpty }

  func close() { try? socket.close() }
}
