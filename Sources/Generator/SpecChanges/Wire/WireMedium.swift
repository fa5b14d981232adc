/// How values are written and read, which decides what two versions of a schema mean for them.
struct WireMedium: Sendable, Hashable {
  /// Whether values are text outside of JSON: parameters, forms and header fields, where `1` is a number and a string.
  var isText = false
  /// Whether the reader refuses values that violate a constraint.
  ///
  /// Services do. Clients refuse what they can't read, which is another type, a missing key, another value of a closed
  /// enumeration, or a text that its Swift type doesn't accept; limits, patterns, conditions and constants are only reported,
  /// unless `validation` is `.strict`. They decode described header fields strictly.
  var refusesViolations: Bool

  static let request = WireMedium(refusesViolations: true)
  static let response = WireMedium(refusesViolations: false)
  static let parameter = WireMedium(isText: true, refusesViolations: true)

  /// The same with a reader that refuses violations.
  var refusing: WireMedium { WireMedium(isText: isText, refusesViolations: true) }
}
