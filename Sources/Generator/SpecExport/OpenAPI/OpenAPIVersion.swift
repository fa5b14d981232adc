/// A version of OpenAPI that documents are written in.
public enum OpenAPIVersion: String, Sendable, CaseIterable {
  case v31 = "3.1"
  case v30 = "3.0"

  /// What documents begin with.
  var number: String { self == .v31 ? "3.1.0" : "3.0.3" }
}
