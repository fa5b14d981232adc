import APIModel
import Diagnostics

/// The constants of a module's `ErrorCode`.
struct ErrorNames {
  struct Constant {
    var name: String
    var error: ErrorCase
  }

  /// Each code and message once, in the order of the spec: the module's own first.
  private(set) var constants: [Constant] = []
  private var names: [Key: String] = [:]

  /// The constants of each message: the first of them, and all.
  private var byMessage: [String: (first: String, names: Set<String>)] = [:]

  private struct Key: Hashable {
    var code: Int
    var message: String
  }

  init(module: Module, into sink: inout DiagnosticSink) {
    var scope = NameScope(
      "two error codes", reserving: [unusableErrorNames, unusableStaticNames, unusableNestedTypeNames],
      remedy: "set 'name' on one of them")
    for error in module.errors + module.endpoints.flatMap(\.errors) {
      let key = Key(code: error.code, message: error.message.text)
      guard names[key] == nil else { continue }
      var name = SwiftName.constant(
        wildcardless(error.message.text).lowercased(), override: error.swiftName?.text,
        avoiding: unusableErrorNames)
      if let known = byMessage[error.message.text], known.names.contains(name) {
        // The same word with another code: the code tells them apart.
        name += (error.code < 0 ? "minus" : "") + String(error.code.magnitude)
      }
      scope.claim(name, for: error.swiftName ?? error.message, into: &sink)
      byMessage[error.message.text, default: (first: name, names: [])].names.insert(name)
      names[key] = name
      constants.append(Constant(name: name, error: error))
    }
  }

  func constant(for error: ErrorCase) -> String? {
    names[Key(code: error.code, message: error.message.text)].map { ".\(SwiftName.escaped($0))" }
  }

  /// What a message is recognised by, whatever its code.
  func pattern(_ message: String) -> String {
    byMessage[message].map { "ErrorCode.\(SwiftName.escaped($0.first)).pattern" }
      ?? ".init(message: \(SwiftLiteral.string(message)))"
  }

  /// `*_NOT_SPECIFIED` → `any_NOT_SPECIFIED`
  private func wildcardless(_ message: String) -> String {
    message.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "any")
  }
}
