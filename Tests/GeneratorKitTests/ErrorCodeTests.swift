import Diagnostics
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// Failures in envelopes and in bodies of their own: where a code may come from, and which codes can come.
@Suite struct ErrorCodeTests {
  /// The errors that a spec with an envelope brings.
  private func errors(_ envelope: String, errors: String = "{}", failures: String = "none") -> [String] {
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let spec = """
      wgnapi: 1
      module: {servers: {eu: https://api.example.com/}}
      envelopes: {e: \(envelope)}
      errors: \(errors)
      schemas: {Problem: {properties: {code: string, text: string}}}
      endpoints: {a: {get: a/, response: any, envelope: e, failures: \(failures)}}
      """
    let files = [SpecFile(path: "A/module.yaml", displayPath: "A/module.yaml", bytes: Array(spec.utf8))]
    let (_, diagnostics) = generate(specs: files, templates: templates, threads: 1)
    return diagnostics.filter { $0.severity == .error }.map(\.message)
  }

  @Test func aParameterAndTheBodyCantBothBeThePayload() {
    var sink = DiagnosticSink()
    let spec = """
      wgnapi: 1
      module: {servers: {eu: https://api.example.com/}}
      endpoints: {a: {post: "a/{payload}", parameters: {payload: string}, body: any, response: any}}
      """
    let files = [SpecFile(path: "A/module.yaml", displayPath: "A/module.yaml", bytes: Array(spec.utf8))]
    let (_, diagnostics) = generate(
      specs: files, templates: loadTemplates(overlaidBy: nil, into: &sink), threads: 1)
    #expect(
      diagnostics.map(\.message) == [
        "a parameter and the body of 'a' would both be called 'payload' in Swift; set 'swiftName' on the parameter"
      ])
  }

  @Test func pathsLeadToWhatAFailureHasAPlaceFor() {
    let properties =
      "{ok: boolean, data?: payload, error?: {properties: {at: timestamp, text: integer, on: \"[integer]\"}}}"
    #expect(
      errors(
        "{properties: \(properties), failure: {when: {ok: false}, code: error.at, message: error.text, field: error.on}}"
      ) == [
        "the 'code' of a failure is an integer, a string or 'any', but 'error.at' is of another type",
        "the 'message' of a failure is a string, but 'error.text' is of another type",
        "the 'field' of a failure is a string, but 'error.on' is of another type",
      ])
  }

  @Test func pathsGoThroughObjects() {
    let properties =
      "{ok: boolean, data?: payload, errors?: \"{string: Problem}\", details?: any, text: string}"
    #expect(
      errors(
        "{properties: \(properties), failure: {when: {ok: false}, code: errors.code, message: text, value: details.x}}"
      )
        == ["errors.code", "details.x"].enumerated().map { number, path in
          "'\(path)' goes through a value that isn't an object with properties of its own, and can't be the "
            + "'\(number == 0 ? "code" : "value")' of a failure"
        })
  }

  /// A list stands for its first element, unless that may be null or is a list itself.
  @Test func pathsLeadToTheFirstElementsOfLists() {
    let properties =
      "{data?: payload, errors: \"[Problem]\", words?: \"[string]\", gaps?: \"[string?]\", lists?: \"[[string]]\"}"
    func failure(_ parts: String) -> [String] { errors("{properties: \(properties), failure: {\(parts)}}") }
    for when in ["errors", "words", "gaps"] {
      #expect(
        failure("when: \(when), code: errors.code, message: words, field: errors.text, value: errors") == [])
    }
    for path in ["gaps", "lists"] {
      #expect(
        failure("when: errors, message: \(path)") == [
          "the 'message' of a failure is a string, but '\(path)' is of another type"
        ])
    }
    #expect(
      errors(
        "{properties: {data?: payload, a: integer}, failure: {when: {a: 1}, code: a}}",
        failures: "{4XX: {schema: \"[Problem]\", code: code}}") == [])
  }

  @Test func wordsNeedAnEnvelopeThatHasThem() {
    func envelope(_ type: String) -> String {
      "{properties: {ok: boolean, data?: payload, code?: \(type), text?: string}, "
        + "failure: {when: {ok: false}, code: code, message: text}}"
    }
    let words = "{407: TOO_MUCH, card_declined: , \"408\": LATE}"
    #expect(
      errors(envelope("int32"), errors: words) == [
        "the code of an error is 'card_declined', but the codes of the envelope 'e' are integers"
      ])
    for type in ["string", "any", "{enum: [card_declined, other]}"] {
      #expect(errors(envelope(type), errors: words) == [])
    }
  }

  @Test func codesThatNothingReadsAreReported() {
    func warnings(_ failures: String) -> [String] {
      var sink = DiagnosticSink()
      let templates = loadTemplates(overlaidBy: nil, into: &sink)
      let spec = """
        wgnapi: 1
        module: {servers: {eu: https://api.example.com/}, failures: \(failures)}
        errors: {card_declined: }
        schemas: {Problem: {properties: {code: string}}}
        endpoints: {a: {get: a/, response: Problem}}
        """
      let files = [SpecFile(path: "A/module.yaml", displayPath: "A/module.yaml", bytes: Array(spec.utf8))]
      return generate(specs: files, templates: templates, threads: 1).1.map(\.message)
    }
    #expect(
      warnings("{4XX: Problem}") == [
        "no endpoint of A has an envelope with 'failure', or 'failures' with a 'code', so the client never sees an error code"
      ])
    #expect(warnings("{4XX: {schema: Problem, code: code}}") == [])
  }

  @Test func bodiesOfFailuresHaveCodes() {
    let numbers =
      "{properties: {ok: boolean, data?: payload, code?: integer}, failure: {when: {ok: false}, code: code}}"
    // Words come in the body of a failure, though the envelope has none.
    #expect(
      errors(numbers, errors: "{card_declined: }", failures: "{4XX: {schema: Problem, code: code}}") == [])
    #expect(errors(numbers, errors: "{card_declined: }", failures: "{4XX: Problem}").count == 1)
    #expect(
      errors(numbers, failures: "{4XX: {schema: \"{string: Problem}\", code: code}}") == [
        "'code' goes through a value that isn't an object with properties of its own, and can't be the 'code' of a failure"
      ])
    #expect(
      errors(numbers, failures: "{4XX: {schema: {properties: {at: timestamp}}, code: at, message: at}}") == [
        "the 'code' of a failure is an integer, a string or 'any', but 'at' is of another type",
        "the 'message' of a failure is a string, but 'at' is of another type",
      ])
    let body = "{properties: {text: string, at: timestamp, s?: {properties: {in?: number?}}}}"
    #expect(
      errors(numbers, failures: "{4XX: {schema: \(body), message: text, retryAfter: text}}") == [
        "the 'retryAfter' of a failure is a number of seconds, or a 'timestamp' or 'date-time', but 'text' is of another type"
      ])
    let inMilliseconds = "{schema: \(body), message: text, retryAfter: at, retryAfterIs: milliseconds}"
    #expect(
      errors(numbers, failures: "{4XX: \(inMilliseconds)}") == [
        "'at' is a point in time, so it has no 'retryAfterIs'"
      ])
    #expect(errors(numbers, failures: "{4XX: {schema: \(body), message: text, retryAfter: at}}") == [])
    #expect(errors(numbers, failures: "{4XX: {schema: \(body), message: text, retryAfter: s.in}}") == [])
  }
}
