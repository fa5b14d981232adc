/// Knows a request's secrets, and takes them out of texts.
///
/// A secret is found as it is, percent-encoded, and as JSON, JSON Pointers and HTML escape it. One shorter
/// than four characters is hidden only where its parameter stands (the URL, the headers), since replacing
/// every `a` would leave no text.
struct Redaction: Sendable, CustomStringConvertible, CustomReflectable {
  /// What stands in a secret's place.
  static let mark = "<redacted>"

  private var spellings: [String] = []

  mutating func add(_ secret: String) {
    guard secret.utf8.count >= 4 else { return }
    let encoded = PercentEncoding.encode(secret)
    var candidates = [secret, encoded, Self.lowercasedEscapes(encoded)]
    candidates.append(encoded.replacingEach(["%20": "+"]))
    candidates.append(secret.replacingEach(["\\": "\\\\", "\"": "\\\""]))
    candidates.append(secret.replacingEach(["\\": "\\\\", "\"": "\\\"", "/": "\\/"]))
    candidates.append(secret.replacingEach(["~": "~0", "/": "~1"]))
    candidates.append(secret.replacingEach(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]))
    for candidate in candidates where !spellings.contains(candidate) { spellings.append(candidate) }
    // Longer ones first, lest a part of one be replaced and the rest be left.
    spellings.sort { $0.utf8.count > $1.utf8.count }
  }

  /// `text` with a mark in place of every secret.
  func callAsFunction(_ text: String) -> String {
    guard !spellings.isEmpty else { return text }
    return text.replacingEach(spellings.map { ($0, Self.mark) })
  }

  /// Whether a secret stands in `bytes`.
  func occurs(in bytes: [UInt8]) -> Bool {
    !spellings.isEmpty && self(String(decoding: bytes, as: UTF8.self)).contains(Self.mark)
  }

  /// The number of secrets' spellings, which says nothing about them.
  var description: String { "Redaction(\(spellings.count) spellings)" }
  var customMirror: Mirror { Mirror(self, children: [:]) }

  private static func lowercasedEscapes(_ encoded: String) -> String {
    var digits = 0
    return String(
      encoded.map { character in
        if character == "%" {
          digits = 2
          return character
        }
        guard digits > 0 else { return character }
        digits -= 1
        return Character(character.lowercased())
      })
  }
}

extension String {
  /// The text with each of the keys replaced by its value, in one pass from the left; the first that fits
  /// wins.
  fileprivate func replacingEach(_ replacements: [(String, String)]) -> String {
    let rules = replacements.filter { !$0.0.isEmpty }.map { (Array($0.0.utf8), Array($0.1.utf8)) }
    let source = Array(utf8)
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      let byte = source[index]
      if let rule = rules.first(where: { $0.0.first == byte && source[index...].starts(with: $0.0) }) {
        result += rule.1
        index += rule.0.count
      } else {
        result.append(byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  fileprivate func replacingEach(_ replacements: KeyValuePairs<String, String>) -> String {
    replacingEach(replacements.map { ($0.key, $0.value) })
  }
}

extension Redaction {
  /// The violations without secrets; `withholds` drops their messages altogether, because a message may quote
  /// a part of a secret that can't be recognised.
  func callAsFunction(_ violations: [Violation], withholds: Bool) -> [Violation] {
    violations.map {
      Violation(
        instanceLocation: self($0.instanceLocation), keyword: $0.keyword,
        message: withholds ? Self.withheld : self($0.message), byteOffset: $0.byteOffset)
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
