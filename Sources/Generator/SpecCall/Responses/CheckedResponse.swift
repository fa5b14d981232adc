import APIModel
import SchemaValues
import WGNAPISecrets

import struct WGNAPISupport.Redaction

/// What a response means by the spec.
package struct CheckedResponse: Sendable {
  /// The body as a value; nil if it isn't JSON, or isn't read as JSON.
  package var value: Literal?
  /// The value with marks in place of secrets.
  package var shown: Literal?
  /// The body as text; nil if it is JSON or bytes.
  package var text: String?
  /// Whether the body isn't shown, because it may have secrets in places that nobody can tell.
  package var isHidden = false
  /// The payload, without its envelope.
  package var payload: Literal?
  /// Whether the response is what the endpoint promises, apart from ``problems``.
  package var isResponse = false
  /// The failure in one sentence; nil without one.
  package var failure: CallProblem?
  /// Violations of the spec, and as warnings what the spec doesn't mention.
  package var problems: [CallProblem] = []

  /// Hides the secrets of the call and of the response.
  var redaction = Redaction()
  /// Of more secrets in a call, the others are hidden in their own places only.
  static let mostSecrets = 1000

  /// Keeps the secrets that a mask hides, to hide them elsewhere, too, unless they could be ordinary words.
  mutating func learn(_ value: Literal, masked: Literal) {
    for text in SecretMask.texts(of: value, hiddenIn: masked) where redaction.secrets.count < Self.mostSecrets
    {
      // What the spec calls a secret is one, so short ones are hidden, too.
      if SecretFinder.isUnlikeWords(text, from: 1, 8) { redaction.add(text) }
    }
  }

  /// Whether the call was successful, and its response valid.
  package var isSuccess: Bool { failure == nil && !problems.contains { !$0.isWarning } }
}
