/// A deterministic automaton: one step through a table for each character, and nothing else.
struct Automaton: Sendable {
  let alphabet: Alphabet
  /// The rows of all states: the successor for every class, that for the end of the text, and the number of the
  /// state's loop. A state is its row's index in the table; the first is failure, the second success.
  let table: [UInt32]
  /// The ASCII characters that leave a state as it is, for the states that have such. The first is empty.
  let loops: [ASCIISet]
  let start: UInt32

  static let failure: UInt32 = 0

  /// The length of a row.
  static func width(_ alphabet: Alphabet) -> Int { alphabet.count + 2 }

  /// Whether the pattern is found.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = alphabet.count
    let success = UInt32(end + 2)
    if start <= success { return start == success }
    // The tables were made for every class, so that no index needs a test.
    return table.withUnsafeBufferPointer { table in
      alphabet.ascii.withUnsafeBufferPointer { ascii in
        var state = start
        var index = 0
        while index < bytes.count {
          let byte = bytes[index]
          let next: UInt32
          if byte < 0x80 {
            next = table[Int(state) + Int(ascii[Int(byte)])]
            index += 1
          } else {
            let (offset, length) = other(byte, bytes, index)
            next = table[Int(state) + offset]
            index += length
          }
          if next == state {
            let loop = Int(table[Int(state) + end + 1])
            if loop > 0 { index = loops[loop].skip(bytes, from: index) }
          } else {
            state = next
            if state <= success { return state == success }
          }
        }
        return table[Int(state) + end] == success
      }
    }
  }

  /// The class and the length of a character beyond ASCII.
  @inline(__always)
  private func other(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (Int, Int) {
    if let uniform = alphabet.uniform { return (Int(uniform), UTF8Text.length(byte)) }
    let (scalar, length) = UTF8Text(bytes: bytes).character(at: index)
    return (alphabet.classOf(scalar), length)
  }
}
