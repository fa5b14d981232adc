import APIModel
import Diagnostics

/// A scope of unique names: the properties of a type, the types of a module, the files of a folder.
struct NameScope {
  private var taken: [String: SourceSpan] = [:]
  private let what: String
  private let reserved: [Set<String>]
  private let ignoresCase: Bool
  private let remedy: String
  private let otherName: String

  /// - Parameters:
  ///   - what: the beginning of the message: "two properties of 'Player'".
  ///   - reserved: names that generated code needs. Derived names avoid them; a name that the spec sets may not be
  ///     one of them.
  ///   - remedy: the advice about two equal names.
  ///   - otherName: the advice about a reserved name.
  init(
    _ what: String, reserving reserved: [Set<String>] = [], ignoringCase: Bool = false,
    remedy: String = "set 'swiftName' on one of them", otherName: String = "set another 'swiftName'"
  ) {
    self.what = what
    self.reserved = reserved
    ignoresCase = ignoringCase
    self.remedy = remedy
    self.otherName = otherName
  }

  /// Claims a name, or reports who has it.
  ///
  /// - Parameters:
  ///   - what: the beginning of the message, if it isn't the scope's.
  ///   - remedy: the advice about two equal names, if it isn't the scope's.
  mutating func claim(
    _ name: String, for source: Name, as what: String? = nil, remedy: String? = nil,
    into sink: inout DiagnosticSink
  ) {
    if reserved.contains(where: { $0.contains(name) }) {
      sink.error(
        .reservedName,
        "generated code needs the name '\(name)' for something else here; \(otherName)",
        at: source.span)
      return
    }
    let key = ignoresCase ? name.lowercased() : name
    if let first = taken[key] {
      sink.error(
        .nameCollision,
        "\(what ?? self.what) would both be called '\(name)' in Swift; \(remedy ?? self.remedy)",
        at: source.span, notes: [.init("first used here", at: first)])
    } else {
      taken[key] = source.span
    }
  }
}
