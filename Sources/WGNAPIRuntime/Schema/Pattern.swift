import ECMARegex

/// A regular expression of a schema, compiled when the schema is.
///
/// What is compiled is guarded by `SchemaLinking.lock` while it is made and immutable afterwards.
final class Pattern: @unchecked Sendable {
  /// The pattern as it was given.
  let text: String
  private var isCompiled = false
  private var regex: ECMARegex?
  private let isIntegerKey: Bool

  /// The keys of maps from integers, in their shortest form.
  static let integerKey = "^(0|-?[1-9][0-9]*)$"

  init(_ text: String) {
    self.text = text
    isIntegerKey = text == Self.integerKey
  }

  /// Makes the pattern ready. Called under `SchemaLinking.lock`.
  func compile() {
    guard !isCompiled else { return }
    regex = try? ECMARegex(text)
    isCompiled = true
  }

  /// Whether the pattern is found in valid UTF-8; nil if it is no valid pattern, or the search takes too much work.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    var work = Int.max
    return matches(bytes, &work)
  }

  /// The same; takes the steps of the search away from `work`, and gives up where they don't suffice.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ work: inout Int) -> Bool? {
    if isIntegerKey { return Self.isInteger(bytes) }
    switch regex?.search(bytes, work: &work) {
    case .matched: return true
    case .notMatched: return false
    case .tooMuchWork, nil: return nil
    }
  }

  /// What `integerKey` matches.
  private static func isInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    if first == UInt8(ascii: "0") { return bytes.count == 1 }
    let digits = bytes.dropFirst(first == UInt8(ascii: "-") ? 1 : 0)
    guard let leading = digits.first, leading != UInt8(ascii: "0") else { return false }
    return digits.allSatisfy { $0 &- 0x30 < 10 }
  }
}
