import SwiftEmitter

/// Values, or parts of them, that can no longer be nil. A line with the old type still compiles, so the lines unwrap the part.
extension SurfaceComparison {
  /// `for element in item.notes { if let element { print(element) } }` and `for element in item.notes { print(element) }`
  ///
  /// - Returns: The lines; nil if Swift doesn't accept the new value where the old type is expected.
  func unwrapping(
    _ value: CodeLine, _ type: SwiftType?, _ newValue: CodeLine, _ newType: SwiftType?
  ) -> Rewrite? {
    guard let type, let newType, pairs.converts(newType, back: type) else { return nil }
    let uses = parts(of: (value.text, type), (newValue.text, newType), depth: 0)
    return Rewrite(before: value.within(uses.old), after: newValue.within(uses.new))
  }

  private typealias Part = (text: String, type: SwiftType)

  private func parts(of old: Part, _ new: Part, depth: Int) -> (old: String, new: String) {
    let name = depth == 0 ? "element" : "part"
    func inner(_ oldType: SwiftType, _ newType: SwiftType) -> (old: String, new: String) {
      parts(of: (name, oldType), (name, newType), depth: depth + 1)
    }
    func loops(_ oldType: SwiftType, _ newType: SwiftType, over suffix: String = "") -> (
      old: String, new: String
    ) {
      let uses = inner(oldType, newType)
      return (
        "for \(name) in \(old.text)\(suffix) { \(uses.old) }",
        "for \(name) in \(new.text)\(suffix) { \(uses.new) }"
      )
    }
    switch (old.type, new.type) {
    case (.alias(_, let meaning), _): return parts(of: (old.text, meaning), new, depth: depth)
    case (_, .alias(_, let meaning)): return parts(of: old, (new.text, meaning), depth: depth)
    case (.optional(let wrapped), .optional(let other)):
      let uses = inner(wrapped, other)
      return (
        "if let \(name) = \(old.text) { \(uses.old) }", "if let \(name) = \(new.text) { \(uses.new) }"
      )
    // The variable of a loop.
    case (.optional, _) where depth > 0:
      return ("if let \(old.text) { print(\(old.text)) }", "print(\(new.text))")
    case (.optional, _): return ("if let \(name) = \(old.text) { print(\(name)) }", "print(\(new.text))")
    case (.array(let element), .array(let other)): return loops(element, other)
    case (.dictionary(_, let element), .dictionary(_, let other)):
      return loops(element, other, over: ".values")
    default: return ("print(\(old.text))", "print(\(new.text))")
    }
  }
}
