import Foundation
import Testing
import WGNAPIRuntime

@testable import WGNAPIOptionalSupport

@Suite struct HTTPDateTests {
  /// 1994-11-06T08:49:37Z, the example of RFC 9110, section 5.6.7.
  private let example = Date(timeIntervalSince1970: 784_111_777)
  /// 2023-11-14T22:13:20Z.
  private let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun Nov 06 08:49:37 1994", "Mon, 06 Nov 1994 08:49:37 GMT",
    // RFC 9111, section 4.2: a cache should match letters in either case.
    "SUN, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "sun, 06 NOV 1994 08:49:37 gmt",
    "sunDAY, 06-nov-94 08:49:37 Gmt", "SUN NOV  6 08:49:37 1994",
  ])
  func formats(text: String) { #expect(HTTPDate.parse(text) == example) }

  @Test(arguments: [
    "", "Sun", "Sun,", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT ",
    " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT",
    "Sum, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
    "Sun, 29 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
    "1994-11-06T08:49:37Z",
    "120", "Sun, 06 Növ 1994 08:49:37 GMT", "Sun, 0６ Nov 1994 08:49:37 GMT",
  ])
  func textsThatAreNotDates(text: String) { #expect(HTTPDate.parse(text) == nil) }

  @Test(arguments: [
    ("Tuesday, 14-Nov-23 22:13:20 GMT", 1_700_000_000), ("Monday, 01-Jan-24 00:00:00 GMT", 1_704_067_200),
    // 50 years ahead to the second, and one second more.
    ("Tuesday, 14-Nov-73 22:13:20 GMT", 3_277_923_200), ("Wednesday, 14-Nov-73 22:13:21 GMT", 122_163_201),
    ("Friday, 15-Nov-74 00:00:00 GMT", 153_705_600), ("Tuesday, 29-Feb-00 00:00:00 GMT", 951_782_400),
  ])
  func yearsOfTwoDigits(text: String, seconds: Double) {
    #expect(HTTPDate.parse(text, now: now) == Date(timeIntervalSince1970: seconds))
  }

  @Test func leapSeconds() {
    #expect(
      HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT") == HTTPDate.parse("Sun, 01 Jan 2017 00:00:00 GMT"))
  }

  @Test func datesAsOthersWriteThem() {
    let random = RandomSource.seeded(7)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    for _ in 0..<1_000 {
      let date = Date(timeIntervalSince1970: Double(random.bits() % 8_000_000_000) - 2_000_000_000)
      #expect(HTTPDate.parse(formatter.string(from: date)) == date)
    }
  }
}
