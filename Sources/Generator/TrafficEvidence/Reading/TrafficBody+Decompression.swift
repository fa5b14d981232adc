import WGNAPICompression
import WGNAPITransport

extension TrafficBody {
  /// The limit of what is decompressed.
  private static let longest = 256 << 20

  /// Proxies may keep a body as it was sent.
  static func decompressed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
    let inflater = Inflater(.gzip)
    var result: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 18)
    var position = 0
    while result.count < longest {
      let step = try? bytes.withUnsafeBytes { input in
        try room.withUnsafeMutableBufferPointer { room in
          try inflater.step(UnsafeRawBufferPointer(rebasing: input[position...]), into: room)
        }
      }
      guard let step, step.read > 0 || step.written > 0 else { break }
      position += step.read
      result += room[..<step.written]
    }
    return result
  }
}
