import WGNAPIJSON
import WGNAPISupport

extension Redaction {
  /// Creates a redaction for the secrets among a client's common parameters.
  package init(of parameters: [ClientParameter]) {
    self.init()
    for parameter in parameters where parameter.isSecret {
      if let text = parameter.text { add(text) }
    }
  }

  /// Returns the violations without secrets. A message with a piece of one is removed completely.
  func callAsFunction(_ violations: [Violation], withholding pieces: SecretPatterns?) -> [Violation] {
    violations.map { violation in
      violation.with(
        instanceLocation: self(violation.instanceLocation),
        message: text(violation.message, withholding: pieces))
    }
  }

  /// Returns an error that quotes a document without secrets. A message with a piece of one is removed completely.
  package func callAsFunction(_ error: JSONError, in document: [UInt8]) -> JSONError {
    self(error, withholding: pieces(ofThoseIn: document))
  }

  /// Returns the error without secrets; see above.
  func callAsFunction(_ error: JSONError, withholding pieces: SecretPatterns?) -> JSONError {
    JSONError(
      error.kind, text(error.message, withholding: pieces), byteOffset: error.byteOffset,
      line: error.line, path: error.path.map { self($0) })
  }
}
