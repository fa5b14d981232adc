import Testing
import WGNAPIRuntime

struct StringRunTests {
  /// Strings of odd bytes are valid exactly where the standard library says so.
  @Test func runsAgreeWithTheStandardLibrary() throws {
    var random = SystemRandomNumberGenerator()
    let pieces: [[UInt8]] = [
      [0x41], [0x62, 0x63], Array("é".utf8), Array("я".utf8), Array("戦".utf8), Array("한".utf8),
      Array("🎖".utf8),
      [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xF4, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80],
      [0xC2, 0x80], [0x7F],
    ]
    let odd: [UInt8] = [
      0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF, 0x90, 0x9F, 0xA0, 0x8F,
    ]
    for _ in 0..<60_000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0...14, using: &random) { text += pieces[Int.random(in: 0..<pieces.count)] }
      for _ in 0..<Int.random(in: 0...2) where !text.isEmpty {
        let index = Int.random(in: 0..<text.count)
        switch Int.random(in: 0...2) {
        case 0: text[index] = odd[Int.random(in: 0..<odd.count)]
        case 1: text.remove(at: index)
        default: text.insert(odd[Int.random(in: 0..<odd.count)], at: index)
        }
      }
      let tail = [UInt8](repeating: 0x20, count: Int.random(in: 0...20))
      let expected = String(validating: text, as: UTF8.self)
      let read = try? String.decode([0x22] + text + [0x22] + tail)
      #expect(read.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(text)")
    }
  }
}
