import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Secrets that are recognized by their form.
extension SecretText {
  /// Replaces the user and the password in URLs: `https://user:password@example.com/`.
  static func replacingUsers(in source: [UInt8], mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while let slashes = source[index...].firstRange(of: Array("://".utf8)) {
      result += source[index..<slashes.upperBound]
      index = slashes.upperBound
      let authority = source[index...].prefix { $0 > 0x20 && !authorityEnds.contains($0) }
      guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { continue }
      let user = authority[..<at]
      let parts = user.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      // `ssh://git@…` has no secret.
      guard parts.count == 2 || isLikely(user), user.elementsEqual(mark.utf8) == false else { continue }
      secrets += parts.suffix(1).map { String(decoding: $0, as: UTF8.self) }
      result += mark.utf8
      index = at
    }
    return (result + source[index...], secrets)
  }

  /// Replaces the last part in the path of a Slack webhook: `/services/T…/B…/…`.
  static func replacingHooks(in source: [UInt8], mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while let start = source[index...].firstRange(of: Array("services/T".utf8)) {
      let path = source[start.lowerBound...].prefix { isTokenByte($0) || $0 == UInt8(ascii: "/") }
      let parts = path.split(separator: UInt8(ascii: "/")).prefix(4)
      let end = parts.last?.endIndex ?? start.upperBound
      if isHook(parts.map { $0 }), let secret = parts.last {
        result += source[index..<secret.startIndex] + mark.utf8
        secrets.append(String(decoding: secret, as: UTF8.self))
      } else {
        result += source[index..<end]
      }
      index = end
    }
    return (result + source[index...], secrets)
  }

  /// Whether the path is that of a Slack webhook, whose last part is a secret.
  static func isHook(_ parts: [some Collection<UInt8>]) -> Bool {
    func isID(_ part: some Collection<UInt8>, _ first: Unicode.Scalar) -> Bool {
      part.first == UInt8(ascii: first) && part.count >= 8
        && part.allSatisfy { $0.isDigit || (0x41...0x5A).contains($0) }
    }
    return parts.count == 4 && parts[0].elementsEqual("services".utf8) && isID(parts[1], "T")
      && isID(parts[2], "B") && parts[3].count >= 20 && parts[3].allSatisfy { isTokenByte($0) }
  }

  /// Replaces credentials after the names of their schemes: `Bearer …` and `Basic …` (RFC 6750 and RFC 7617).
  static func replacingCredentials(in source: [UInt8], mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while index < source.count {
      guard index == 0 || !isTokenByte(source[index - 1]),
        let (start, isBasic) = credentialStart(in: source, from: index)
      else {
        result.append(source[index])
        index += 1
        continue
      }
      let text = source[start...].prefix { isTokenByte($0) || "._~+/=".utf8.contains($0) }
      let token = text.reversed().drop { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ".") }.reversed()
      let next = text.endIndex < source.count ? source[text.endIndex] : 0x20
      let decoded = isBasic ? userAndPassword(text) : nil
      // `Bearer realm="…"` is a challenge.
      let isChallenge =
        token.contains(UInt8(ascii: "=")) || text.last == UInt8(ascii: "=") && quotes.contains(next)
      result += source[index..<start]
      index = start
      guard !isChallenge, isBasic ? decoded != nil : isLikely(text[...]) else { continue }
      secrets.append(String(decoding: text, as: UTF8.self))
      if let decoded { secrets.append(decoded) }
      result += mark.utf8
      index = text.endIndex
    }
    return (result, secrets)
  }

  /// Returns where a credential begins after the name of a scheme at `index`.
  private static func credentialStart(in source: [UInt8], from index: Int) -> (Int, isBasic: Bool)? {
    let word = source[index...].prefix(7).prefix { $0.isLetter }
    let name = String(decoding: word, as: UTF8.self).lowercased()
    guard name == "bearer" || name == "basic" else { return nil }
    // Also as in a form, or in a URL.
    let rest = source[word.endIndex...]
    let spaces = rest.prefix { $0 == 0x20 || $0 == UInt8(ascii: "+") }
    if !spaces.isEmpty { return (spaces.endIndex, name == "basic") }
    return rest.starts(with: "%20".utf8) ? (word.endIndex + 3, name == "basic") : nil
  }

  /// The password of credentials in Base64; nil if they have none.
  private static func userAndPassword(_ text: ArraySlice<UInt8>) -> String? {
    let padded = String(decoding: text, as: UTF8.self)
    guard let data = Data(base64Encoded: padded + String(repeating: "=", count: (4 - text.count % 4) % 4)),
      let colon = data.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return String(decoding: data[(colon + 1)...], as: UTF8.self)
  }

  /// Replaces private keys (RFC 7468), also those that are cut.
  static func replacingKeys(in source: [UInt8], mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    let (begin, end) = (Array("-----BEGIN ".utf8), Array("-----END ".utf8))
    while let start = source[index...].firstRange(of: begin) {
      let label = source[start.upperBound...].prefix { $0 != UInt8(ascii: "-") }
      result += source[index..<label.endIndex]
      index = label.endIndex
      guard String(decoding: label, as: UTF8.self).hasSuffix("PRIVATE KEY") else { continue }
      let stop = source[index...].firstRange(of: end)?.lowerBound ?? source.count
      let key = source[index..<stop].drop { $0 == UInt8(ascii: "-") }
      secrets.append(String(decoding: key, as: UTF8.self))
      result += source[index..<key.startIndex] + mark.utf8
      index = stop
    }
    return (result + source[index...], secrets)
  }

  /// Replaces tokens that begin as those of a well-known service do.
  static func replacingKnownTokens(in source: [UInt8], mark: String) -> Replaced {
    var (result, secrets): Replaced = ([], [])
    var index = 0
    while index < source.count {
      if firstBytes.contains(source[index]), index == 0 || !isTokenByte(source[index - 1]),
        let prefix = prefixes.first(where: { source[index...].starts(with: $0) })
      {
        let token = source[index...].prefix { isTokenByte($0) || $0 == UInt8(ascii: ".") }
        if token.count >= prefix.count + 16 {
          secrets.append(String(decoding: token, as: UTF8.self))
          result += mark.utf8
          index = token.endIndex
          continue
        }
      }
      result.append(source[index])
      index += 1
    }
    return (result, secrets)
  }

  /// Whether a text is rather a secret than a word: it has a digit, or is long.
  static func isLikely(_ text: ArraySlice<UInt8>) -> Bool {
    text.count >= 20 || text.count >= 6 && text.contains { $0.isDigit }
  }

  private static let authorityEnds = Set("/?#\"'<>\\,;()".utf8)
  private static let prefixes = [
    "AIza", "SG.", "dop_v1_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "hf_", "npm_",
    "pypi-", "rk_live_", "rk_test_", "shpat_", "shpca_", "shpss_", "sk-", "sk_live_", "sk_test_", "whsec_",
    "xapp-", "xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "ya29.",
  ].map { Array($0.utf8) }
  private static let firstBytes = Set(prefixes.compactMap(\.first))
}
