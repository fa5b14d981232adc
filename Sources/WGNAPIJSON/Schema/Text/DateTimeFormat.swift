import WGNAPISupport

/// `date-time`, `date` and `time` (RFC 3339, section 5.6).
package enum DateTimeFormat {
  /// `2024-02-29T12:30:00.5+02:00`
  package static func acceptsDateTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    return scanDate(&scanner) && scanner.skip(letter: "T") && scanTime(&scanner) && scanner.isAtEnd
  }

  /// `2024-02-29`
  package static func acceptsDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    return scanDate(&scanner) && scanner.isAtEnd
  }

  /// `12:30:00.5+02:00`
  package static func acceptsTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    return scanTime(&scanner) && scanner.isAtEnd
  }

  private static func scanDate(_ scanner: inout FormatScanner) -> Bool {
    guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
      scanner.skip("-"), let day = scanner.number(digits: 2)
    else { return false }
    return GregorianCalendar.hasDay(year, month, day)
  }

  private static func scanTime(_ scanner: inout FormatScanner) -> Bool {
    guard let hour = scanner.number(digits: 2), scanner.skip(":"), let minute = scanner.number(digits: 2),
      scanner.skip(":"), let second = scanner.number(digits: 2), hour < 24, minute < 60, second <= 60
    else { return false }
    if scanner.skip("."), scanner.skip(while: \.isDigit) == 0 { return false }
    guard let offset = scanOffset(&scanner) else { return false }
    // A leap second is the last second of a day in UTC (section 5.7).
    return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 == 1439
  }

  /// Reads the offset from UTC in minutes.
  private static func scanOffset(_ scanner: inout FormatScanner) -> Int? {
    if scanner.skip(letter: "Z") { return 0 }
    let isNegative = scanner.peek() == UInt8(ascii: "-")
    guard scanner.skip("+") || scanner.skip("-"), let hours = scanner.number(digits: 2), scanner.skip(":"),
      let minutes = scanner.number(digits: 2), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -1 : 1)
  }
}
