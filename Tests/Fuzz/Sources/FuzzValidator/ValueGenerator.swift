import WGNAPIJSON

/// Names, texts and numbers of which schemas and documents are made: few, so that they meet.
enum Vocabulary {
  static let keys = ["a", "b", "c", "ab", "é", "", "a/~b", "node"]
  static let texts = ["", "a", "b", "ab", "abc", "é", "😀", "a1", "\n", "2024-02-29", "e\u{301}"]
  static let numbers: [JSONNumber] = [
    "0", "1", "2", "3", "-1", "1.0", "0.5", "1e1", "10e-1", "-0", "0.1", "0.3", "7", "100", "2.50", "1E-2",
  ]
}

/// Makes a JSON value of bytes.
struct ValueGenerator {
  var bytes: ByteSource
  private var remaining = 40

  init(bytes: ByteSource) { self.bytes = bytes }

  mutating func value(depth: Int = 0) -> JSON {
    remaining -= 1
    let kind = bytes.byte()
    switch depth > 4 || remaining < 0 ? kind % 5 : kind % 9 {
    case 0: return .null
    case 1: return .bool(kind & 0x10 != 0)
    case 2, 3: return .number(bytes.choose(Vocabulary.numbers))
    case 4: return .string(bytes.choose(Vocabulary.texts))
    case 5, 6: return .array((0..<bytes.byte() % 5).map { _ in value(depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<bytes.byte() % 5 { object[bytes.choose(Vocabulary.keys)] = value(depth: depth + 1) }
      return .object(object)
    }
  }
}
