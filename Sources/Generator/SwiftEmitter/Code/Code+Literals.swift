import APIModel

/// Literals for values of a spec.
extension Code {
  static func string(_ text: String) -> Code { Code(SwiftLiteral.string(text)) }

  static func strings(_ texts: [String]) -> Code { array(texts.map(string)) }

  static func integer(_ value: Int) -> Code { Code(SwiftLiteral.integer(value)) }

  /// `.seconds(600)`
  static func seconds(_ count: Int) -> Code { .call(".seconds", [integer(count)]) }

  /// A literal for the runtime's `JSON`.
  static func json(_ literal: Literal) -> Code {
    switch literal {
    case .null: ".null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): jsonNumber(number)
    case .string(let text): string(text)
    case .array(let items): array(items.map(json))
    case .object(let members): dictionary(members.map { ($0.name, json($0.value)) })
    }
  }

  /// A number that a Swift literal represents exactly is written as one; any other is written as text.
  private static func jsonNumber(_ number: NumberText) -> Code {
    Int64(number.text) != nil
      ? Code(SwiftLiteral.integer(number.text))
      : .call(".number", [Code(SwiftLiteral.exact(number))])
  }

  /// `JSONTypes`: `.string`, or `[.string, .null]`.
  static func types(_ types: [JSONType]) -> Code {
    let names = types.map { ".\($0.rawValue)" as Code }
    return names.count == 1 ? names[0] : array(names)
  }
}
