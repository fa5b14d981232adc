import ECMARegex

/// `regex`: a regular expression per ECMA-262 (JSON Schema core, section 6.4).
enum RegexFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (try? ECMARegex.check(String(decoding: bytes, as: UTF8.self))) != nil
  }
}
