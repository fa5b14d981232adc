import WGNAPISupport

/// Finds secrets in a text by their names, or by their form.
package enum SecretText {
  package typealias Replaced = (text: [UInt8], secrets: [String])

  /// Replaces the values of pairs `name=value`, as in URLs, forms and cookies.
  static func replacingPairs(in source: [UInt8], names: SecretNames, mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    result.reserveCapacity(source.count)
    var (index, nameStart) = (0, 0)
    var login = 0..<0
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "="), let name = pairName(in: source, nameStart..<index),
        case let isNamed =
          isSecret(name, names)
          || names.containsOfLogin(name) && isOfLogin(in: source, at: nameStart, &login),
        isNamed || names.containsTicket(name)
      {
        let rest = source[(index + 1)...]
        let quote = rest.prefix(1).filter { quotes.contains($0) }
        let value = rest.dropFirst(quote.count).prefix {
          quote.isEmpty ? !ends.contains($0) && $0 > 0x20 : !quote.contains($0)
        }
        if !value.isEmpty, isNamed || SecretNames.isUnguessable(ticket: value) {
          secrets.append(String(decoding: value, as: UTF8.self))
          result.append(byte)
          result += quote + mark.utf8
          index = value.endIndex
          nameStart = index
          continue
        }
      }
      result.append(byte)
      index += 1
      if !isNameByte(byte) { nameStart = index }
    }
    return (result, secrets)
  }

  /// Whether pairs side by side are those of a login.
  ///
  /// - Parameter known: The place of pairs that are, so that each is looked at once.
  private static func isOfLogin(in source: [UInt8], at position: Int, _ known: inout Range<Int>) -> Bool {
    if known.contains(position) { return true }
    func isInside(_ byte: UInt8) -> Bool {
      byte > 0x20 && !quotes.contains(byte) && !"<>\\".utf8.contains(byte)
    }
    // Long texts aren't URLs.
    let start =
      source[..<position].suffix(8192).lastIndex { !isInside($0) }.map { $0 + 1 } ?? max(0, position - 8192)
    let pairs = source[start...].prefix(16_384).prefix(while: isInside)
    let names = pairs.split { "?&;#".utf8.contains($0) }.compactMap { pair in
      pair.firstIndex(of: UInt8(ascii: "=")).map { String(decoding: pair[..<$0], as: UTF8.self) }
    }
    guard SecretNames.areOfLogin(names) else { return false }
    known = start..<pairs.endIndex
    return true
  }

  /// The name before an equals sign; nil if there is none.
  private static func pairName(in source: [UInt8], _ range: Range<Int>) -> String? {
    let start = nameStart(in: source, before: range.lowerBound)
    guard start < range.upperBound, start == 0 || separators.contains(source[start - 1]) else { return nil }
    return String(decoding: source[start..<range.upperBound], as: UTF8.self)
  }

  /// Where a name begins whose ASCII characters begin at a position: before them, it may have letters of other alphabets.
  static func nameStart(in source: [UInt8], before position: Int) -> Int {
    guard position > 0, source[position - 1] >= 0x80 else { return position }
    var start = position
    while start > 0, isNameByte(source[start - 1]) || source[start - 1] >= 0x80 { start -= 1 }
    return start
  }

  /// Replaces JSON Web Tokens (RFC 7519): three parts in Base64, of which the first two are JSON objects.
  static func replacingTokens(in source: [UInt8], mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    result.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "e"), index == 0 || !isTokenByte(source[index - 1]),
        let end = tokenEnd(in: source, from: index)
      {
        let token = String(decoding: source[index..<end], as: UTF8.self)
        secrets.append(token)
        // A part of a token may be sent without the others.
        secrets += token.split(separator: ".").map { String($0) }
        result += mark.utf8
        index = end
      } else {
        result.append(source[index])
        index += 1
      }
    }
    return (result, secrets)
  }

  private static func tokenEnd(in source: [UInt8], from start: Int) -> Int? {
    var index = start
    for part in 0..<3 {
      if part < 2, !source[index...].starts(with: "eyJ".utf8) { return nil }
      index += source[index...].prefix { isTokenByte($0) }.count
      if part < 2 {
        guard index < source.count, source[index] == UInt8(ascii: ".") else { return nil }
        index += 1
      }
    }
    return index
  }

  /// Whether a name, or one of its parts, names a secret. Parts are as in `user[password]`, also percent-encoded, and
  /// `user.password`.
  static func isSecret(_ name: String, _ names: SecretNames) -> Bool {
    if names.contains(name) { return true }
    let decoded = (PercentEncoding.decode(name) ?? name).utf8
    let parts = decoded.split { !isTokenByte($0) }
    if parts.contains(where: { names.contains(String(decoding: $0, as: UTF8.self)) }) { return true }
    // Letters of other alphabets, unless they are quotation marks.
    return decoded.contains { $0 >= 0x80 }
      && decoded.split { !isTokenByte($0) && $0 < 0x80 }.contains {
        names.contains(String(decoding: $0, as: UTF8.self))
      }
  }

  static let quotes = Set("\"'".utf8)
  private static let separators = Set("?&;#\"'\n\t ".utf8)
  private static let ends = Set("&#;\"'<>\\".utf8)

  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || "_-.[]%".utf8.contains(byte)
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || "_-".utf8.contains(byte)
  }
}
