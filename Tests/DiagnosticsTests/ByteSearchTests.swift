import Diagnostics
import Testing

@Suite struct ByteSearchTests {
  @Test func findsWhatTheStandardLibraryFinds() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0...1, using: &random)
      }
      let wanted = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        UInt8.random(in: 0...1, using: &random)
      }
      let slice = text.dropFirst(Int.random(in: 0...3, using: &random))
      #expect(slice.firstBytes(wanted) == slice.firstRange(of: wanted), "\(wanted) in \(slice)")
    }
  }

  @Test func nothingIsNowhere() {
    #expect([1, 2][...].firstBytes([]) == nil)
    #expect("a $ref".utf8.map { $0 }.hasBytes("$ref") && !Array("a $re".utf8).hasBytes("$ref"))
  }
}
