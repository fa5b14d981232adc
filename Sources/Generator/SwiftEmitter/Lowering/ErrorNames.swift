import APIModel
import Diagnostics

/// The constants of a module's `ErrorCode`.
struct ErrorNames {
  struct Constant {
    var name: String
    var error: ErrorCase
  }

  /// Each code and message once, in the order of the spec; the module's own come first.
  private(set) var constants: [Constant] = []
  private var names: [Key: String] = [:]
  /// The indices of each message's constants.
  private var byMessage: [String: [Int]] = [:]
  /// The indices of each code's constants.
  private var byCode: [String: [Int]] = [:]

  /// The type that has the constants.
  let type: String

  private struct Key: Hashable {
    var code: String
    var message: String
  }

  init(module: Module, into sink: inout DiagnosticSink) {
    type = ModuleNames(module).errorCode
    var scope = NameScope(
      "two error codes", reserving: [unusableErrorNames, unusableStaticNames, unusableNestedTypeNames],
      remedy: "set 'name' on one of them", otherName: "set another 'name'")
    let errors = module.errors + module.endpoints.flatMap(\.errors)
    var messages: [String: Set<String>] = [:]
    for error in errors { messages[error.code.text, default: []].insert(error.message.text) }
    var taken: [String: Set<String>] = [:]
    for error in errors {
      let key = Key(code: error.code.text, message: error.message.text)
      guard names[key] == nil else { continue }
      let word = word(for: error, isOnlyOne: messages[error.code.text]?.count == 1)
      var name = SwiftName.constant(
        word.unicodeScalars.contains(where: \.properties.isLowercase) ? word : word.lowercased(),
        override: error.swiftName?.text, avoiding: unusableErrorNames.union(namesOfOptional))
      // The same word with another code: the code distinguishes them.
      if taken[key.message]?.contains(name) == true { name += suffix(error.code) }
      scope.claim(name, for: error.swiftName ?? error.message, into: &sink)
      taken[key.message, default: []].insert(name)
      byMessage[key.message, default: []].append(constants.count)
      byCode[key.code, default: []].append(constants.count)
      names[key] = name
      constants.append(Constant(name: name, error: error))
    }
  }

  /// A number is named after its message. A word is a name by itself, unless it has several messages.
  private func word(for error: ErrorCase, isOnlyOne: Bool) -> String {
    let message = wildcardless(error.message.text)
    guard case .text(let code) = error.code else {
      return error.message.text == "*" ? "code_\(suffix(error.code))" : message
    }
    return isOnlyOne ? code.text : "\(code.text)_\(message)"
  }

  private func suffix(_ code: ErrorCase.Code) -> String {
    switch code {
    case .integer(let number): (number < 0 ? "minus" : "") + String(number.magnitude)
    case .text(let name): SwiftName.type(name.text)
    }
  }

  /// The name of an error's constant.
  func name(of error: ErrorCase) -> String? {
    names[Key(code: error.code.text, message: error.message.text)]
  }

  /// The pattern that matches the errors a policy refers to.
  func pattern(_ reference: Policies.ErrorReference) -> Code {
    let candidates =
      reference.message.map { byMessage[$0.text] ?? [] } ?? reference.code.map { byCode[$0] ?? [] } ?? []
    let meant = candidates.filter { position in
      reference.code.map { $0 == constants[position].error.code.text } ?? true
    }
    // One constant is enough; of several with one message, each has its own code.
    if meant.count == 1, let position = meant.first {
      return "\(type).\(SwiftName.escaped(constants[position].name)).pattern"
    }
    return .call(
      ".init",
      [
        reference.code.map { "code: \(Code.string($0))" },
        reference.message.map { "message: \(Code.string($0.text))" },
      ])
  }

  /// `*_NOT_SPECIFIED` → `any_NOT_SPECIFIED`
  private func wildcardless(_ message: String) -> String {
    message.byteParts(separatedBy: "*").joined(separator: "any")
  }
}
