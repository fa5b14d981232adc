import APIModel
import Diagnostics

/// A place where each name may stand once: the properties of a type, the types of a module, the files of a folder.
struct NameScope {
  private var taken: [String: SourceSpan] = [:]
  private let what: String
  private let ignoresCase: Bool

  /// `what` stands in the message: "two properties of 'Player'".
  init(_ what: String, ignoringCase: Bool = false) {
    self.what = what
    ignoresCase = ignoringCase
  }

  /// Takes a name, or reports who has it already.
  mutating func claim(_ name: String, for source: Name, into sink: inout DiagnosticSink) {
    let key = ignoresCase ? name.lowercased() : name
    if let first = taken[key] {
      sink.error(
        .nameCollision, "\(what) would both be called '\(name)' in Swift; set 'swiftName' on one of them",
        at: source.span, notes: [.init("first used here", at: first)])
    } else {
      taken[key] = source.span
    }
  }
}
