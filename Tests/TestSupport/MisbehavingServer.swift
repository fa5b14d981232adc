import Foundation
import WGNAPIPages
import WGNAPIRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A server on a port of 127.0.0.1 that does to each request what a closure says, byte by byte: slowly, wrongly, in
/// part; with connections that stay open as those of HTTP/1.1 do.
package final class MisbehavingServer: @unchecked Sendable {
  // Unchecked: what changes is behind the lock.

  /// A request as it came.
  package struct Request: Sendable {
    /// Such as `GET`.
    package let method: String
    /// Path and query.
    package let target: String
    /// The fields by their names in lower case.
    package let fields: [String: String]
    /// The lines of the head, the first one left out.
    package let lines: [String]
    /// The head's bytes, without the empty line.
    package let head: [UInt8]
    /// The body, as much of it as the server keeps.
    package let body: [UInt8]
    package let bodyLength: Int
    /// The number of the request, from 1.
    package let number: Int
    /// The number of its connection, from 1.
    package let connection: Int
  }

  /// What the server does next.
  package enum Step: Sendable {
    case send([UInt8])
    case wait(milliseconds: Int)
    /// Waits for a condition.
    case waitUntil(@Sendable () -> Bool)
    /// Sends this portion again and again.
    case flood([UInt8], times: Int)
    case close

    package static func text(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  package var port: UInt16 { listener.port }
  private let listener: ListeningSocket
  private let lock = NSLock()
  private let keptBytes: Int
  private let behave: @Sendable (Request) -> [Step]
  private var received: [Request] = []
  private var connections = 0
  private var sent = 0
  private var failures = 0

  package var server: APIServer { APIServer("eu", "http://127.0.0.1:\(port)") }
  package var requests: [Request] { lock.withLock { received } }
  /// How often a client closed its connection while something was sent to it.
  package var failedSends: Int { lock.withLock { failures } }
  /// The bytes that went out.
  package var sentBytes: Int { lock.withLock { sent } }

  /// Starts the server.
  ///
  /// - Parameter keptBytes: How much of a request's body to keep; the rest is only counted.
  package init(keeping keptBytes: Int = .max, _ behave: @escaping @Sendable (Request) -> [Step]) throws {
    self.keptBytes = keptBytes
    self.behave = behave
    listener = try ListeningSocket()
    Thread.detachNewThread { [weak self, listener] in
      while let connection = listener.accept() {
        guard let self else {
          close(connection)
          return
        }
        let number = self.lock.withLock { () -> Int in
          self.connections += 1
          return self.connections
        }
        Thread.detachNewThread { self.serve(connection, number) }
      }
    }
  }

  deinit { listener.stop() }

  private func serve(_ connection: Int32, _ number: Int) {
    defer { close(connection) }
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var pending: [UInt8] = []
    while let request = read(connection, number, &pending) {
      for step in behave(request) {
        switch step {
        case .send(let bytes): guard write(bytes, to: connection) else { return }
        case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1_000)
        case .waitUntil(let holds): while !holds() { usleep(1_000) }
        case .flood(let bytes, let times):
          for _ in 0..<times { guard write(bytes, to: connection) else { return } }
        case .close:
          shutdown(connection, Int32(SHUT_WR))
          return
        }
      }
    }
  }

  private func read(_ connection: Int32, _ number: Int, _ pending: inout [UInt8]) -> Request? {
    var portion = [UInt8](repeating: 0, count: 16_384)
    func more() -> Bool {
      let count = recv(connection, &portion, portion.count, 0)
      guard count > 0 else { return false }
      pending += portion[..<count]
      return true
    }
    var end: Int?
    while end == nil {
      let text = pending
      end = text.indices.dropLast(3).first { text[$0...].starts(with: "\r\n\r\n".utf8) }
      // No head is that long, but a body may stand in its place, and looking through it takes time.
      if end == nil, pending.count > 16_384 || !more() { return nil }
    }
    guard let end else { return nil }
    let head = Array(pending[..<(end + 2)])
    let lines = String(decoding: pending[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    pending.removeFirst(end + 4)
    let first = (lines.first ?? "").split(separator: " ")
    guard first.count == 3 else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
        in: .whitespaces)
    }
    // Where the client says so, the response doesn't wait for the body.
    let length = fields["x-early"] == nil ? fields["content-length"].flatMap { Int($0) } ?? 0 : 0
    var body: [UInt8] = []
    var bodyLength = 0
    func take(_ count: Int) -> Bool {
      var left = count
      while left > 0 {
        if pending.isEmpty { guard more() else { return false } }
        let portion = min(left, pending.count)
        body += pending.prefix(min(portion, keptBytes - body.count))
        pending.removeFirst(portion)
        bodyLength += portion
        left -= portion
      }
      return true
    }
    if fields["transfer-encoding"] == "chunked", fields["x-early"] == nil {
      // Chunks (RFC 9112, section 7.1), without trailers.
      while true {
        while pending.firstIndex(of: 10) == nil { guard more() else { return nil } }
        guard let end = pending.firstIndex(of: 10),
          let size = Int(String(decoding: pending[..<end].dropLast(), as: UTF8.self), radix: 16)
        else { return nil }
        pending.removeFirst(end + 1)
        guard take(size) else { return nil }
        while pending.count < 2 { guard more() else { return nil } }
        pending.removeFirst(2)
        if size == 0 { break }
      }
    } else {
      guard take(length) else { return nil }
    }
    return lock.withLock {
      let request = Request(
        method: String(first[0]), target: String(first[1]), fields: fields, lines: Array(lines.dropFirst()),
        head: head, body: body, bodyLength: bodyLength, number: received.count + 1, connection: number)
      received.append(request)
      return request
    }
  }

  private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var done = 0
    return bytes.withUnsafeBytes { memory in
      while done < memory.count {
        let count = send(connection, memory.baseAddress?.advanced(by: done), memory.count - done, flags)
        guard count > 0 else {
          lock.withLock { failures += 1 }
          return false
        }
        done += count
        lock.withLock { sent += count }
      }
      return true
    }
  }
}

extension MisbehavingServer.Step {
  /// A whole response.
  package static func response(
    _ body: String, status: String = "200 OK", fields: [String] = [], length: Int? = nil
  ) -> MisbehavingServer.Step {
    let head = [
      "HTTP/1.1 \(status)", "Content-Type: application/json", "Content-Length: \(length ?? body.utf8.count)",
    ]
    return .text((head + fields).joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// One player, called after a number.
  package static func player(_ number: Int, fields: [String] = []) -> MisbehavingServer.Step {
    .response(
      #"{"status": "ok", "data": [{"account_id": \#(number), "nickname": "P\#(number)"}]}"#, fields: fields)
  }
}
