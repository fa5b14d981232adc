import WGNAPIClient

extension Policy {
  /// The request can ask for some fields of the response.
  public static func partial(
    fields: String = "fields", extra: String? = nil, separator: String = ",", exclusionPrefix: String? = "-",
    maximum: Int? = nil
  ) -> Policy {
    Policy(
      PartialPolicy(
        fieldsParameter: fields, extraParameter: extra, separator: separator,
        exclusionPrefix: exclusionPrefix, maximum: maximum))
  }
}

/// A policy for asking for some fields of a response.
public struct PartialPolicy: PolicyValue {
  /// The parameter that lists the fields. Nested fields are written with dots.
  public let fieldsParameter: String
  /// The parameter that lists fields that the service omits by default.
  public let extraParameter: String?
  /// The text between two fields.
  public let separator: String
  /// The prefix of a field to exclude; nil if fields can't be excluded.
  public let exclusionPrefix: String?
  /// The maximum number of fields in the list.
  public let maximum: Int?

  /// Creates the policy.
  public init(
    fieldsParameter: String, extraParameter: String? = nil, separator: String = ",",
    exclusionPrefix: String? = "-", maximum: Int? = nil
  ) {
    self.fieldsParameter = fieldsParameter
    self.extraParameter = extraParameter
    self.separator = separator
    self.exclusionPrefix = exclusionPrefix
    self.maximum = maximum
  }
}
