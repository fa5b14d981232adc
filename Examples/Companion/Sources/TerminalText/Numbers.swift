import Foundation

// The same in every locale, so that output can be compared.

/// Returns a number with its digits in groups: `1,234,567`.
public func grouped(_ number: Int) -> String {
  var text = ""
  for (index, digit) in String(number.magnitude).reversed().enumerated() {
    if index > 0, index.isMultiple(of: 3) { text.append(",") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + text.reversed()
}

/// Returns a share in percent with one decimal, such as `53.4%`; a dash if there is no such share.
public func percentage(_ part: Int, of whole: Int) -> String {
  guard whole > 0, (0...whole).contains(part) else { return "–" }
  let tenths = Int((Double(part) / Double(whole) * 1000).rounded())
  return "\(tenths / 10).\(tenths % 10)%"
}

/// Returns a tier as players write it: `VIII`.
public func roman(_ tier: Int) -> String {
  let numerals = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"]
  return (1...numerals.count).contains(tier) ? numerals[tier - 1] : "\(tier)"
}

/// Returns the distance of a date: `2 hours ago`, `in 3 days`, `now`.
public func relative(_ date: Date, to now: Date) -> String {
  let seconds = date.timeIntervalSince(now).rounded()
  let units: [(length: Double, name: String)] = [
    (365.25 * 86_400, "year"), (30.44 * 86_400, "month"), (86_400, "day"), (3_600, "hour"), (60, "minute"),
  ]
  guard let unit = units.first(where: { abs(seconds) >= $0.length }) else { return "now" }
  let count = (abs(seconds) / unit.length).rounded(.down)
  guard count < 1e9 else { return "long ago" }
  let text = "\(Int(count)) \(unit.name)\(count == 1 ? "" : "s")"
  return seconds < 0 ? "\(text) ago" : "in \(text)"
}

/// Returns a day in UTC: `2026-03-01`.
public func day(_ date: Date) -> String {
  date.formatted(Date.ISO8601FormatStyle().year().month().day())
}

/// Returns a day and a time in UTC: `2026-03-01 18:30`.
public func dayAndTime(_ date: Date) -> String {
  let time = Date.ISO8601FormatStyle(timeZone: .gmt).time(includingFractionalSeconds: false).format(date)
  return "\(day(date)) \(time.prefix(5))"
}
