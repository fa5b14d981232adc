extension Unicode.Scalar {
  /// Whether punctuation before the scalar becomes one character with it, as with a combining mark (Unicode Standard
  /// Annex #29). Text that is taken apart by characters hides the punctuation then.
  public var joinsPrevious: Bool { !isASCII && ":\(self)".count == 1 }

  /// Whether punctuation behind the scalar becomes one character with it, as with U+0D4E.
  public var joinsNext: Bool { !isASCII && "\(self):".count == 1 }
}
