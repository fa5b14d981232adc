import ECMARegex
import WGNAPIJSON

/// A regular expression per ECMA-262, compiled together with its constraint or schema.
///
/// Compilation happens when a constraint's keyword is created, or under the schemas' lock; the result is immutable.
package final class RegexPattern: TextPattern, @unchecked Sendable {
  package let text: String
  private var isCompiled = false
  private var regex: ECMARegex?

  private init(_ text: String) { self.text = text }

  /// Returns a matcher for an expression: for the keys of maps with integer keys, a comparison of bytes.
  package static func matching(_ text: String) -> any TextPattern {
    text == IntegerKeyPattern.expression ? IntegerKeyPattern() : RegexPattern(text)
  }

  package func prepare() {
    guard !isCompiled else { return }
    regex = try? ECMARegex(text)
    isCompiled = true
  }

  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout TextWork) -> Bool? {
    switch regex?.search(bytes, work: &work.steps, unless: EndOfReading(stop: work.stop)) {
    case .matched: true
    case .notMatched: false
    case .tooMuchWork, nil: nil
    }
  }
}

/// Ends a search when nobody waits for the value any more.
private struct EndOfReading: SearchInterruption {
  let stop: ReadingStop
  var isDue: Bool { stop.isDue }
}
