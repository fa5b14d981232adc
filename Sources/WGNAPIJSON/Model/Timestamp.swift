/// A `date-time` per RFC 3339, section 5.6.
struct Timestamp {
  /// Seconds since 1970, including the fraction.
  let seconds: Double

  /// Parses text such as `2024-02-29T12:30:00.5+02:00`; `t` and `z` may be lowercase. A leap second is the
  /// same as the following second.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CalendarDate(String(decoding: bytes[0..<10], as: UTF8.self)),
      [0x54, 0x74].contains(bytes[10]), let time = TimeOfDay(bytes[11...])
    else { return nil }
    seconds = Double(date.daysSince1970 * 86_400 + time.seconds) + time.fraction
  }

  /// Returns the text in UTC; nil outside the years 0 to 9999.
  static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    // A date is a double, whose current precision is about a tenth of a microsecond.
    let microseconds = Int((seconds * 1e6).rounded())
    let whole = microseconds >= 0 ? microseconds / 1_000_000 : -((-microseconds + 999_999) / 1_000_000)
    let fraction = microseconds - whole * 1_000_000
    let days = whole >= 0 ? whole / 86_400 : -((-whole + 86_399) / 86_400)
    let second = whole - days * 86_400
    guard let date = CalendarDate(daysSince1970: days) else { return nil }
    var text = "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    if fraction > 0 {
      var digits = padded(fraction, 6)
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }
}

/// A `full-time` per RFC 3339: a time of day with its offset from UTC.
struct TimeOfDay {
  /// Whole seconds after midnight in UTC; negative or more than a day if the offset makes it so.
  let seconds: Int
  /// The fraction of the second.
  let fraction: Double

  init?(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    guard bytes.count >= 9, bytes[start + 2] == UInt8(ascii: ":"), bytes[start + 5] == UInt8(ascii: ":"),
      let hour = CalendarDate.number(bytes[start..<(start + 2)]),
      let minute = CalendarDate.number(bytes[(start + 3)..<(start + 5)]),
      let second = CalendarDate.number(bytes[(start + 6)..<(start + 8)]), hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[(start + 8)...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      guard let value = Double("0." + String(decoding: digits, as: UTF8.self)), !digits.isEmpty else {
        return nil
      }
      fraction = value
      rest = rest.dropFirst(digits.count + 1)
    }
    guard let offset = Self.offset(rest) else { return nil }
    let utc = hour * 3600 + minute * 60 + second - offset
    // A leap second is the last second of a day in UTC.
    if second == 60, (utc - 60 + 86_400 * 2) % 86_400 != 86_340 { return nil }
    seconds = utc
    self.fraction = fraction
  }

  /// Parses `Z` or an offset such as `+02:00`, in seconds.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(bytes)
    if bytes == [0x5A] || bytes == [0x7A] { return 0 }
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":"), let hours = CalendarDate.number(bytes[1..<3]),
      let minutes = CalendarDate.number(bytes[4..<6]), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 3600 + minutes * 60
    return bytes[0] == UInt8(ascii: "-") ? -offset : offset
  }
}
