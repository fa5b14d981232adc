import WGNAPIJSON

/// Knows a request's secrets, and takes them out of texts.
///
/// ``SecretPatterns`` says how a secret is recognised. One shorter than four bytes is hidden only where its parameter stands
/// (the URL, the headers), since replacing every `a` would leave no text.
package struct Redaction: Sendable, CustomStringConvertible, CustomReflectable {
  /// What stands in a secret's place.
  static let mark = redactionMark

  private var secrets: [String] = []
  /// Made when a text is looked at, which is seldom.
  private var patterns: Lazy<SecretPatterns>?

  mutating func add(_ secret: String) {
    guard secret.utf8.count >= 4, !secrets.contains(where: { $0.utf8.elementsEqual(secret.utf8) }) else {
      return
    }
    secrets.append(secret)
    patterns = Lazy { [secrets] in SecretPatterns(secrets) }
  }

  /// Knows the secrets among a client's common parameters.
  init(of parameters: [ClientParameter] = []) {
    for parameter in parameters where parameter.isSecret {
      if let text = parameter.text { add(text) }
    }
  }

  /// `text` with a mark in place of every secret.
  func callAsFunction(_ text: String) -> String {
    guard let patterns = patterns?.value else { return text }
    let source = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if let end = patterns.end(in: source, from: index) {
        result += Self.mark.utf8
        index = end
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a secret stands in `bytes`.
  package func occurs(in bytes: [UInt8]) -> Bool {
    patterns?.value.occur(in: bytes) ?? false
  }

  /// The number of secrets, which says nothing about them.
  package var description: String { "Redaction(\(secrets.count) secrets)" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Redaction {
  /// What a text must not hold that quotes a response, beyond secrets.
  enum Withheld: Sendable {
    case nothing
    /// What may be left of the secrets that the response repeats.
    case pieces(SecretPatterns)
    /// Nobody knows which secrets it repeats.
    case everything
  }

  /// What an error's text must not hold that quotes a part of a response.
  func withheld(inQuotesOf body: [UInt8]) -> Withheld {
    guard let patterns = patterns?.value else { return .nothing }
    return patterns.pieces(ofThoseIn: body).map { .pieces($0) } ?? .everything
  }

  /// The violations without secrets; a message that holds what is withheld is left out altogether.
  func callAsFunction(_ violations: [Violation], withholding withheld: Withheld) -> [Violation] {
    violations.map {
      $0.with(instanceLocation: self($0.instanceLocation), message: text($0.message, withholding: withheld))
    }
  }

  /// The error without secrets; see above.
  func callAsFunction(_ error: JSONError, withholding withheld: Withheld) -> JSONError {
    JSONError(
      error.kind, text(error.message, withholding: withheld), byteOffset: error.byteOffset,
      line: error.line, path: error.path.map { self($0) })
  }

  private func text(_ text: String, withholding withheld: Withheld) -> String {
    switch withheld {
    case .nothing: return self(text)
    case .pieces(let pieces):
      let redacted = self(text)
      guard pieces.occur(in: Array(redacted.utf8)) else { return redacted }
      return "(text withheld, because it quotes a part of a secret)"
    case .everything:
      return "(text withheld, because it would take too long to look for secrets in all of the response)"
    }
  }
}
