import WGNAPIJSON

/// A request that asks for some fields of what its endpoint answers; `WGNAPIPartial` has them.
package protocol RestrictedRequest: APIRequest {
  /// What is asked for, by which the answer is read.
  var selection: FieldSelection { get }
  /// What is wrong with the lists of fields.
  var fieldViolations: [Violation] { get }
}
