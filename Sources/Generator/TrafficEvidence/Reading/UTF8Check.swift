/// Tells files in other encodings from files with mistakes.
enum UTF8Check {
  /// The position of the first byte that isn't a part of valid UTF-8; nil if there is none.
  static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): position += scalar.count
      case .error: return position
      case .emptyInput: return nil
      }
    }
  }
}
