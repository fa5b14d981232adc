import WGNAPIClient
import WGNAPITransport

/// Writes a `multipart/form-data` body (RFC 7578).
package struct MultipartBody {
  private let boundary: String

  /// - Parameter boundary: Text that occurs in no part; by default 128 random bits.
  package init(boundary: String? = nil) {
    self.boundary =
      boundary
      ?? "wgnapi-"
      + [UInt64.random(in: 0 ... .max), .random(in: 0 ... .max)].map { String($0, radix: 36) }.joined()
  }

  /// The value of the `Content-Type` field.
  package var mediaType: String { "multipart/form-data; boundary=\(boundary)" }

  /// Returns the body of these parts: bytes if they are bytes, otherwise one that reads them while it is sent.
  package func body(of parts: [BodyPart]) -> HTTPRequestBody {
    var bodies: [HTTPRequestBody] = []
    var text = ""
    for part in parts {
      text += "--\(boundary)\r\n"
      text += "Content-Disposition: form-data; name=\"\(Self.escaped(part.name))\""
      if let filename = part.filename { text += "; filename=\"\(Self.escaped(filename))\"" }
      text += "\r\n"
      if let type = part.mediaType, !type.utf8.contains(where: { $0 < 0x20 }) {
        text += "Content-Type: \(type)\r\n"
      }
      text += "\r\n"
      bodies += [.bytes(Array(text.utf8)), part.body]
      text = "\r\n"
    }
    bodies.append(.bytes(Array((text + "--\(boundary)--\r\n").utf8)))
    let bytes = bodies.compactMap(\.bytes)
    return bytes.count == bodies.count ? .bytes(Array(bytes.joined())) : .joined(bodies)
  }

  /// Names end at a quotation mark, and fields at a line break (HTML Standard, section 4.10.21.8).
  private static func escaped(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": result += "%22"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension HTTPRequestBody {
  /// Several bodies, one after the other.
  fileprivate static func joined(_ bodies: [HTTPRequestBody]) -> Self {
    var length: Int64? = 0
    for body in bodies { length = length.flatMap { sum in body.length.map { sum + $0 } } }
    return Self(
      .portions(length: length, isReplayable: bodies.allSatisfy(\.isReplayable)) {
        var rest = bodies[...]
        var current: NextPortion?
        return {
          while true {
            if let next = current, let portion = try await next() { return portion }
            guard let body = rest.popFirst() else { return nil }
            current = try body.open()
          }
        }
      })
  }
}
