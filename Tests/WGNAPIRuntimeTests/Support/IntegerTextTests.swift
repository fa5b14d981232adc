import TestSupport
import Testing
import WGNAPIRuntime

@testable import WGNAPISupport

/// What is compiled once reads and sorts as the standard library does.
@Suite struct IntegerTextTests {
  private static let texts = [
    "", "-", "+", "0", "-0", "+0", "00", "007", "-7", "+7", "+-7", "-+7", "--7", " 7", "7 ", "7.", "1e3", "٣",
    "x",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "99999999999999999999", "-18446744073709551615",
  ]

  @Test(arguments: texts)
  func readsAsTheStandardLibrary(_ text: String) {
    #expect(IntegerText.int64(text) == Int64(text))
    #expect(IntegerText.uint64(text) == UInt64(text))
    #expect(IntegerText.int(text) == Int(text))
  }

  @Test(arguments: texts)
  func theShortestForm(_ text: String) {
    var copy = text
    let parsed = copy.withUTF8 { IntegerText.shortest($0) }
    let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
    let isShortest = text != "-0" && UInt64(digits).map { "\($0)" } == digits
    #expect((parsed != nil) == isShortest)
    if let parsed { #expect("\(parsed.isNegative ? "-" : "")\(parsed.magnitude)" == text) }
  }

  @Test func randomIntegers() {
    let random = RandomSource.seeded(7)
    for _ in 0..<10_000 {
      let value = Int64(bitPattern: random.bits() >> (random.bits() % 64))
      #expect(IntegerText.int64("\(value)") == value)
      #expect(IntegerText.int64("\(-(value >> 1))") == -(value >> 1))
    }
  }

  @Test func positionsAreSortedStably() {
    let values = [3, 1, 2, 1, 3, 0]
    #expect(sortedPositions(values.count) { values[$0] < values[$1] } == [5, 1, 3, 2, 0, 4])
    #expect(sortedPositions(0) { _, _ in false } == [])
  }
}
