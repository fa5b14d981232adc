import SpecReader
import TrafficEvidence

/// Keeps secrets out of a spec, but not the language's own words.
///
/// A token may be a word of the language, such as `timestampMilliseconds`. It is removed from the evidence, where it is a name or a
/// value. In the text of the spec, it is a type, and removing it would break the spec. What could be a media type is removed from the
/// evidence, too: in its place, a spec needs another one.
package struct SecretMask: Sendable {
  /// The evidence without secrets that can't be removed from text.
  package let evidence: Evidence
  /// Removes all other secrets from texts.
  package let guardian: SecretGuard

  package init(_ evidence: Evidence, _ secrets: Set<String>) {
    let words = Self.languageWords(in: secrets)
    let values = words.union(secrets.filter { SpecInferrer.mediaType($0) == $0 })
    if !values.isEmpty, let masked = try? evidence.masking(values) {
      (self.evidence, guardian) = (masked, SecretGuard(secrets.subtracting(words)))
    } else {
      (self.evidence, guardian) = (evidence, SecretGuard(secrets))
    }
  }

  /// The secrets that are words of the language, or parts of them.
  package static func languageWords(in secrets: Set<String>) -> Set<String> {
    secrets.filter { secret in words.contains { $0.utf8.count >= secret.utf8.count && $0.contains(secret) } }
  }

  private static let words = LanguageWords.keywords.union(LanguageWords.types).union(LanguageWords.formats)
    .union(["application/octet-stream", "application/x-www-form-urlencoded", "multipart/form-data"])
}
