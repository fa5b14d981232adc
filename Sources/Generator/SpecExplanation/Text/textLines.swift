/// The lines of a text, without what ends them: a line feed, or a carriage return and a line feed, which are one `Character` in
/// Swift.
func textLines(_ text: String) -> [Substring] {
  text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
    Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}
