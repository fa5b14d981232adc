// Input is split by bytes, not by `Character`s: a `/` followed by a combining accent is one `Character`, which
// `split(separator:)` doesn't recognize as `/`, although the file system and servers do.
extension StringProtocol {
  /// The parts between occurrences of an ASCII character, including empty ones: `["a", "", "b"]` for `a//b`.
  ///
  /// Compares bytes, so neighbouring scalars can't hide the separator.
  public func byteParts(separatedBy separator: Unicode.Scalar) -> [String] {
    precondition(separator.isASCII)
    return utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the text begins with exactly these bytes.
  public func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the text ends with exactly these bytes.
  public func hasByteSuffix(_ suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

  /// Whether the text contains an ASCII character, whatever is combined with it.
  public func hasByte(_ character: Unicode.Scalar) -> Bool {
    character.isASCII && utf8.contains(UInt8(ascii: character))
  }

  /// The text without an ASCII suffix, if it ends with it.
  public func droppingByteSuffix(_ suffix: String) -> String {
    hasByteSuffix(suffix) ? String(decoding: utf8.dropLast(suffix.utf8.count), as: UTF8.self) : String(self)
  }
}
