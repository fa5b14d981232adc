/// Knows a request's secrets and removes them from text.
///
/// ``SecretPatterns`` says in which forms a secret is recognized. A secret of less than four bytes is hidden only in
/// its parameter's place (the URL, the headers), because replacing every `a` would leave nothing readable.
public struct Redaction: Sendable, CustomStringConvertible, CustomReflectable {
  /// The text that replaces a secret in all descriptions.
  public static let mark = "<redacted>"

  /// The secrets. They must not be shown.
  public private(set) var secrets: [String] = []
  /// Created when a text is first checked, which is rare.
  private var patterns: Lazy<SecretPatterns>?

  @inline(never)
  public mutating func add(_ secret: String) {
    guard secret.utf8.count >= 4 else { return }
    for known in secrets where known.isSame(secret) { return }
    secrets.append(secret)
    patterns = Lazy { [secrets] in SecretPatterns(secrets) }
  }

  /// Creates a redaction without secrets.
  public init() {}

  /// Returns `text` with every secret replaced by a mark.
  @inline(never)
  public func callAsFunction(_ text: String) -> String {
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
  package var cutLength: Int { max((patterns?.value.longestForm ?? 0) - 1, 0) }

  /// Returns whether `bytes` contain a secret.
  package func occurs(in bytes: [UInt8]) -> Bool {
    patterns?.value.occur(in: bytes) ?? false
  }

  /// The number of secrets, which reveals nothing about them.
  public var description: String { "Redaction(\(secrets.count) secrets)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Redaction {
  /// Returns patterns for the pieces of the secrets that a response repeats, which an error must not contain when it quotes a
  /// part of the response; nil if it repeats none.
  package func pieces(ofThoseIn body: [UInt8]) -> SecretPatterns? { patterns?.value.pieces(ofThoseIn: body) }

  /// Returns a text that quotes a document without secrets. A text with a piece of one is removed completely.
  public func callAsFunction(_ text: String, quoting document: [UInt8]) -> String {
    self.text(text, withholding: pieces(ofThoseIn: document))
  }

  /// Returns a text without secrets; see above.
  package func text(_ text: String, withholding pieces: SecretPatterns?) -> String {
    let redacted = self(text)
    guard let pieces, pieces.occur(in: redacted.bytes) else { return redacted }
    return "(text withheld, because it may quote a part of a secret)"
  }
}
