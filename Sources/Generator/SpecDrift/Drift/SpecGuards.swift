import GeneratorKit
import SpecInference
import TrafficEvidence

/// Keeps secrets out of what is reported of a spec and suggested for it. A word of the language says nothing of a secret where it is
/// a type or a keyword; as a name or a value, it is one.
struct SpecGuards {
  /// For names and values of the traffic.
  let values: SecretGuard
  /// For texts whose names and values have been checked, or are the spec's own.
  let texts: SecretGuard

  init(_ secrets: Set<String>) {
    values = SecretGuard(secrets)
    texts = SecretGuard(secrets.subtracting(SecretMask.languageWords(in: secrets)))
  }

  /// Whether a type that was guessed contains no secret.
  func mayShow(type: SpecValue) -> Bool {
    switch type {
    case .text, .plain: texts.mayShow(type.flow)
    case .list(let items): items.allSatisfy(mayShow(type:))
    case .map(let entries): entries.allSatisfy(mayShow(keyword:))
    }
  }

  private func mayShow(keyword: SpecValue.Entry) -> Bool {
    guard texts.mayShow(keyword.key) else { return false }
    if keyword.key == "properties" {
      return keyword.value.entries.allSatisfy { values.mayShow($0.key) && mayShow(type: $0.value) }
    }
    return Self.keywordsOfTypes.contains(keyword.key)
      ? mayShow(type: keyword.value) : values.mayShow(keyword.value.flow)
  }

  /// The keywords with types and other words of the language behind them.
  private static let keywordsOfTypes: Set<String> = [
    "type", "format", "items", "prefixItems", "additionalProperties", "keys", "anyOf", "oneOf", "lenient",
    "in",
  ]
}
