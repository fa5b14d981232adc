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

  private struct Key: Hashable {
    var code: Int
    var message: String
  }

  init(module: Module, into sink: inout DiagnosticSink) {
    var scope = NameScope("two error codes")
    for error in module.errors + module.endpoints.flatMap(\.errors) {
      let key = Key(code: error.code, message: error.message.text)
      guard names[key] == nil else { continue }
      var name = SwiftName.constant(
        wildcardless(error.message.text).lowercased(), override: error.swiftName?.text)
      if unusableErrorNames.contains(name) { name += "Value" }
      if constants.contains(where: { $0.name == name && $0.error.message.text == error.message.text }) {
        // The same word with another code: the code tells them apart.
        name += String(error.code)
      }
      scope.claim(name, for: error.swiftName ?? error.message, into: &sink)
      names[key] = name
      constants.append(Constant(name: name, error: error))
    }
  }

  func constant(for error: ErrorCase) -> String? {
    names[Key(code: error.code, message: error.message.text)].map { ".\(SwiftName.escaped($0))" }
  }

  /// What a message is recognised by, whatever its code.
  func pattern(_ message: String) -> String {
    let constant = constants.first { $0.error.message.text == message }
    return constant.map { "ErrorCode.\(SwiftName.escaped($0.name)).pattern" }
      ?? ".init(message: \(SwiftLiteral.string(message)))"
  }

  /// `*_NOT_SPECIFIED` → `any_NOT_SPECIFIED`
  private func wildcardless(_ message: String) -> String {
    message.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "any")
  }
}
