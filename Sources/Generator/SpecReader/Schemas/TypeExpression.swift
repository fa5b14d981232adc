import APIModel
import Diagnostics

/// A type expression in a scalar: `integer?`, `[PlayerMatch]`, `{AccountID: Player?}`.
indirect enum TypeExpression {
  case name(Name)
  case list(TypeExpression, SourceSpan)
  case map(key: Name?, value: TypeExpression, SourceSpan)
  case nullable(TypeExpression, SourceSpan)

  var span: SourceSpan {
    switch self {
    case .name(let name): name.span
    case .list(_, let span), .map(_, _, let span), .nullable(_, let span): span
    }
  }
}

/// Why text isn't a type expression.
struct TypeExpressionError: Error {
  var message: String
  var span: SourceSpan
}
