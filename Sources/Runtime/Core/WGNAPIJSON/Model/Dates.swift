import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A day of the Gregorian calendar without a time zone: a `date` per RFC 3339, such as `2024-02-29`.
public struct CalendarDate: Hashable, Sendable {
  /// The year, from 0 to 9999.
  public let year: Int
  /// The month, from 1.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day; nil if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard GregorianCalendar.hasDay(year, month, day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a day from text such as `2024-02-29`; nil for any other format and for days that don't exist.
  public init?(_ text: String) {
    var text = text
    let date = text.withUTF8 { bytes in
      var scanner = FormatScanner(bytes)
      let date = scanner.fullDate()
      return scanner.isAtEnd ? date : nil
    }
    guard let date else { return nil }
    (year, month, day) = date
  }

  /// The days since 1970-01-01.
  package var daysSince1970: Int {
    // Years begin in March here, so that the leap day is the last one.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// Creates the day that is this many days after 1970-01-01; nil outside the years 0 to 9999.
  package init?(daysSince1970 days: Int) {
    guard (-800_000...3_000_000).contains(days) else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.init(
      year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month: month < 10 ? month + 3 : month - 9,
      day: dayOfYear - (153 * month + 2) / 5 + 1)
  }
}

extension CalendarDate: LosslessStringConvertible {
  public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// Returns a nonnegative integer padded with leading zeros.
package func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
}

extension CalendarDate: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: JSONValue, JSONKey, Codable {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> CalendarDate {
    try reader.readText("a date") { CalendarDate($0) }
  }

  public static func write(_ value: CalendarDate, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.description)
  }

  public init?(jsonKey: String) { self.init(jsonKey) }
  public var jsonKey: String { description }

  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

/// A `date-time` per RFC 3339, section 5.6.
struct Timestamp {
  /// Seconds since 1970, including the fraction.
  let seconds: Double

  /// Parses text such as `2024-02-29T12:30:00.5+02:00`; `t` and `z` may be lowercase. A leap second is the
  /// same as the following second.
  init?(_ text: String) {
    var text = text
    let seconds = text.withUTF8 { bytes -> Double? in
      var scanner = FormatScanner(bytes)
      guard let (year, month, day) = scanner.fullDate(), scanner.skip(letter: "T"),
        let time = scanner.fullTime(), scanner.isAtEnd,
        let date = CalendarDate(year: year, month: month, day: day)
      else { return nil }
      let digits = String(decoding: bytes[time.fraction], as: UTF8.self)
      let fraction = digits.isEmpty ? 0 : Double("0." + digits)
      return fraction.map { Double(date.daysSince1970) * 86_400 + Double(time.seconds) + $0 }
    }
    guard let seconds else { return nil }
    self.seconds = seconds
  }

  /// Returns the text in UTC; nil outside the years 0 to 9999.
  static func text(_ seconds: Double) -> String? {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    // A date is a double, whose current precision is about a tenth of a microsecond.
    let microseconds = Int64((seconds * 1e6).rounded())
    let whole = microseconds >= 0 ? microseconds / 1_000_000 : -((-microseconds + 999_999) / 1_000_000)
    let fraction = microseconds - whole * 1_000_000
    let days = whole >= 0 ? whole / 86_400 : -((-whole + 86_399) / 86_400)
    let second = Int(whole - days * 86_400)
    guard let date = CalendarDate(daysSince1970: Int(days)) else { return nil }
    var text = "\(date)T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    if fraction > 0 {
      var digits = padded(Int(fraction), 6)
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }
}

/// A coder for a point in time as whole seconds since 1970.
public enum UnixTime: JSONCoder {
  public typealias Decoded = Date

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(timeIntervalSince1970: Double(try reader.readInt64()))
  }

  public static func write(_ value: Date, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(try writer.whole(value.timeIntervalSince1970))
  }
}

/// A coder for a point in time as whole milliseconds since 1970.
public enum UnixMilliseconds: JSONCoder {
  public typealias Decoded = Date

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    Date(timeIntervalSince1970: Double(try reader.readInt64OutOfLine()) / 1000)
  }

  public static func write(_ value: Date, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(try writer.whole(value.timeIntervalSince1970 * 1000))
  }
}

/// A coder for a point in time as `date-time` per RFC 3339. It is written in UTC, with up to six digits for
/// fractions of a second.
public enum ISO8601: JSONCoder {
  public typealias Decoded = Date

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Date {
    try reader.readText("a date-time") { Timestamp($0).map { Date(timeIntervalSince1970: $0.seconds) } }
  }

  public static func write(_ value: Date, to writer: inout JSONWriter) throws(JSONError) {
    guard let text = Timestamp.text(value.timeIntervalSince1970) else {
      throw JSONError(
        .notRepresentable, "a date-time has a year from 0 to 9999", byteOffset: writer.count)
    }
    writer.write(text)
  }
}

extension JSONWriter {
  /// Returns a number of seconds or milliseconds rounded to the nearest integer.
  fileprivate func whole(_ value: Double) throws(JSONError) -> Int64 {
    guard let whole = Int64(exactly: value.rounded()) else {
      throw JSONError(.notRepresentable, "the date is out of range", byteOffset: count)
    }
    return whole
  }
}
