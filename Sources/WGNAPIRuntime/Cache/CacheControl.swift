import HTTPTypes

/// What `Cache-Control` says (RFC 9111, section 5.2); unknown directives are left out.
struct CacheControl: Hashable {
  private var directives: [String: String] = [:]

  init(_ fields: HTTPFields) {
    for field in fields where field.name == .cacheControl { add(field.value) }
  }

  var noStore: Bool { has("no-store") }
  /// Also where it names fields, which is allowed and simpler.
  var noCache: Bool { has("no-cache") }
  /// Whether a request wants the server's own answer (sections 5.2.1.1 and 5.2.1.4).
  var asksServer: Bool { noCache || maxAge == .zero }
  var mustRevalidate: Bool { has("must-revalidate") }
  var maxAge: Duration? { duration("max-age") }
  var staleIfError: Duration? { duration("stale-if-error") }
  var staleWhileRevalidate: Duration? { duration("stale-while-revalidate") }

  private func has(_ name: String) -> Bool { directives[name] != nil }

  /// Seconds; what can't be read counts as none, which is to say stale (section 4.2.1), and what is too long as a very
  /// long time (section 1.2.2).
  private func duration(_ name: String) -> Duration? {
    guard let text = directives[name] else { return nil }
    return CacheControl.seconds(text) ?? .zero
  }

  /// Digits, held within 2^31 (section 1.2.2); nil for anything else.
  static func seconds(_ text: some StringProtocol) -> Duration? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return .seconds(min(Int64(text) ?? 1 << 31, 1 << 31))
  }

  /// Adds a list of `name`, `name=value` and `name="value"`. Of equal names the first one counts.
  private mutating func add(_ list: String) {
    var rest = Substring(list)
    while !rest.isEmpty {
      rest = rest.drop { $0 == "," || $0 == " " || $0 == "\t" }
      let name = rest.prefix { $0 != "," && $0 != "=" && $0 != " " && $0 != "\t" }
      rest = rest.dropFirst(name.count).drop { $0 == " " || $0 == "\t" }
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
      }
      let key = name.lowercased()
      if !key.isEmpty, directives[key] == nil { directives[key] = value }
      // Whatever else stands before the next comma isn't understood.
      rest = rest.drop { $0 != "," }
    }
  }

  private static func token(_ text: inout Substring) -> String {
    let token = text.prefix { $0 != "," && $0 != " " && $0 != "\t" }
    text = text.dropFirst(token.count)
    return String(token)
  }

  private static func quoted(_ text: inout Substring) -> String {
    var result = ""
    text = text.dropFirst()
    while let character = text.popFirst(), character != "\"" {
      if character == "\\", let escaped = text.popFirst() {
        result.append(escaped)
      } else {
        result.append(character)
      }
    }
    return result
  }
}
