import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SecretFinder {
  /// Returns the secrets in the value of a header field whose values are secrets: a token without the name of its scheme, the
  /// user and the password of `Basic …` (RFC 7617), the values of `Digest …` (RFC 7616), and those of cookies.
  ///
  /// Some may be ordinary words.
  public static func secrets(inField value: String) -> [String] {
    var secrets: [String] = []
    let words = value.split { " ;,".contains($0) }
    // A date has spaces and a comma.
    var isDate = false
    for word in words {
      guard let sign = word.firstIndex(of: "=") else {
        if !isDate { secrets.append(String(word)) }
        continue
      }
      // The padding of Base64 isn't a sign, but a value may follow it nevertheless.
      let name = word[..<sign].lowercased()
      isDate = name == "expires"
      if plainParts.contains(name) { continue }
      secrets.append(String(word))
      let part = word[word.index(after: sign)...]
      secrets.append(String(part))
      let inner = part.drop { $0 == "\"" }.prefix { $0 != "\"" }
      if inner.utf8.count < part.utf8.count { secrets.append(String(inner)) }
    }
    if words.count == 2, words[0].lowercased() == "basic" { secrets += userAndPassword(words[1]) }
    return secrets.filter { !$0.isEmpty }
  }

  private static func userAndPassword(_ text: Substring) -> [String] {
    let digits = text.prefix { $0 != "=" }
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: digits + padding) else { return [] }
    return [String(digits)]
      + data.split(separator: UInt8(ascii: ":"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What isn't a secret in cookies and in credentials.
  private static let plainParts: Set<String> = [
    "algorithm", "charset", "domain", "expires", "max-age", "nc", "path", "priority", "qop", "realm",
    "samesite", "uri", "userhash",
  ]
}
