import Diagnostics
import TrafficEvidence

/// A method at a path with parameters.
package struct FoundEndpoint: Sendable {
  package enum Segment: Hashable, Sendable {
    case word(String)
    /// A parameter; the number refers to `variables`.
    case variable(Int)
    /// What follows a parameter in its segment, and says what is done: `:publish`.
    case verb(String)
  }

  package struct Variable: Sendable {
    package var kind: SegmentKind
    package var values: ParameterEvidence
    package var distinct: Int
    /// What follows the value in its segment, such as `.json`.
    var ending = ""
  }

  package var method: String
  package var segments: [Segment]
  package var variables: [Variable]
  package var operation: OperationEvidence
  /// The call by JSON-RPC that it is; nil if it isn't one.
  package var call: RPCCall?

  /// The words of its path.
  package var words: [String] {
    segments.compactMap { segment in
      switch segment {
      case .word(let word), .verb(let word): word
      case .variable: nil
      }
    }
  }

  var endsInVariable: Bool { if case .variable? = segments.last { true } else { false } }

  /// The method and the form of the path, to compare servers.
  package var pattern: String {
    method
      + segments.map { segment in
        switch segment {
        case .word(let word): "/\(word)"
        case .variable: "/{}"
        case .verb(let verb): verb
        }
      }.joined()
      + (call.map { " \($0.method)" } ?? "")
  }

  /// What it is in reports: `GET /books/{}`, `POST /rpc (getBalance)`.
  package var label: String { "\(method) /\(pathPattern)" + (call.map { " (\($0.method))" } ?? "") }

  /// The path with `{}` for parameters.
  package var pathPattern: String {
    segments.map { segment in
      switch segment {
      case .word(let word): "/" + EndpointNames.escaped(word)
      case .variable: "/{}"
      case .verb(let verb): verb
      }
    }.joined().dropFirst().description
  }

  /// Why it can't be described; nil if it also answered with something other than a failure.
  package var reasonToReport: String? {
    let responses = operation.responses
    guard responses.allSatisfy({ $0.key >= 300 || $0.value.failure.count == $0.value.count }) else {
      return nil
    }
    let codes = responses.values.flatMap(\.codes.keys)
    let isUnknownCall =
      call != nil && !codes.isEmpty && codes.allSatisfy { $0.code == RPCCall.unknownMethod }
    return responses.keys.allSatisfy { $0 == 404 || $0 == 405 } || isUnknownCall
      ? "the service doesn't have it" : "only failures were seen, so nobody knows what it answers"
  }

  /// The responses that aren't failures.
  package var successes: [(status: Int, response: ResponseEvidence)] {
    operation.responses.filter { $0.key < 300 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension OperationEvidence {
  /// Whether the query, the form or a header field has a name, which no parameter of the path can have, too.
  func hasParameter(named name: String) -> Bool {
    [query, fields, bodies.form, bodies.parts].contains { $0.contains { $0.name == name } }
  }
}

/// Responses with the status of success that say nevertheless that something went wrong, if no envelope tells clients so.
package enum UntoldFailure {
  package static let reason = "that something went wrong, which no envelope describes"
  package static let advice = "describe them under 'envelopes', with 'failure'"
}

extension FoundEndpoint {
  /// A note on the parameters beyond the limit; nil if all are kept.
  var noteOnOmittedParameters: InferenceNote? {
    let (most, omitted) = ([ParameterEvidence].most, operation.omitted.count)
    guard omitted > 0 else { return nil }
    let bodies = operation.bodies
    let all =
      operation.query.count + operation.fields.count + bodies.form.count + bodies.parts.count + omitted
    let isCounted = omitted < OmittedNames.most
    return InferenceNote(
      place: label,
      text: isCounted
        ? "\(omitted) of \(all) parameters are left out, because there are more than \(most)"
        : "\(omitted) or more parameters are left out, because there are more than \(most)")
  }

  /// A note on the methods of JSON-RPC beyond the limit; nil if all are kept apart.
  var noteOnOmittedCalls: InferenceNote? {
    let omitted = operation.omittedCalls.count
    guard omitted > 0 else { return nil }
    let number = omitted < OmittedNames.most ? counted(omitted, "method") : "\(omitted) or more methods"
    return InferenceNote(
      place: label,
      text:
        "\(number) of JSON-RPC can't be told apart, because at most \(RPCCall.most) of an address and \(Collector.mostPlaces) "
        + "places of all traffic are kept: write an endpoint for each that you need")
  }

  /// Notes on failures that the spec won't describe: those that the status doesn't tell, if no envelope does, and bodies that
  /// aren't JSON.
  func notesOnUntoldFailures(_ envelope: EnvelopeGuess?) -> [InferenceNote] {
    let place = label
    return operation.responses.sorted { $0.key < $1.key }.compactMap { status, response in
      if status < 300, response.failure.count > 0 {
        if envelope?.describesFailures(response.failure) == true { return nil }
        // Why a call isn't described is said already.
        if call != nil, reasonToReport != nil { return nil }
        let isOne = response.failure.count == 1
        return InferenceNote(
          place: place,
          text:
            "\(counted(response.failure.count, "response")) with status \(status) \(isOne ? "says" : "say") "
            + "\(UntoldFailure.reason); \(isOne ? "it is" : "they are") left out: \(UntoldFailure.advice)")
      }
      // A text is described if nothing else was seen; endpoints of which only failures were seen aren't.
      if response.isTextAlone, reasonToReport == nil { return nil }
      // Pages in HTML come from proxies.
      let types = response.media.filter { !["application/json", "text/html"].contains($0.key) }
      guard (400..<500).contains(status), let type = types.keys.min() else { return nil }
      let number = types.values.reduce(0, +)
      return InferenceNote(
        place: place,
        text:
          "\(number == 1 ? "1 body" : "\(number) bodies") of status \(status) \(number == 1 ? "isn't" : "aren't") JSON (\(type)) and "
          + "can't be described; \(number == 1 ? "it is" : "they are") left out")
    }
  }
}
