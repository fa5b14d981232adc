import APIModel

extension SampleMaker {
  /// Texts of a schema's format, better ones first; nil if the format says nothing about them.
  func formatted(_ schema: Schema, _ variant: Int) -> [String]? {
    guard let format = schema.format, let usual = Self.texts(of: format, variant), let first = usual.first
    else {
      return nil
    }
    var texts = usual
    if let pattern = schema.pattern, let fitting = samplePattern(pattern) {
      // The pattern may be that of the end, of the beginning, or of the whole.
      let ended = fitting.hasPrefix("@") ? "a\(variant + 1)" + fitting : first + fitting
      texts += [ended, fitting, fitting + "\(variant + 1)"]
    }
    let least = schema.counts[.minLength] ?? 0
    if let longer = Self.lengthened(first, format, by: min(least, 10_000) - first.utf8.count) {
      texts.append(longer)
    }
    return texts
  }

  /// The usual text of a format, and others for schemas that don't accept it. Each variant has a text of its own.
  private static func texts(of format: Format, _ variant: Int) -> [String]? {
    let number = variant + 1
    switch format {
    case .date: return [date(variant)]
    case .dateTime:
      let day = date(variant)
      return ["Z", "+00:00", ".000Z", ".000+00:00", ".000000Z"].map { "\(day)T04:05:06\($0)" }
    case .uri: return uris(number)
    case .uuid:
      let digits = String(0x0504_0302_0100 + number, radix: 16)
      let text = "0f0e0d0c-0b0a-4908-8706-0\(digits)"
      return [text, text.uppercased()]
    case .bytes: return [base64(variant), ""]
    case .base64URL: return [base64URL(variant), ""]
    case .other(let name): return others(name, variant)
    default: return nil
    }
  }

  private static func others(_ name: String, _ variant: Int) -> [String]? {
    let number = variant + 1
    let clock = "04:\(padded(5 + variant / 59)):\(padded(variant % 59 + 1))"
    switch name {
    case "time": return ["\(clock)Z", "\(clock)+00:00"]
    case "time-local", "partial-time": return [clock]
    case "date-time-local": return ["\(date(variant))T04:05:06"]
    case "http-date": return ["Wed, 01 Jan 2020 \(clock) GMT"]
    case "duration": return ["P\(number)D"]
    case "email", "idn-email":
      return ["a\(number)@example.com", "a\(number)@b.co", "a\(number)@b.c"]
    case "hostname", "idn-hostname": return ["h\(number).example.com", "h\(number).co", "h\(number)"]
    case "ipv4", "ip": return ["192.0.\(2 + variant / 254).\(variant % 254 + 1)"]
    case "ipv6": return ["2001:db8::\(String(number, radix: 16))"]
    case "uri", "url", "iri": return uris(number)
    case "uri-reference", "iri-reference":
      return ["/a/\(number)", "\(number)", "#\(number)", "?a=\(number)"] + uris(number)
    case "uri-template": return ["/a/{b\(number)}", "https://example.com/{a\(number)}"]
    case "json-pointer": return ["/a/\(number)", "/\(number)"]
    case "relative-json-pointer": return ["\(number)/a"]
    case "regex": return ["^a\(number)$"]
    case "decimal", "decimal128": return ["\(number).5", "\(number)"]
    case "char": return [String(Character(Unicode.Scalar(UInt8(0x61 + variant % 26))))]
    case "media-range": return ["text/plain", "text/x-\(number)"]
    default: return nil
    }
  }

  /// URLs of a server, then those that schemas with other schemes or with short texts accept.
  private static func uris(_ number: Int) -> [String] {
    let schemes = ["http", "wss", "ws", "ftp"].map { "\($0)://example.com/\(number)" }
    let short = ["https://a.b/\(number)", "http://a.b/\(number)", "http://a.b"]
    return ["https://example.com/\(number)"] + schemes
      + short + [
        "urn:example:\(number)", "mailto:a\(number)@example.com", "tel:+1202555010\(number)", "a:\(number)",
      ]
  }

  /// A longer text of the same format; nil if it isn't known how.
  private static func lengthened(_ text: String, _ format: Format, by count: Int) -> String? {
    guard count > 0 else { return nil }
    let filling = String(repeating: "a", count: count)
    switch format {
    case .uri, .other("uri"), .other("url"), .other("iri"), .other("uri-reference"), .other("iri-reference"):
      // `/aaa`
      return "\(text)/\(filling.dropFirst())"
    case .other("email"), .other("idn-email"), .other("hostname"), .other("idn-hostname"):
      return filling + text
    case .bytes, .base64URL: return String(repeating: "AAAA", count: (count + 3) / 4) + text
    default: return nil
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A day of 2020 or a later year.
  private static func date(_ variant: Int) -> String {
    let (month, day) = (variant / 28, variant % 28)
    return "\(2020 + month / 12)-\(padded(month % 12 + 1))-\(padded(day + 1))"
  }

  /// Base64 as it is written: without padding.
  private static func base64URL(_ variant: Int) -> String {
    String(
      base64(variant).filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  private static func base64(_ variant: Int) -> String {
    let digits = Array("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0+".unicodeScalars)
    let high = variant / digits.count
    let first = high == 0 ? "E" : String(Character(digits[high % digits.count]))
    return "AA\(first)\(Character(digits[variant % digits.count]))"
  }
}
