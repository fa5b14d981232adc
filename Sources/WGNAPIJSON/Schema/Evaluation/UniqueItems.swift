/// The elements of an array, for detecting equal ones.
///
/// Scalars are compared without creating values; arrays and objects are read. Hashes have random seeds, so
/// that no document can cause collisions.
struct UniqueItems {
  private var integers: [Int64: Int] = [:]
  private var numbers: [DecimalDigits: Int] = [:]
  private var texts: [Text: Int] = [:]
  private var values: [JSON: Int] = [:]
  private var literals: [UInt8: Int] = [:]

  /// The bytes of a string: in the document, which must outlive this value, or an unescaped copy.
  private struct Text: Hashable {
    let bytes: UnsafeBufferPointer<UInt8>
    var copy: [UInt8]?

    static func == (left: Text, right: Text) -> Bool {
      left.withBytes { left in right.withBytes { right in left.elementsEqual(right) } }
    }

    func hash(into hasher: inout Hasher) {
      withBytes { bytes in
        if let start = bytes.baseAddress { hasher.combine(SeededHash.hash(start, bytes.count)) }
      }
    }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
      copy.map { $0.withUnsafeBufferPointer(body) } ?? body(bytes)
    }
  }

  /// Reads the element with an index, and returns the index of an earlier equal one; nil if there is none.
  mutating func insert(_ index: Int, from reader: inout JSONReader) throws(JSONError) -> Int? {
    let first = reader.nextByte()
    switch JSONTypes(startingWith: first) {
    case .number:
      if let value = reader.passShortInteger() { return integers.insert(index, for: value) }
      let decimal = JSONNumber(scanned: try reader.scanNumber().text).decimal
      // Integers of up to eighteen digits have one key, regardless of their notation.
      if decimal.digits.count + decimal.exponent <= 18, let value = Int64(exactly: decimal) {
        return integers.insert(index, for: value)
      }
      return numbers.insert(index, for: decimal)
    case .string:
      let span = try reader.scanString()
      let copy = span.hasEscapes ? Array(reader.string(span).utf8) : nil
      return texts.insert(index, for: Text(bytes: span.bytes, copy: copy))
    case .null, .boolean:
      try reader.passLiteral(first)
      return literals.insert(index, for: first)
    default: return values.insert(index, for: try JSON.read(from: &reader))
    }
  }
}

extension Dictionary where Value == Int {
  /// Inserts an index. If there is one, returns it instead.
  fileprivate mutating func insert(_ index: Int, for key: Key) -> Int? {
    if let earlier = self[key] { return earlier }
    self[key] = index
    return nil
  }
}
