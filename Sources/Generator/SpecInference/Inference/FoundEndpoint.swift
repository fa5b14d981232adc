import TrafficEvidence

/// A method at a path with parameters.
package struct FoundEndpoint: Sendable {
  package enum Segment: Hashable, Sendable {
    case word(String)
    /// A parameter; the number refers to `variables`.
    case variable(Int)
  }

  package struct Variable: Sendable {
    package var kind: SegmentKind
    package var values: ParameterEvidence
    package var distinct: Int
  }

  package var method: String
  package var segments: [Segment]
  package var variables: [Variable]
  package var operation: OperationEvidence

  /// The words of its path.
  package var words: [String] { segments.compactMap { if case .word(let word) = $0 { word } else { nil } } }

  var endsInVariable: Bool { if case .variable? = segments.last { true } else { false } }

  /// The method and the form of the path, to compare servers.
  package var pattern: String {
    method + segments.map { if case .word(let word) = $0 { "/\(word)" } else { "/{}" } }.joined()
  }

  /// The path with `{}` for parameters.
  package var pathPattern: String {
    segments.map { if case .word(let word) = $0 { EndpointNames.escaped(word) } else { "{}" } }
      .joined(separator: "/")
  }

  /// Why it can't be described; nil if it also answered with something other than a failure.
  package var reasonToReport: String? {
    let answers = operation.answers
    guard answers.allSatisfy({ $0.key >= 300 || $0.value.failure.count == $0.value.count }) else {
      return nil
    }
    return answers.keys.allSatisfy { $0 == 404 || $0 == 405 }
      ? "the service doesn't have it" : "only failures were seen, so nobody knows what it answers"
  }

  /// The answers that aren't failures.
  package var successes: [(status: Int, answer: AnswerEvidence)] {
    operation.answers.filter { $0.key < 300 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension FoundEndpoint {
  /// A note on the parameters beyond the limit; nil if all are kept.
  var noteOnOmittedParameters: InferenceNote? {
    let (most, omitted) = ([ParameterEvidence].most, operation.omitted.count)
    guard omitted > 0 else { return nil }
    let all = operation.query.count + operation.fields.count + operation.bodies.form.count + omitted
    let isCounted = omitted < OmittedNames.most
    return InferenceNote(
      place: "\(method) /\(pathPattern)",
      text: isCounted
        ? "\(omitted) of \(all) parameters are left out, because there are more than \(most)"
        : "\(omitted) or more parameters are left out, because there are more than \(most)")
  }
}
