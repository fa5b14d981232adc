import WGNAPIJSON

/// An amount of money with two decimals, which JSON has as text: `"12.50"`.
public struct Money: Hashable, Sendable {
  public var cents: Int

  public init(cents: Int) { self.cents = cents }

  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isNegative = text.hasPrefix("-")
    guard parts.count == 2, parts[1].utf8.count == 2, let whole = Int(parts[0]), let rest = Int(parts[1]),
      rest >= 0,
      case (let hundreds, let overflow) = whole.multipliedReportingOverflow(by: 100), !overflow
    else { return nil }
    let (cents, overflows) =
      isNegative ? hundreds.subtractingReportingOverflow(rest) : hundreds.addingReportingOverflow(rest)
    guard !overflows else { return nil }
    self.init(cents: cents)
  }

  public var text: String {
    let rest = String(cents.magnitude % 100)
    return "\(cents < 0 ? "-" : "")\(cents.magnitude / 100).\(rest.utf8.count < 2 ? "0" : "")\(rest)"
  }
}

extension Money: JSONValue {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Money {
    _ = reader.peek()  // skips white space, so that the error points at the value
    let start = reader.offset
    guard let money = Money(try reader.readString()) else {
      throw reader.error(.outOfRange, "expected an amount such as 12.50", at: start)
    }
    return money
  }

  public static func write(_ value: Money, to writer: inout JSONWriter) throws(JSONError) {
    writer.write(value.text)
  }
}

extension Money: JSONKey {
  public init?(jsonKey: String) { self.init(jsonKey) }
  public var jsonKey: String { text }
}
