import WGNAPIJSON

/// A request for some fields of an endpoint's answer. `WGNAPIPartial` defines such requests.
package protocol RestrictedRequest: APIRequest {
  /// The fields to ask for, which also determine how the answer is decoded.
  var selection: FieldSelection { get }
  /// The request for all fields.
  var unrestricted: any APIRequest { get }
  /// The violations in the lists of fields.
  var fieldViolations: [Violation] { get }
}
