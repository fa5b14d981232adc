import TrafficEvidence

/// A line of the report.
package struct InferenceNote: Hashable, Sendable, Comparable {
  package var place: String
  package var text: String
  /// The group whose property it is about, and the property.
  var group: String?
  var name = ""

  package static func < (left: InferenceNote, right: InferenceNote) -> Bool {
    (left.place, left.text) < (right.place, right.text)
  }

  package init(place: String, text: String) { (self.place, self.text) = (place, text) }

  init(place: String, text: String, group: String?, name: String) {
    (self.place, self.text, self.group, self.name) = (place, text, group, name)
  }

  /// The note without secrets.
  package func cleaned(by guardian: SecretGuard) -> InferenceNote {
    InferenceNote(place: guardian.clean(place), text: guardian.clean(text))
  }
}
