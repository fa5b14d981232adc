import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// A body as it is written to a file: indented JSON, text, or other bytes.
struct BodyText {
  enum Kind {
    /// A value, and the bytes indented.
    case json(JSON)
    /// Text with `\n` at the ends of its lines.
    case text
    case bytes
  }

  private(set) var kind: Kind
  private(set) var bytes: [UInt8]

  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: Its media type.
  ///   - isPart: Whether it is only a range of the content, which must keep its bytes.
  init(_ bytes: [UInt8], type: String?, isPart: Bool = false) {
    if !isPart, Self.isJSON(type), let value = try? JSON.decode(bytes) {
      kind = .json(value)
      self.bytes = IndentedJSON.bytes(of: value)
    } else if type?.lowercased().hasPrefix("multipart/") == true, Self.isUTF8(bytes) {
      kind = .text
      self.bytes = Array(String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").utf8)
    } else {
      kind = Self.isUTF8(bytes) ? .text : .bytes
      self.bytes = bytes
    }
  }

  /// Replaces the boundary of a multipart body.
  mutating func replace(_ boundary: String) {
    guard case .text = kind, !boundary.isEmpty else { return }
    bytes = Array(String(decoding: bytes, as: UTF8.self).replacing(boundary, with: "BOUNDARY").utf8)
  }

  /// Whether bodies of a media type are JSON, as a whole.
  static func isJSON(_ type: String?) -> Bool { type.flatMap { MediaRange($0) }?.isJSON ?? false }

  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  /// Whether a body can be written into an exchange's file: editors and git don't change it, and it doesn't look like another
  /// part of the file.
  static func fitsIntoText(_ bytes: [UInt8]) -> Bool {
    guard isUTF8(bytes), !bytes.starts(with: [0xEF, 0xBB, 0xBF]), !bytes.starts(with: "< ".utf8) else {
      return false
    }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }) else { return false }
    return !bytes.starts(with: "### ".utf8)
      && String(decoding: bytes, as: UTF8.self).firstRange(of: "\n### ") == nil
  }
}

/// Writes JSON with an indentation of two spaces. Numbers keep their text, objects the order of their keys.
enum IndentedJSON {
  static func bytes(of value: JSON) -> [UInt8] {
    var result: [UInt8] = []
    write(value, indentation: 0, to: &result)
    return result
  }

  private static func write(_ value: JSON, indentation: Int, to result: inout [UInt8]) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      writeList(elements, "[]", indentation, to: &result) { element, result in
        write(element, indentation: indentation + 2, to: &result)
      }
    case .object(let members) where !members.isEmpty:
      writeList(members, "{}", indentation, to: &result) { member, result in
        result += scalar(.string(member.key))
        result += ": ".utf8
        write(member.value, indentation: indentation + 2, to: &result)
      }
    default: result += scalar(value)
    }
  }

  private static func writeList<Elements: Collection>(
    _ elements: Elements, _ brackets: String, _ indentation: Int, to result: inout [UInt8],
    write: (Elements.Element, inout [UInt8]) -> Void
  ) {
    result += brackets.utf8.prefix(1)
    for (place, element) in elements.enumerated() {
      result += (place == 0 ? "\n" : ",\n").utf8
      result += [UInt8](repeating: UInt8(ascii: " "), count: indentation + 2)
      write(element, &result)
    }
    result.append(UInt8(ascii: "\n"))
    result += [UInt8](repeating: UInt8(ascii: " "), count: indentation)
    result += brackets.utf8.suffix(1)
  }

  private static func scalar(_ value: JSON) -> [UInt8] { (try? JSON.encode(value)) ?? Array("null".utf8) }
}
