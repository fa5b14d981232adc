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
    var code: String
    var message: String
  }

  init(module: Module, into sink: inout DiagnosticSink) {
    var scope = NameScope("two error codes")
    let errors = module.errors + module.endpoints.flatMap(\.errors)
    let messages = Dictionary(errors.map { ($0.code.text, [$0.message.text]) }, uniquingKeysWith: +)
      .mapValues { Set($0).count }
    for error in errors {
      let key = Key(code: error.code.text, message: error.message.text)
      guard names[key] == nil else { continue }
      let word = word(for: error, isOnlyOne: messages[error.code.text] == 1)
      var name = SwiftName.constant(word.lowercased(), override: error.swiftName?.text)
      if unusableErrorNames.contains(name) { name += "Value" }
      if constants.contains(where: { $0.name == name && $0.error.message.text == error.message.text }) {
        // The same word with another code: the code tells them apart.
        name += error.code.text
      }
      scope.claim(name, for: error.swiftName ?? error.message, into: &sink)
      names[key] = name
      constants.append(Constant(name: name, error: error))
    }
  }

  /// A number is told by its message; a word tells by itself, unless it has several messages.
  private func word(for error: ErrorCase, isOnlyOne: Bool) -> String {
    let message = wildcardless(error.message.text)
    guard case .text(let code) = error.code else { return message }
    return isOnlyOne ? code.text : "\(code.text)_\(message)"
  }

  func constant(for error: ErrorCase) -> String? {
    names[Key(code: error.code.text, message: error.message.text)].map { ".\(SwiftName.escaped($0))" }
  }

  /// What the errors that a policy speaks of are recognised by.
  func pattern(_ reference: Policies.ErrorReference) -> String {
    let meant = constants.filter { constant in
      (reference.code.map { $0 == constant.error.code.text } ?? true)
        && (reference.message.map { $0.text == constant.error.message.text } ?? true)
    }
    // One constant says it all; of several with one message, each has a code of its own.
    if meant.count == 1, let constant = meant.first {
      return "ErrorCode.\(SwiftName.escaped(constant.name)).pattern"
    }
    let arguments = [
      reference.code.map { "code: \(SwiftLiteral.string($0))" },
      reference.message.map { "message: \(SwiftLiteral.string($0.text))" },
    ]
    return ".init(\(arguments.compactMap(\.self).joined(separator: ", ")))"
  }

  /// `*_NOT_SPECIFIED` → `any_NOT_SPECIFIED`
  private func wildcardless(_ message: String) -> String {
    message.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "any")
  }
}
