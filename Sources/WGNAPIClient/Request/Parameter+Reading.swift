// For requests that are stored and sent later, which have values in place of properties.
extension Parameter {
  /// Returns the same parameter of another request type, with another source of its value.
  package func reading<Other>(_ source: any ParameterSource<Other>) -> Parameter<Other> {
    Parameter<Other>(facts: facts, source: source)
  }

  /// Whether the value is a file, or files, rather than JSON or bytes.
  package var isFile: Bool { form?.isFile ?? false }
}

extension ComposedRequest {
  /// Knows the secrets of the request.
  package var redaction: Redaction { redacted.redaction }
}

extension ClientCore {
  /// The version of the runtime.
  package static var runtimeVersion: String { UserAgent.runtimeVersion }
}
