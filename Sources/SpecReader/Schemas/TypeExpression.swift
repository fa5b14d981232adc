import Diagnostics

/// What stands in one scalar where a schema is expected: `integer?`, `[PlayerMatch]`, `{AccountID: Player?}`.
indirect enum TypeExpression {
  case name(Text)
  case list(TypeExpression, SourceSpan)
  case map(key: Text?, value: TypeExpression, SourceSpan)
  case nullable(TypeExpression, SourceSpan)

  var span: SourceSpan {
    switch self {
    case .name(let name): name.span
    case .list(_, let span), .map(_, _, let span), .nullable(_, let span): span
    }
  }
}

/// Why text is no type expression.
struct TypeExpressionError: Error {
  var message: String
  var span: SourceSpan
}
