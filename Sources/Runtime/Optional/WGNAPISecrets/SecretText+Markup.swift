// Values whose names are beside them in markup.
extension SecretText {
  /// Replaces the text of XML elements: `<password>…</password>`.
  static func replacingElements(in source: [UInt8], names: SecretNames, mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while let start = source[index...].firstIndex(of: UInt8(ascii: "<")),
      let end = source[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      result += source[index...end]
      index = end + 1
      let name = source[(start + 1)..<end].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
      guard !name.isEmpty, source[end - 1] != UInt8(ascii: "/"),
        isSecret(String(decoding: name, as: UTF8.self), names)
      else { continue }
      let text = source[index...].prefix { $0 != UInt8(ascii: "<") }
      guard text.contains(where: { $0 > 0x20 }), text.endIndex < source.count else { continue }
      secrets.append(String(decoding: text, as: UTF8.self))
      result += mark.utf8
      index = text.endIndex
    }
    return (result + source[index...], secrets)
  }

  /// Replaces the contents of parts of a multipart body (RFC 7578).
  package static func replacingParts(in source: [UInt8], names: SecretNames, mark: String) -> Replaced {
    let boundary = source.prefix { $0 != 0x0D && $0 != 0x0A }
    guard boundary.starts(with: "--".utf8) else { return (source, []) }
    let delimiter = [0x0A] + boundary
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while let start = contentStart(in: source, from: index) {
      // Of an empty content, the line's end is that before it.
      let next = source[(start - 1)...].firstRange(of: delimiter)?.lowerBound ?? source.count
      let end = max(next, start)
      var content = source[start..<end]
      if content.last == 0x0D { content.removeLast() }
      result += source[index..<start]
      if !content.isEmpty, isSecret(partName(source[index..<start]), names) {
        secrets.append(String(decoding: content, as: UTF8.self))
        result += mark.utf8
      } else {
        result += content
      }
      result += source[content.endIndex..<end]
      index = end
    }
    return (result + source[index...], secrets)
  }

  /// The place after the next empty line.
  private static func contentStart(in source: [UInt8], from start: Int) -> Int? {
    var lineStart = start
    while let end = source[lineStart...].firstIndex(of: 0x0A) {
      // The line's end before a delimiter isn't an empty line.
      if end > start, source[lineStart..<end].allSatisfy({ $0 == 0x0D }) { return end + 1 }
      lineStart = end + 1
    }
    return nil
  }

  private static func partName(_ head: ArraySlice<UInt8>) -> String {
    let start = #" name=""#
    let text = String(decoding: head, as: UTF8.self)
    guard let range = text.firstRange(of: start) else { return "" }
    return String(text[range.upperBound...].prefix { $0 != "\"" })
  }
}
