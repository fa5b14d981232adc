import Diagnostics
import WGNAPIJSON

/// The differences between traffic and a spec.
package struct DriftReport: Sendable {
  /// In the order of the spec, each once.
  package var differences: [Difference]
  /// The exchanges that say something about an API, those whose endpoint was found, and the number of these endpoints.
  package var exchanges: Int
  package var matched: Int
  package var endpoints: Int
  /// Servers that the spec doesn't have, with the number of their requests.
  package var otherServers: [String]
  package var leftOut: [String: Int]
  /// Whether there are too many differences to tell all of them apart.
  package var isFull: Bool

  /// The differences that contradict the spec.
  package var drift: [Difference] { differences.filter { $0.kind != .neverSeen } }

  /// The edits that make the spec true, as far as they are safe.
  package var edits: [SpecEdit] { drift.compactMap(\.edit) }

  /// Leaves out the differences whose edits were made, and says why others weren't.
  package mutating func remove(_ outcome: SpecEditor.Outcome) {
    differences = differences.compactMap { difference in
      guard let edit = difference.edit else { return difference }
      var difference = difference
      guard let reason = outcome.refusal(of: edit) else {
        guard let rest = difference.rest else { return nil }
        (difference.message, difference.count) = (rest.message, rest.count)
        (difference.advice, difference.edit, difference.rest) = (nil, nil, nil)
        return difference
      }
      difference.advice = "\(difference.advice ?? "change it") by hand: \(reason)"
      difference.edit = nil
      return difference
    }
  }

  /// Calls the files of the spec as the user does.
  ///
  /// - Parameter places: Where users find what was read.
  package mutating func display(_ places: SourcePlaces) {
    for position in differences.indices {
      differences[position].span = places.shown(differences[position].span)
    }
  }

  /// As diagnostics with their place in the spec. What contradicts it is a warning.
  package func diagnostics(withUnseen: Bool) -> [Diagnostic] {
    (withUnseen ? differences : drift).map { difference in
      let isUnseen = difference.kind == .neverSeen
      let share = isUnseen ? "in \(difference.total)" : difference.share
      let advice = difference.advice.map { "; \($0)" } ?? ""
      return Diagnostic(
        isUnseen ? .note : .warning, DiagnosticID(rawValue: difference.kind.rawValue),
        "\(difference.label): \(difference.message): \(share)\(advice)", at: difference.span)
    }
  }

  /// The report for programs: an object with the differences in the order of the spec.
  package func json(withUnseen: Bool) -> String {
    let list = (withUnseen ? differences : drift).map { difference -> JSON in
      let span = difference.span
      func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
      func number(_ value: Int?) -> JSON { value.map { .number(JSONNumber($0)) } ?? .null }
      return [
        "kind": .string(difference.kind.rawValue), "place": .string(difference.label),
        "message": .string(difference.message), "count": number(difference.count),
        "total": number(difference.total), "file": text(span?.file), "line": number(span?.start.line),
        "column": number(span?.start.column), "edit": text(difference.advice),
        "fixable": .bool(difference.edit != nil),
      ]
    }
    let counts: [(String, Int)] = [("exchanges", exchanges), ("matched", matched), ("endpoints", endpoints)]
    let head = counts.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
    let lines = list.map { "  \($0.description)" }.joined(separator: ",\n")
    return "{\(head),\"differences\":[" + (lines.isEmpty ? "" : "\n\(lines)\n") + "]}\n"
  }
}
