import WGNAPISupport

/// `date-time`, `date` and `time` (RFC 3339, section 5.6).
package enum DateTimeFormat {
  /// `2024-02-29T12:30:00.5+02:00`
  package static func acceptsDateTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    return scanner.fullDate() != nil && scanner.skip(letter: "T") && scanner.fullTime() != nil
      && scanner.isAtEnd
  }

  /// `2024-02-29`
  package static func acceptsDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    return scanner.fullDate() != nil && scanner.isAtEnd
  }

  /// `12:30:00.5+02:00`
  package static func acceptsTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var scanner = FormatScanner(bytes)
    return scanner.fullTime() != nil && scanner.isAtEnd
  }
}
