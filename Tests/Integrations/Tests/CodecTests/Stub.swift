import Foundation
import Gallery
import HTTPTypes
import TestSupport
import WGNAPIRuntime

/// Answers every request the same way, and keeps what it was sent.
///
/// Unchecked: all mutable state is behind the lock.
final class Stub: HTTPTransport, @unchecked Sendable {
  struct Response: Sendable {
    var body: [UInt8]
    var type: String?
    var status: Int

    init(_ body: [UInt8], _ type: String?, status: Int = 200) {
      self.body = body
      self.type = type
      self.status = status
    }
  }

  static let secret = "s3cret-key"

  private let response: Response
  private let lock = NSLock()
  private var received: [(HTTPRequest, [UInt8])] = []

  init(_ response: Response) { self.response = response }

  var requests: [HTTPRequest] { lock.withLock { received.map(\.0) } }
  var bodies: [[UInt8]] { lock.withLock { received.map(\.1) } }

  var client: Gallery.Client { client(.standard(limiter: nil)) }

  func client(_ middleware: [any APIMiddleware], responseSizeLimit: Int = 1 << 20) -> Gallery.Client {
    Gallery.Client(
      server: .main, key: Self.secret,
      configuration: ClientConfiguration(
        transport: self, responseSizeLimit: responseSizeLimit, middleware: middleware))
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    lock.withLock { received.append((request, body)) }
    guard response.body.count <= options.responseSizeLimit else {
      throw TransportError.responseTooLarge(limit: options.responseSizeLimit)
    }
    var fields = HTTPFields()
    fields[.contentType] = response.type
    return TransportResponse(
      response: HTTPResponse(status: .init(code: response.status), headerFields: fields), body: response.body)
  }
}

extension [UInt8] {
  /// The beginning of a PNG image.
  static func png(width: UInt16, height: UInt16) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func bytes(_ number: UInt16) -> [UInt8] { [0, 0, UInt8(number >> 8), UInt8(number & 255)] }
    return signature + [0, 0, 0, 13] + "IHDR".utf8 + bytes(width) + bytes(height) + [8, 0, 0, 0, 0]
  }
}

extension Exhibition {
  static var harbours: Exhibition {
    var exhibition = Exhibition()
    exhibition.title = "Harbours"
    exhibition.pictures = [1, 2, 300]
    return exhibition
  }
}
