/// Knows a request's secrets, and takes them out of texts.
///
/// A secret is found however its characters are spelled, each in its own way: as they are, percent-encoded,
/// and as JSON, JSON Pointers and HTML escape them. One shorter than four characters is hidden only where its
/// parameter stands (the URL, the headers), since replacing every `a` would leave no text.
struct Redaction: Sendable, CustomStringConvertible, CustomReflectable {
  /// What stands in a secret's place.
  static let mark = "<redacted>"

  private var secrets: [SpelledSecret] = []
  /// By byte: whether a secret may begin with it.
  private var begins = [Bool](repeating: false, count: 256)

  mutating func add(_ secret: String) {
    guard secret.utf8.count >= 4 else { return }
    let spelled = SpelledSecret(secret)
    guard !secrets.contains(spelled) else { return }
    secrets.append(spelled)
    for byte in spelled.firstBytes { begins[Int(byte)] = true }
  }

  /// Knows the secrets among a client's common parameters.
  init(of parameters: [ClientParameter] = []) {
    for parameter in parameters where parameter.isSecret {
      if let text = parameter.text { add(text) }
    }
  }

  /// `text` with a mark in place of every secret.
  func callAsFunction(_ text: String) -> String {
    guard !secrets.isEmpty else { return text }
    let source = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if let end = end(in: source, from: index) {
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
  func occurs(in bytes: [UInt8]) -> Bool {
    !secrets.isEmpty && bytes.indices.contains { end(in: bytes, from: $0) != nil }
  }

  /// The end of the longest secret that begins at `index`, lest a part of it be left.
  private func end(in text: [UInt8], from index: Int) -> Int? {
    guard begins[Int(text[index])] else { return nil }
    return secrets.lazy.compactMap { $0.end(in: text, from: index) }.max()
  }

  /// The number of secrets, which says nothing about them.
  var description: String { "Redaction(\(secrets.count) secrets)" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Redaction {
  /// The violations without secrets; `withholds` drops their messages altogether, because a message may quote
  /// a part of a secret that can't be recognised.
  func callAsFunction(_ violations: [Violation], withholds: Bool) -> [Violation] {
    violations.map {
      $0.with(
        instanceLocation: self($0.instanceLocation),
        message: withholds ? Self.withheld : self($0.message))
    }
  }

  /// The error without secrets; see above.
  func callAsFunction(_ error: JSONError, withholds: Bool) -> JSONError {
    JSONError(
      error.kind, withholds ? Self.withheld : self(error.message), byteOffset: error.byteOffset,
      line: error.line, path: error.path.map { self($0) })
  }

  private static let withheld = "(text withheld, because the response repeats a secret)"
}
