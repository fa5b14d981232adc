extension Unicode.Scalar {
  /// Whether the scalar combines with preceding punctuation into one character, like a combining mark (Unicode
  /// Standard Annex #29). Splitting text by characters would then miss the punctuation.
  public var joinsPrevious: Bool { !isASCII && ":\(self)".count == 1 }

  /// Whether the scalar combines with following punctuation into one character, like U+0D4E.
  public var joinsNext: Bool { !isASCII && "\(self):".count == 1 }
}
