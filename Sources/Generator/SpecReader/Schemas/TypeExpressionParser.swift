import APIModel
import Diagnostics
import SpecYAML

/// Parses the grammar of type expressions:
///
/// ```
/// expression = primary { "?" }
/// primary    = name | "[" expression "]" | "{" [ name ":" ] expression "}"
/// ```
struct TypeExpressionParser {
  private let scalars: [Unicode.Scalar]
  private let span: ScalarSpan
  private var index = 0
  private var depth = 0

  private static let maximumDepth = 32

  /// Parses the type expression in a scalar.
  static func parse(_ node: YAMLNode) throws(TypeExpressionError) -> TypeExpression {
    var parser = TypeExpressionParser(node)
    parser.skipSpaces()
    let expression = try parser.expression()
    if let next = parser.peek() { throw parser.unexpected(next, after: expression) }
    return expression
  }

  private init(_ node: YAMLNode) {
    scalars = Array((node.text ?? "").unicodeScalars)
    span = ScalarSpan(node)
  }

  private mutating func expression() throws(TypeExpressionError) -> TypeExpression {
    let start = index
    var expression = try primary()
    while peek() == "?" {
      advance()
      if case .nullable = expression { continue }
      expression = .nullable(expression, span(start..<index))
    }
    skipSpaces()
    return expression
  }

  private mutating func primary() throws(TypeExpressionError) -> TypeExpression {
    let start = index
    switch peek() {
    case "[":
      try enter()
      let element = try expression()
      try close("]", openedAt: start)
      return .list(element, span(start..<index))
    case "{":
      try enter()
      let first = try expression()
      guard peek() == ":" else {
        try close("}", openedAt: start)
        return .map(key: nil, value: first, span(start..<index))
      }
      guard case .name(let key) = first else {
        throw TypeExpressionError(message: "the key of a map must be the name of a type", span: first.span)
      }
      advance()
      skipSpaces()
      let value = try expression()
      try close("}", openedAt: start)
      return .map(key: key, value: value, span(start..<index))
    default: return .name(try name())
    }
  }

  private mutating func name() throws(TypeExpressionError) -> Name {
    let start = index
    while let next = peek(), next.isASCII, isNameByte(UInt8(truncatingIfNeeded: next.value)) { advance() }
    if start < index {
      let text = String(String.UnicodeScalarView(scalars[start..<index]))
      return Name(text, span: span(start..<index))
    }
    guard let next = peek() else {
      throw TypeExpressionError(
        message: "expected a type, found the end of the text", span: span(start..<start))
    }
    throw TypeExpressionError(
      message: "expected a type, found '\(Character(next))'", span: span(start..<start + 1))
  }

  private mutating func enter() throws(TypeExpressionError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw TypeExpressionError(
        message: "the type is nested deeper than \(Self.maximumDepth) levels", span: span(index..<index + 1))
    }
    advance()
    skipSpaces()
  }

  private mutating func close(_ bracket: Unicode.Scalar, openedAt start: Int) throws(TypeExpressionError) {
    guard let next = peek() else {
      throw TypeExpressionError(
        message: "expected '\(bracket)' to close '\(scalars[start])', found the end of the text",
        span: span(index..<index))
    }
    guard next == bracket else {
      throw TypeExpressionError(
        message: "expected '\(bracket)' to close '\(scalars[start])', found '\(Character(next))'",
        span: span(index..<index + 1))
    }
    depth -= 1
    advance()
  }

  private func unexpected(_ next: Unicode.Scalar, after expression: TypeExpression) -> TypeExpressionError {
    var message = "unexpected '\(Character(next))' after the type"
    if case .name(let name) = expression {
      switch next {
      case "[":
        // `Item[]`, or `list[Item]`.
        let element = scalars[(index + 1)...].prefix {
          $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_"
        }
        let type = element.isEmpty ? name.text : String(String.UnicodeScalarView(element))
        message += "; a list is written \"[\(abbreviate(type))]\""
      case "|":
        message += "; a type that may be null is written \"\(abbreviate(name.text))?\", others with 'anyOf'"
      case "<": message += "; a list is written \"[T]\", a map \"{K: T}\""
      default: break
      }
    }
    return TypeExpressionError(message: message, span: span(index..<index + 1))
  }

  private func peek() -> Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func advance() { index += 1 }

  private mutating func skipSpaces() {
    while peek() == " " { advance() }
  }
}
