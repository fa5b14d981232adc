import WGNAPISupport

// Values after a colon, and in attributes of markup.
extension SecretText {
  /// Replaces the values of members `name: value`, as in header fields, YAML, and JSON that is cut or is a part of a text: also
  /// with escaped quotation marks, and with an equals sign between spaces.
  ///
  /// A value without quotation marks is replaced if it doesn't look like a word, because sentences have colons, too.
  static func replacingMembers(in source: [UInt8], names: SecretNames, mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while let colon = source[index...].firstIndex(where: { ":=".utf8.contains($0) }) {
      result += source[index...colon]
      index = colon + 1
      guard let name = Self.name(in: source, before: colon), isSecret(name, names),
        let value = memberValue(in: source, from: index),
        !source[value].starts(with: mark.utf8)
      else { continue }
      secrets.append(String(decoding: source[value], as: UTF8.self))
      result += source[index..<value.lowerBound] + mark.utf8
      index = value.upperBound
    }
    return (result + source[index...], secrets)
  }

  private static func name(in source: [UInt8], before colon: Int) -> String? {
    var end = colon
    while end > 0, source[end - 1] == 0x20 || source[end - 1] == 0x09 { end -= 1 }
    if end > 0, quotes.contains(source[end - 1]) { end -= 1 }
    while end > 0, source[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    var start = end
    while start > 0, isNameByte(source[start - 1]) { start -= 1 }
    start = nameStart(in: source, before: start)
    guard start < end, start == 0 || memberSeparators.contains(source[start - 1]) else { return nil }
    return String(decoding: source[start..<end], as: UTF8.self)
  }

  /// The place of a value, without its quotation marks and the name of a scheme; nil if it is empty or may be a word.
  private static func memberValue(in source: [UInt8], from start: Int) -> Range<Int>? {
    var start = start
    while start < source.count, source[start] == 0x20 || source[start] == 0x09 { start += 1 }
    let escapes = source[start...].prefix { $0 == UInt8(ascii: "\\") }
    if let quote = source[escapes.endIndex...].first, quotes.contains(quote) {
      let first = escapes.endIndex + 1
      let end = Self.end(of: quote, after: escapes.count, in: source, from: first)
      return first < end ? first..<end : nil
    }
    var value = source[start...].prefix { $0 > 0x20 && !memberEnds.contains($0) }
    let isScheme = ["basic", "bearer", "digest", "token"].contains(
      String(decoding: value, as: UTF8.self).lowercased())
    if isScheme, value.endIndex < source.count, source[value.endIndex] == 0x20 {
      value = source[(value.endIndex + 1)...].prefix { $0 > 0x20 && !memberEnds.contains($0) }
    }
    return isLikely(value) && !value.starts(with: "//".utf8) ? value.startIndex..<value.endIndex : nil
  }

  /// Returns the place of a quotation mark with as many backslashes before it as the first one had; that of the text's end if
  /// there is none, because the text is cut.
  private static func end(of quote: UInt8, after escapes: Int, in source: [UInt8], from start: Int) -> Int {
    var (index, count) = (start, 0)
    while index < source.count {
      if source[index] == quote, count <= escapes { return index - count }
      count = source[index] == UInt8(ascii: "\\") ? count + 1 : 0
      index += 1
    }
    return source.count
  }

  /// Replaces the values of form fields in HTML: `<input name="csrf" value="…">` and `<meta name="csrf-token" content="…">`.
  static func replacingAttributes(in source: [UInt8], names: SecretNames, mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while let start = source[index...].firstIndex(of: UInt8(ascii: "<")) {
      let end = source[start...].firstIndex(of: UInt8(ascii: ">")) ?? source.count
      result += source[index..<start]
      index = start
      let tag = source[start..<end]
      let isNamed = ["name", "id", "property"].contains { key in
        attribute([key], in: tag).map { isSecret(String(decoding: source[$0], as: UTF8.self), names) }
          ?? false
      }
      if isNamed, let value = attribute(["value", "content"], in: tag), !value.isEmpty {
        secrets.append(String(decoding: source[value], as: UTF8.self))
        result += source[index..<value.lowerBound] + mark.utf8
        index = value.upperBound
      }
      result += source[index..<end]
      index = end
    }
    return (result + source[index...], secrets)
  }

  /// The place of the value of the first of these attributes in a tag.
  private static func attribute(_ names: [String], in tag: ArraySlice<UInt8>) -> Range<Int>? {
    var index = tag.startIndex
    while let equals = tag[index...].firstIndex(of: UInt8(ascii: "=")) {
      var start = equals
      while start > index, isTokenByte(tag[start - 1]) { start -= 1 }
      let name = String(decoding: tag[start..<equals], as: UTF8.self).lowercased()
      let rest = tag[(equals + 1)...]
      let quote = rest.first.flatMap { quotes.contains($0) ? $0 : nil }
      let value = rest.dropFirst(quote == nil ? 0 : 1).prefix { quote == nil ? $0 > 0x20 : $0 != quote }
      if names.contains(name) { return value.startIndex..<value.endIndex }
      index = value.endIndex
    }
    return nil
  }

  private static let memberSeparators = Set("{[(,;&?\"'\n\r\t ".utf8)
  private static let memberEnds = Set(",;}])\"'<>\\".utf8)
}
