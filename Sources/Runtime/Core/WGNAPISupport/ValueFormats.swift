// The formats of values with a Swift type, which generated code and the generator check.

/// `byte` of OpenAPI: Base64 with padding (RFC 4648, section 4).
package enum Base64Format {
  package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count % 4 == 0 else { return false }
    var scanner = FormatScanner(bytes)
    let digits = scanner.skip {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
    }
    // The rest is padding of at most two characters.
    return bytes.count - digits <= 2 && bytes[digits...].allSatisfy { $0 == UInt8(ascii: "=") }
  }
}

extension FormatScanner {
  /// Reads a `full-date`, such as `2024-02-29`; nil if the calendar has no such day.
  package mutating func fullDate() -> (year: Int, month: Int, day: Int)? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-"),
      let day = number(digits: 2), GregorianCalendar.hasDay(year, month, day)
    else { return nil }
    return (year, month, day)
  }

  /// Reads a `full-time`, such as `12:30:00.5+02:00`.
  ///
  /// - Returns: Whole seconds after midnight in UTC, negative or more than a day if the offset makes it so; and the
  ///   place of the digits of the fraction.
  package mutating func fullTime() -> (seconds: Int, fraction: Range<Int>)? {
    guard let time = timeOfDay() else { return nil }
    var fraction = index..<index
    if skip(".") {
      let digits = index
      guard skip(while: \.isDigit) > 0 else { return nil }
      fraction = digits..<index
    }
    guard let offset = timeOffset() else { return nil }
    let seconds = time.seconds - offset
    // A leap second is the last second of a day in UTC (section 5.7).
    guard !time.isLeapSecond || seconds % 86_400 == 0 else { return nil }
    return (seconds, fraction)
  }

  /// Reads a `time-offset` from UTC, `Z` or such as `+02:00`, in seconds.
  private mutating func timeOffset() -> Int? {
    if skip(letter: "Z") { return 0 }
    let isNegative = peek() == UInt8(ascii: "-")
    guard skip("+") || skip("-"), let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
      hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
  }
}

/// The calendar of RFC 3339, for the years that it can express.
package enum GregorianCalendar {
  /// Returns whether there is such a day in the years 0 to 9999.
  package static func hasDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    (0...9999).contains(year) && (1...12).contains(month) && day >= 1 && day <= days(inMonth: month, of: year)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// `uuid` (RFC 9562, section 4): 8, 4, 4, 4 and 12 hexadecimal digits of any version.
package enum UUIDFormat {
  package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    for (index, byte) in bytes.enumerated() {
      let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
      guard isHyphen ? byte == UInt8(ascii: "-") : byte.isHexadecimal else { return false }
    }
    return true
  }
}
