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

  /// Creates a day from text of the form `YYYY-MM-DD`; nil if it has another form or there is no such day.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
      let day = Self.number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Returns the number with these digits; nil if there are other characters.
  static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
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
  public static var schema: Schema { [.type(.string), .asserted(.date)] }

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
