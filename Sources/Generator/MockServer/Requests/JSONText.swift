import APIModel
import WGNAPIJSON

/// Why a text can't be read as JSON.
package struct JSONTextError: Error, CustomStringConvertible {
  /// The reader's error, which may quote a few bytes of the text.
  package var error: JSONError

  package init(_ error: JSONError) { self.error = error }

  /// Whether the text is more than is read: nobody knows whether it is JSON.
  package var isLimit: Bool {
    [.depthExceeded, .memoryExceeded, .workExceeded, .outOfRange].contains(error.kind)
  }

  /// `isn't JSON: expected a key, found the end, at byte 1`, or `can't be read: …`.
  package var description: String {
    isLimit ? "can't be read: \(error.message)" : "isn't JSON: \(error.message), at byte \(error.byteOffset)"
  }

  /// The same error with another message: one without secrets.
  package func with(message: String) -> JSONTextError {
    JSONTextError(JSONError(error.kind, message, byteOffset: error.byteOffset))
  }

  /// The same error, which quotes nothing of a text that may contain secrets.
  package var silent: JSONTextError { JSONTextError(error.silent(at: 0, hidesKeys: false)) }
}

/// Reads JSON as clients do, up to 100 levels deep.
package enum JSONText {
  /// Comparing longer numbers takes too long.
  private static let longestNumber = 1000

  package static func value(of bytes: [UInt8]) throws(JSONTextError) -> Literal {
    do throws(JSONError) {
      return try literal(JSON(parsing: bytes, options: JSONDecoding(maximumDepth: 100)))
    } catch {
      throw JSONTextError(error)
    }
  }

  package static func value(of text: String) throws(JSONTextError) -> Literal {
    try value(of: Array(text.utf8))
  }

  private static func literal(_ json: JSON) throws(JSONError) -> Literal {
    switch json {
    case .null: return .null
    case .bool(let value): return .boolean(value)
    case .number(let number):
      guard number.text.utf8.count <= longestNumber else {
        throw JSONError(.outOfRange, "a number has more than 1,000 characters")
      }
      return .number(NumberText(number.text))
    case .string(let text): return .string(text)
    case .array(let items):
      return .array(try items.map { (item) throws(JSONError) in try literal(item) })
    case .object(let members):
      return .object(
        try members.map { (member) throws(JSONError) in
          Literal.Member(name: member.key, value: try literal(member.value))
        })
    }
  }
}
