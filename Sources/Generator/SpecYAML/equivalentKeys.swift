import Diagnostics

/// What is reported of a key that equals an earlier one only by canonical equivalence; nil if the keys are the same.
///
/// The two are different keys in JSON, but the same text in Swift.
func warning(ofEquivalent key: YAMLNode, first: YAMLNode) -> Diagnostic? {
  guard let text = key.text, let other = first.text, !text.utf8.elementsEqual(other.utf8) else { return nil }
  return Diagnostic(
    .warning, .leftOut,
    "the key \(excerpt(text)) differs from another one only in how its letters are encoded, so it is left out",
    at: key.occurrence, notes: [Diagnostic.Note("the other one is here", at: first.occurrence)])
}
