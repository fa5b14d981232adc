import WGNAPIOptionalSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A proof that the application that began a log-in is the one that ends it (RFC 7636, method `S256`).
struct PKCE: Sendable {
  let verifier: String

  /// Creates a proof of 256 random bits.
  init() { verifier = Self.randomText() }

  init(verifier: String) { self.verifier = verifier }

  var challenge: String { Self.base64URL(SHA256Digest.of(Array(verifier.utf8))) }

  /// Returns 43 characters that nobody can guess.
  static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Returns the bytes in Base64 for URLs, without padding (RFC 4648, section 5).
  static func base64URL(_ bytes: [UInt8]) -> String {
    String(
      Data(bytes).base64EncodedString().compactMap { character in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }
}
