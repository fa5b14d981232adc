import ECMARegex
import WGNAPIJSON

/// A regular expression of ECMA-262, compiled when the schema is.
///
/// What is compiled is guarded by the schemas' lock while it is made, and immutable afterwards.
final class RegexPattern: TextPattern, @unchecked Sendable {
  let text: String
  private var isCompiled = false
  private var regex: ECMARegex?

  private init(_ text: String) { self.text = text }

  /// What matches an expression: for the keys of maps from integers, a comparison of bytes.
  static func matching(_ text: String) -> any TextPattern {
    text == IntegerKeyPattern.expression ? IntegerKeyPattern() : RegexPattern(text)
  }

  func prepare() {
    guard !isCompiled else { return }
    regex = try? ECMARegex(text)
    isCompiled = true
  }

  func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int) -> Bool? {
    switch regex?.search(bytes, work: &work) {
    case .matched: true
    case .notMatched: false
    case .tooMuchWork, nil: nil
    }
  }
}
