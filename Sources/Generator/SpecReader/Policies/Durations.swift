import Diagnostics
import SpecYAML

extension Report {
  /// A duration in seconds: `30 s`, `10 min`, `4 h`, `7 d`.
  func duration(_ node: YAMLNode, for what: String) -> Int? {
    guard let text = text(node, for: what) else { return nil }
    if let seconds = secondsOf(amountAndUnit(text, separator: " ", units: TimeUnit.allCases)) {
      return seconds
    }
    error(
      .invalidDuration,
      "'\(abbreviate(text))' isn't a valid duration; write '30 s', '10 min', '4 h' or '7 d'",
      at: node.occurrence, suggestion: correctedDuration(text))
    return nil
  }

  /// A rate: `10/s`, `600/min`, `1000/h`.
  func rate(_ node: YAMLNode, for what: String) -> (count: Int, seconds: Int)? {
    guard let text = text(node, for: what) else { return nil }
    if let rate = amountAndUnit(text, separator: "/", units: TimeUnit.ofRates) {
      return (rate.amount, rate.unit.rawValue)
    }
    error(
      .invalidRate, "'\(abbreviate(text))' isn't a valid rate; write '10/s', '600/min' or '1000/h'",
      at: node.occurrence)
    return nil
  }

  private func secondsOf(_ duration: (amount: Int, unit: TimeUnit)?) -> Int? {
    guard let duration else { return nil }
    let product = duration.amount.multipliedReportingOverflow(by: duration.unit.rawValue)
    // A century: anything longer is a mistake, and clients may add the lifetime to a date.
    return product.overflow || product.partialValue > 100 * 366 * 86_400 ? nil : product.partialValue
  }

  /// Common spellings of the units.
  private func correctedDuration(_ text: String) -> String? {
    let amount = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(amount.count).drop { $0 == " " }
    let words = [
      "m": "min", "minute": "min", "minutes": "min", "mins": "min", "sec": "s", "second": "s", "seconds": "s",
      "secs": "s", "hour": "h", "hours": "h", "hr": "h", "day": "d", "days": "d",
    ]
    guard !amount.isEmpty, let right = words[unit.lowercased()] else { return nil }
    return "\(amount) \(right)"
  }
}

/// The units of durations and rates; a raw value is the number of seconds.
package enum TimeUnit: Int, CaseIterable {
  case second = 1
  case minute = 60
  case hour = 3600
  case day = 86_400

  package var symbol: String {
    switch self {
    case .second: "s"
    case .minute: "min"
    case .hour: "h"
    case .day: "d"
    }
  }

  fileprivate static let ofRates: [Self] = [.second, .minute, .hour]
}

/// Splits `10 min` and `10/s`; the amount is at least 1. Spaces before the unit don't matter.
private func amountAndUnit(_ text: String, separator: Character, units: [TimeUnit]) -> (
  amount: Int, unit: TimeUnit
)? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  guard let amount = Int(digits), amount > 0 else { return nil }
  var rest = text.dropFirst(digits.count)
  if separator == " " {
    rest = rest.drop { $0 == " " }
  } else {
    guard rest.first == separator else { return nil }
    rest.removeFirst()
  }
  return units.first { $0.symbol == rest }.map { (amount, $0) }
}
