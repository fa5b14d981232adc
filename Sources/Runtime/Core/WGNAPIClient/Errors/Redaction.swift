import WGNAPIJSON
import WGNAPISupport

/// Knows a request's secrets and removes them from text.
///
/// ``SecretPatterns`` says in which forms a secret is recognized. A secret of less than four bytes is hidden only in
/// its parameter's place (the URL, the headers), because replacing every `a` would leave nothing readable.
package struct Redaction: Sendable, CustomStringConvertible, CustomReflectable {
  /// The text that replaces a secret.
  package static let mark = redactionMark

  /// The secrets. They must not be shown.
  package private(set) var secrets: [String] = []
  /// Created when a text is first checked, which is rare.
  private var patterns: Lazy<SecretPatterns>?

  @inline(never)
  package mutating func add(_ secret: String) {
    guard secret.utf8.count >= 4 else { return }
    for known in secrets where known.isSame(secret) { return }
    secrets.append(secret)
    patterns = Lazy { [secrets] in SecretPatterns(secrets) }
  }

  /// Creates a redaction for the secrets among a client's common parameters.
  package init(of parameters: [ClientParameter] = []) {
    for parameter in parameters where parameter.isSecret {
      if let text = parameter.text { add(text) }
    }
  }

  /// Returns `text` with every secret replaced by a mark.
  @inline(never)
  package func callAsFunction(_ text: String) -> String {
    patterns == nil ? text : String(repairing: self(bytes: text.bytes))
  }

  /// Returns bytes with every secret replaced by a mark.
  @inline(never)
  package func callAsFunction(bytes source: [UInt8]) -> [UInt8] {
    guard let patterns = patterns?.value else { return source }
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if let end = patterns.end(in: source, from: index) {
        result.add(Self.mark)
        index = end
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return result
  }

  /// The number of bytes at the end of a text that may be a secret that is cut there.
  var cutLength: Int { max((patterns?.value.longestForm ?? 0) - 1, 0) }

  /// Returns whether `bytes` contain a secret.
  package func occurs(in bytes: [UInt8]) -> Bool {
    patterns?.value.occur(in: bytes) ?? false
  }

  /// The number of secrets, which reveals nothing about them.
  package var description: String { "Redaction(\(secrets.count) secrets)" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Redaction {
  /// Returns patterns for the pieces of the secrets that a response repeats, which an error must not contain when it quotes a
  /// part of the response; nil if it repeats none.
  func pieces(ofThoseIn body: [UInt8]) -> SecretPatterns? { patterns?.value.pieces(ofThoseIn: body) }

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

  private func text(_ text: String, withholding pieces: SecretPatterns?) -> String {
    let redacted = self(text)
    guard let pieces, pieces.occur(in: redacted.bytes) else { return redacted }
    return "(text withheld, because it may quote a part of a secret)"
  }
}
