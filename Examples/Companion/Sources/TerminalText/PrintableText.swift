extension String {
  /// Creates text that a terminal shows in one line and doesn't act on, from text that anybody may have written.
  ///
  /// Names and mottos of players come over the network. A terminal obeys escape sequences in them: they could change
  /// the window's title, move the cursor, or hide what follows. Sequences and other control characters are removed, as
  /// are marks that change the direction of writing. Line breaks and tabs become spaces. Text that is too long for a line is
  /// cut off.
  public init(printable text: String) {
    let scalars = Array(text.unicodeScalars.prefix(4_096))
    var result = UnicodeScalarView()
    var index = scalars.startIndex
    while index < scalars.endIndex {
      if let end = endOfSequence(in: scalars, from: index) {
        index = end
        continue
      }
      if let shown = printable(scalars[index]) { result.append(shown) }
      index += 1
    }
    self.init(result)
  }
}

/// Returns the printable form of a character; nil to leave it out.
private func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar.properties.generalCategory {
  case .lineSeparator, .paragraphSeparator: " "
  case .control: scalar.properties.isWhitespace ? " " : nil
  // The joiners are part of words in some scripts, and of emoji.
  case .format: scalar == "\u{200C}" || scalar == "\u{200D}" ? scalar : nil
  case .surrogate, .privateUse: nil
  default: scalar
  }
}

/// Returns the end of the escape sequence (ECMA-48) at an index; nil if none begins there, or if it has no end.
private func endOfSequence(in scalars: [Unicode.Scalar], from start: Int) -> Int? {
  let kind: Unicode.Scalar
  let content: Int
  switch scalars[start] {
  case "\u{1B}":
    guard start + 1 < scalars.endIndex else { return nil }
    (kind, content) = (scalars[start + 1], start + 2)
  case "\u{9B}": (kind, content) = ("[", start + 1)
  case "\u{90}", "\u{9D}", "\u{9E}", "\u{9F}": (kind, content) = ("]", start + 1)
  default: return nil
  }
  switch kind {
  case "[":  // Parameters, then a final character.
    let end = scalars[content...].firstIndex { !("\u{20}"..."\u{3F}").contains($0) }
    guard let end, ("\u{40}"..."\u{7E}").contains(scalars[end]) else { return nil }
    return end + 1
  case "]", "P", "X", "^", "_":  // Text up to BEL or the string terminator.
    let ends: Set<Unicode.Scalar> = ["\u{07}", "\u{1B}", "\u{9C}"]
    guard let end = scalars[content...].firstIndex(where: ends.contains) else { return nil }
    guard scalars[end] == "\u{1B}" else { return end + 1 }
    return scalars[(end + 1)...].first == "\\" ? end + 2 : end
  default: return nil
  }
}
