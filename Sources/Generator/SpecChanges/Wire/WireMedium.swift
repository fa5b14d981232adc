/// How values are written and read, which decides what two versions of a schema mean for them.
struct WireMedium: Sendable, Hashable {
  /// Whether values are text outside of JSON: parameters, forms and header fields, where `1` is a number and a string.
  var isText = false
  /// Whether a field is repeated for each element of a list, so that one value is a list with one element.
  var repeatsFields = false
  /// Whether objects within the object are written as JSON, and so are lists of lists or objects.
  var nestsJSON = false
  /// Whether the reader refuses values that violate a constraint.
  ///
  /// Services do. Clients refuse what they can't read, which is another type, a missing key, another value of a closed
  /// enumeration, or a text that its Swift type doesn't accept; limits, patterns, conditions and constants are only reported,
  /// unless `validation` is `.strict`. They decode described header fields strictly.
  var refusesViolations: Bool

  static let request = WireMedium(refusesViolations: true)
  static let response = WireMedium(refusesViolations: false)
  static let parameter = WireMedium(isText: true, refusesViolations: true)
  /// A form that a service reads.
  static func form(repeatingFields: Bool, nestingJSON: Bool) -> WireMedium {
    WireMedium(
      isText: true, repeatsFields: repeatingFields, nestsJSON: nestingJSON, refusesViolations: true)
  }
  /// A form that a client reads.
  static let receivedForm = WireMedium(isText: true, refusesViolations: false)

  /// The same with a reader that refuses violations.
  var refusing: WireMedium {
    var medium = self
    medium.refusesViolations = true
    return medium
  }
}
