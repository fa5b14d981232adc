import Foundation
import Testing

@testable import TerminalText

@Suite struct NumberTests {
  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000")])
  func groups(number: Int, expected: String) { #expect(grouped(number) == expected) }

  @Test func extremes() {
    #expect(grouped(.min) == "-9,223,372,036,854,775,808")
    #expect(roman(.min) == "\(Int.min)")
    #expect(percentage(.max, of: .max) == "100.0%")
  }

  @Test(arguments: [
    (1, 2, "50.0%"), (534, 1_000, "53.4%"), (0, 3, "0.0%"), (1, 0, "–"), (3, 2, "–"), (-1, 2, "–"),
  ])
  func percentages(part: Int, whole: Int, expected: String) {
    #expect(percentage(part, of: whole) == expected)
  }

  @Test(arguments: [(1, "I"), (8, "VIII"), (11, "XI"), (0, "0"), (12, "12")])
  func tiers(tier: Int, expected: String) { #expect(roman(tier) == expected) }

  @Test(arguments: [
    (0, "now"), (59, "now"), (-59, "now"), (-60, "1 minute ago"), (-7_200, "2 hours ago"),
    (90_000, "in 1 day"),
    (-86_400 * 400, "1 year ago"), (-86_400 * 45, "1 month ago"),
  ])
  func distances(seconds: Double, expected: String) {
    let now = Date(timeIntervalSince1970: 1_772_380_800)
    #expect(relative(now.addingTimeInterval(seconds), to: now) == expected)
  }

  @Test func datesAreInUTC() {
    let date = Date(timeIntervalSince1970: 1_772_389_800)
    #expect(day(date) == "2026-03-01")
    #expect(dayAndTime(date) == "2026-03-01 18:30")
    #expect(relative(.distantFuture, to: date).hasPrefix("in "))
  }
}
