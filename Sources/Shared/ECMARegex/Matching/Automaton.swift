/// A deterministic automaton: one table look-up per character.
struct Automaton: Sendable {
  let alphabet: Alphabet
  /// The rows of all states: the successor for each class and for the end of the text, and the index of the state's
  /// loop. A state is its row's index in the table; the first is failure, the second success.
  let table: [UInt32]
  /// The ASCII characters that don't change the state, for states with such characters. The first is empty.
  let loops: [ASCIISet]
  let start: UInt32

  static let failure: UInt32 = 0

  /// The length of a row.
  static func width(_ alphabet: Alphabet) -> Int { alphabet.count + 2 }

  /// Whether the pattern occurs.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = alphabet.count
    let success = UInt32(end + 2)
    if start <= success { return start == success }
    // The table has an entry for every class, so indices need no checks.
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

  /// The class and the length of a non-ASCII character.
  @inline(__always)
  private func other(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (Int, Int) {
    if let uniform = alphabet.uniform { return (Int(uniform), UTF8Text.length(byte)) }
    let (scalar, length) = UTF8Text(bytes: bytes).character(at: index)
    return (alphabet.classOf(scalar), length)
  }
}
