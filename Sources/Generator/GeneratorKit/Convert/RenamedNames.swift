import APIModel
import Diagnostics

/// Names of a document that the spec language doesn't allow, with their replacements.
struct RenamedNames {
  enum Kind: String, CaseIterable {
    case credential = "security scheme"
    case server
    case group
    case endpoint = "operation"
    case schema

    var plural: String { self == .credential ? "security schemes" : rawValue + "s" }
  }

  private var names: [Kind: [(old: Name, new: String)]] = [:]
  /// The most names that one message lists.
  private static let mostShown = 3

  mutating func add(_ kind: Kind, _ old: Name, _ new: String) {
    guard old.text != new, names[kind]?.contains(where: { $0.old.text == old.text }) != true else { return }
    names[kind, default: []].append((old, new))
  }

  /// Says what is renamed, in a line for each kind. In Swift, the names stay.
  func report(into sink: inout DiagnosticSink) {
    for kind in Kind.allCases {
      guard let renamed = names[kind], let first = renamed.first else { continue }
      let shown = renamed.prefix(Self.mostShown).map { entry in
        "'\(abbreviate(entry.old.text))' is '\(abbreviate(entry.new))'"
      }
      let rest = renamed.count > shown.count ? ", and \(renamed.count - shown.count) more are renamed" : ""
      let subject =
        renamed.count == 1
        ? "the name of this \(kind.rawValue)" : "the names of \(renamed.count) \(kind.plural)"
      sink.append(
        Diagnostic(
          .note, .leftOut,
          "the spec language doesn't allow \(subject), so in the specs \(shown.joined(separator: ", "))\(rest); "
            + (renamed.count == 1 ? "its name in Swift stays" : "their names in Swift stay"),
          at: first.old.span))
    }
  }
}
