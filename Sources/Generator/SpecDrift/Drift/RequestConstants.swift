import APIModel
import TrafficEvidence
import WGNAPIJSON

/// The constants in requests that say which of several endpoints of one path is meant, such as the method of a call by JSON-RPC.
struct RequestConstants {
  /// The texts by their places, as `RequestForms` calls them.
  private let texts: [String: String]

  init(_ form: RequestForms.Form?) {
    texts = (form?.constants ?? [:]).compactMapValues { if case .string(let text) = $0 { text } else { nil } }
  }

  /// What a constant of this name tells apart, even if no other endpoint has it.
  private static let names = Set(ObjectEvidence.tags).union(RequestSelectors.names)

  /// Whether a request says that another endpoint is meant.
  ///
  /// - Parameter others: The constants of all endpoints of the path. What is the same in all of them, such as a version, doesn't tell
  ///   them apart.
  func exclude(_ exchange: TrafficExchange, among others: [RequestConstants]) -> Bool {
    texts.contains { place, text in
      let name = place.split { " /".contains($0) }.last.map(String.init) ?? ""
      guard let sent = Self.value(at: place, of: exchange), sent != text else { return false }
      return Self.names.contains(name.lowercased())
        || others.contains { other in other.texts[place].map { $0 != text } ?? false }
    }
  }

  /// The number of texts that a request has.
  func matches(in exchange: TrafficExchange) -> Int {
    texts.count { Self.value(at: $0.key, of: exchange) == $0.value }
  }

  /// The text in a place of a request; nil if there is none.
  private static func value(at place: String, of exchange: TrafficExchange) -> String? {
    let parts = place.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let keys = parts[1].split(separator: "/").map(String.init)
    func first(_ pairs: [(name: String, value: String)]) -> String? {
      pairs.first { $0.name == keys.last }?.value
    }
    switch parts[0] {
    case "query": return first(exchange.query)
    case "form": return first(exchange.body.pairs)
    case "body":
      guard let json = exchange.body.json else { return first(exchange.body.pairs) }
      return keys.reduce(Optional(json)) { $0?.object?[$1] }?.string
    default: return nil
    }
  }
}
