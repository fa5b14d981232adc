import WGNAPIJSON

/// Finds the keys of a value that would mean something else in the names of a form's fields: `user[admin]` would be a member of
/// `user`, and an empty key an element of a list. Keys that the API description declares are its own names.
struct FormKeys {
  private let objects: FormObjects
  private var problems: [String] = []

  init(_ objects: FormObjects) { self.objects = objects }

  /// Throws an error about all keys that were found.
  func check() throws(JSONError) {
    guard !problems.isEmpty else { return }
    let shown = problems.prefix(5).joined(separator: "; ")
    let rest = problems.count - 5
    throw JSONError(.notRepresentable, rest > 0 ? "\(shown); and \(rest) more keys" : shown)
  }

  /// Adds the name of a field.
  mutating func add(field name: String, of coder: any JSONCoder.Type) {
    if name.isEmpty {
      add("the key \"\" is empty, but a field of a form needs a name")
    } else {
      add(name, among: [coder])
    }
  }

  /// Adds the keys inside of a field's value.
  mutating func add(keysIn value: JSON, of coders: [any JSONCoder.Type]) {
    switch value {
    case .object(let members):
      // A whole object is a text, whose keys are quoted.
      guard objects != .json else { return }
      for (key, member) in members {
        if key.isEmpty {
          add(
            objects == .dots
              ? "the key \"\" is empty, but a name in a form has no empty part"
              : "the key \"\" is empty, so its value would be an element of a list in a form")
        } else {
          add(key, among: coders)
        }
        add(keysIn: member, of: DeclaredKeys.coders(of: key, in: coders))
      }
    case .array(let elements): for element in elements { add(keysIn: element, of: coders) }
    case .null, .bool, .number, .string: break
    }
  }

  private mutating func add(_ key: String, among coders: [any JSONCoder.Type]) {
    let hasBracket = key.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    let hasDot = objects == .dots && key.utf8.contains(UInt8(ascii: "."))
    guard hasBracket || hasDot else { return }
    for coder in coders where DeclaredKeys.contains(key, in: coder) { return }
    let sign = hasBracket ? "bracket" : "dot"
    add("the key \"\(key.printable)\" has a \(sign), which separates names in a form")
  }

  private mutating func add(_ problem: String) {
    if problems.count < 1_000, !problems.contains(problem) { problems.append(problem) }
  }
}
