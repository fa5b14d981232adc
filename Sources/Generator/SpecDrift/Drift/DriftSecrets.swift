import APIModel
import TrafficEvidence
import WGNAPIJSON

/// Knows what must not be repeated, by the rules of evidence.
struct DriftSecrets {
  private var collector: Collector

  init(_ collector: Collector = Collector()) { self.collector = collector }

  mutating func isSecret(name: String) -> Bool { collector.isSecret(name: name) }

  mutating func isSecret(name: String, _ value: Literal) -> Bool {
    switch value {
    case .string(let text): collector.isSecret(name: name, .string(text))
    case .number(let number):
      collector.isSecret(name: name, JSONNumber(number.text).map { .number($0) } ?? .null)
    case .array(let items):
      // What the elements are decides.
      collector.isSecret(name: name, .array(items.contains { $0.isOf(.string) } ? [.string("")] : []))
    default: collector.isSecret(name: name)
    }
  }

  /// Adds the values of a parameter in one request, which are secrets by the rules of evidence.
  mutating func add(_ pairs: [(name: String, value: String)], to evidence: inout [ParameterEvidence]) {
    evidence.add(pairs, &collector)
  }

  mutating func looksSecret(_ text: String) -> Bool { collector.looksSecret(text) }

  /// Whether a text is a word as programs use it, which is the only kind of value that may be shown.
  mutating func mayShow(_ text: String) -> Bool {
    let forms = TextForms(text)
    return forms.contains(.word) && !forms.contains(.random) && !collector.looksSecret(text)
  }

  /// What is seen of one value.
  mutating func shape(of value: JSON?, isSecret: Bool, _ words: WordPlace) -> Shape {
    var shape = Shape()
    collector.words = words
    if let value { shape.add(value, isSecret: isSecret, &collector) }
    collector.words = .ordinary
    return shape
  }

  /// The code of the error in a response; empty if there is none.
  mutating func errorCode(of exchange: TrafficExchange) -> String {
    exchange.response.json.flatMap { ErrorConvention.code(of: $0, &collector) }?.code ?? ""
  }

  /// The call by JSON-RPC in a request; nil if it is none, or its name may be a secret.
  mutating func call(of exchange: TrafficExchange) -> RPCCall? { collector.call(of: exchange) }

  /// A path with marks in place of the secrets that the parts before them reveal.
  mutating func markingSecrets(_ path: [String]) -> [String] { collector.markingSecrets(path) }

  /// Whether a verb follows the value in a part of a path.
  mutating func hasVerb(_ segment: String) -> Bool { !collector.withoutVerb(segment).verb.isEmpty }

  /// A part of a path without the value in it.
  mutating func pattern(of segment: String) -> String { collector.pattern(of: segment) }
}
