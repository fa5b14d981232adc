import WGNAPIRuntime

/// A picture: its size, and its bytes as they are.
public struct Picture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public let bytes: [UInt8]

  public init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

/// Reads the beginning of a PNG image (ISO/IEC 15948, sections 5.2 and 11.2.2).
public enum PNG: BodyCodec {
  public struct NotPNG: Error, CustomStringConvertible {
    public let description: String
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  public static func decode(_ body: [UInt8], contentType: String?) throws -> Picture {
    guard body.starts(with: signature) else {
      let start = String(decoding: body.prefix(100), as: UTF8.self)
      throw NotPNG(description: "expected a PNG image, found \(start)")
    }
    // The signature, and the length and the name of the header's chunk.
    guard body.count >= 24 else { throw NotPNG(description: "the image ends in its header") }
    func number(at start: Int) -> Int { body[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    return Picture(width: number(at: 16), height: number(at: 20), bytes: body)
  }

  public static func encode(_ picture: Picture) throws -> [UInt8] {
    guard picture.bytes.starts(with: signature) else { throw NotPNG(description: "the picture isn't PNG") }
    return picture.bytes
  }
}
