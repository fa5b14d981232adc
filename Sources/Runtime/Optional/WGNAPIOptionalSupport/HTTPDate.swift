import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates in HTTP's formats (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// Parses a date in one of the three formats that recipients must accept:
  ///
  /// - IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`
  /// - RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`, whose year is the last one with these digits that isn't
  ///   more than 50 years in the future
  /// - asctime: `Sun Nov  6 08:49:37 1994`
  ///
  /// The day of the week must be a valid name, but not necessarily the right one. A leap second is the same
  /// as the following second. Letter case is ignored, as RFC 9111, section 4.2, asks of caches, although
  /// senders must not vary it.
  ///
  /// - Parameter text: The text, without surrounding white space.
  /// - Returns: The date; nil if the text has none of the formats, or the calendar has no such day.
  package static func parse(_ text: String) -> Date? { parse(text, now: Date()) }

  /// Parses a date, with years of two digits relative to `now`.
  static func parse(_ text: String, now: Date) -> Date? {
    let text = text.lowercased()
    // The byte after the day of the week identifies the format.
    let day = text.beginning { !$0.isLetter }
    return text.bytes.withUnsafeBufferPointer { bytes in
      guard day.utf8.count < bytes.count else { return nil }
      var scanner = FormatScanner(bytes, (day.utf8.count + 1)..<bytes.count)
      let isShort = shortDays.has(day)
      let seconds: Int? =
        switch bytes[day.utf8.count] {
        case UInt8(ascii: ",") where isShort: fixed(&scanner)
        case UInt8(ascii: ",") where longDays.has(day): twoDigitYear(&scanner, now: now)
        case UInt8(ascii: " ") where isShort: asctime(&scanner)
        default: nil
        }
      return scanner.isAtEnd ? seconds.map { Date(timeIntervalSince1970: Double($0)) } : nil
    }
  }

  /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
  private static let (first, last) = (-62_167_219_200, 253_402_300_799)

  /// Returns whole seconds since 1970, clamped to the years 0 to 9999.
  private static func secondsInRange(_ date: Date) -> Int {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    // NaN fails all comparisons and becomes the first second.
    return seconds >= Double(last) ? last : seconds > Double(first) ? Int(seconds) : first
  }

  /// Returns the days since 1970 for a second in range.
  private static func days(_ seconds: Int) -> Int { (seconds - first) / 86_400 + first / 86_400 }

  private static let longDays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
  private static let shortDays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

// The text after the day of the week and the following byte, in seconds since 1970.
extension HTTPDate {
  /// ` 06 Nov 1994 08:49:37 GMT`
  private static func fixed(_ scanner: inout FormatScanner) -> Int? {
    guard scanner.skip(" "), let day = scanner.number(digits: 2), scanner.skip(" "),
      let month = month(&scanner), scanner.skip(" "), let year = scanner.number(digits: 4), scanner.skip(" "),
      let time = scanner.timeOfDay()?.seconds, zone(&scanner)
    else { return nil }
    return seconds(year, month, day, time)
  }

  /// ` 06-Nov-94 08:49:37 GMT`
  private static func twoDigitYear(_ scanner: inout FormatScanner, now: Date) -> Int? {
    guard scanner.skip(" "), let day = scanner.number(digits: 2), scanner.skip("-"),
      let month = month(&scanner), scanner.skip("-"), let digits = scanner.number(digits: 2),
      scanner.skip(" "),
      let time = scanner.timeOfDay()?.seconds, zone(&scanner)
    else { return nil }
    let present = secondsInRange(now)
    let dayOfNow = days(present)
    guard let today = CalendarDate(daysSince1970: dayOfNow) else { return nil }
    let timeOfNow = present - dayOfNow * 86_400
    // The last year with these digits that is at most 50 years in the future, to the second.
    let latest = today.year + 50
    var year = latest - (latest + 100 - digits) % 100
    if year == latest, (month, day, time) > (today.month, today.day, timeOfNow) { year -= 100 }
    return seconds(year, month, day, time)
  }

  /// `Nov  6 08:49:37 1994`
  private static func asctime(_ scanner: inout FormatScanner) -> Int? {
    guard let month = month(&scanner), scanner.skip(" ") else { return nil }
    let digits = scanner.skip(" ") ? 1 : 2
    guard let day = scanner.number(digits: digits), scanner.skip(" "),
      let time = scanner.timeOfDay()?.seconds,
      scanner.skip(" "), let year = scanner.number(digits: 4)
    else { return nil }
    return seconds(year, month, day, time)
  }

  private static func month(_ scanner: inout FormatScanner) -> Int? {
    guard let first = scanner.next(), let second = scanner.next(), let third = scanner.next() else {
      return nil
    }
    let name = String(repairing: [first, second, third])
    return months.firstIndex(of: name).map { $0 + 1 }
  }

  private static func zone(_ scanner: inout FormatScanner) -> Bool {
    scanner.skip(" ") && scanner.skip("g") && scanner.skip("m") && scanner.skip("t")
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int? {
    CalendarDate(year: year, month: month, day: day).map { $0.daysSince1970 * 86_400 + time }
  }
}
