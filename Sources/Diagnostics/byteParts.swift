// Input is taken apart by its bytes. A `Character` may be more than it seems: a `/` and a combining accent behind it are
// one, which is no `/` to `split(separator:)`, while the file system and a server see the separator.
extension StringProtocol {
  /// The parts between the occurrences of an ASCII character, empty ones included: `["a", "", "b"]` for `a//b`.
  ///
  /// Compares bytes, so that nothing that follows or precedes the separator can hide it.
  public func byteParts(separatedBy separator: Unicode.Scalar) -> [String] {
    precondition(separator.isASCII)
    return utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the text begins with these very bytes.
  public func hasBytePrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the text ends with these very bytes.
  public func hasByteSuffix(_ suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

  /// Whether an ASCII character is anywhere in the text, whatever is combined with it.
  public func hasByte(_ character: Unicode.Scalar) -> Bool {
    character.isASCII && utf8.contains(UInt8(ascii: character))
  }

  /// The text without as many bytes at its end as an ASCII suffix has, if it ends with it.
  public func droppingByteSuffix(_ suffix: String) -> String {
    hasByteSuffix(suffix) ? String(decoding: utf8.dropLast(suffix.utf8.count), as: UTF8.self) : String(self)
  }
}
