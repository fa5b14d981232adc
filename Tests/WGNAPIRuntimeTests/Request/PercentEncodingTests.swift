import Testing
import WGNAPISupport

@Suite struct PercentEncodingTests {
  @Test func roundTripsAnyText() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<20, using: &random) {
        let value = UInt32.random(in: 0...(Bool.random() ? 0x7F : 0x10FFFF), using: &random)
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let encoded = PercentEncoding.encode(text)
      #expect(PercentEncoding.decode(encoded).map { Array($0.utf8) } == Array(text.utf8))
      #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"+&=?#/,;:".utf8.contains($0) })
    }
  }

  @Test(arguments: ["%", "%4", "%zz", "a%F", "%FF"])
  func malformedTextsAreRefused(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }
}
