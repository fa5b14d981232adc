import Diagnostics
import GeneratorKit

/// A change of a spec that lets it accept more.
package enum SpecEdit: Sendable, Hashable {
  /// Adds properties to the object whose schema is at a place.
  case addProperties([SpecValue.Entry], to: SourceSpan)
  /// Adds parameters to the endpoint at a place.
  case addParameters([SpecValue.Entry], to: SourceSpan)
  /// Adds values to the enumeration of the schema at a place.
  case addValues([SpecWord], to: SourceSpan)
  /// Lets the schema at a place accept null.
  case allowNull(SourceSpan)
  /// Lets the property or parameter whose key is at a place be absent.
  case makeOptional(SourceSpan)
  /// Lets the integers of the schema at a place have fractions.
  case allowFractions(SourceSpan)
  /// Sets the value of a keyword in the schema at a place.
  case setLimit(String, to: String, at: SourceSpan)
  /// Writes a type in place of an `any` that a comment calls a guess, and what is uncertain in place of the comment.
  case replaceGuess(SpecValue, comment: String?, at: SourceSpan)

  /// What it does, without its place.
  var name: String {
    switch self {
    case .addProperties: "properties"
    case .addParameters: "parameters"
    case .addValues: "values"
    case .allowNull: "null"
    case .makeOptional: "optional"
    case .allowFractions: "number"
    case .setLimit(let keyword, _, _): keyword
    case .replaceGuess: "guess"
    }
  }

  /// Whether it makes another edit's change, too: what is added to one place is one edit.
  func includes(_ other: SpecEdit) -> Bool {
    guard span == other.span, name == other.name else { return false }
    switch (self, other) {
    case (.addProperties(let own, _), .addProperties(let others, _)),
      (.addParameters(let own, _), .addParameters(let others, _)):
      return Set(others.map(\.key)).isSubset(of: own.map(\.key))
    default: return true
    }
  }

  /// The place that it changes.
  var span: SourceSpan {
    switch self {
    case .addProperties(_, let span), .addParameters(_, let span), .addValues(_, let span),
      .allowNull(let span), .makeOptional(let span), .allowFractions(let span), .setLimit(_, _, let span),
      .replaceGuess(_, _, let span):
      span
    }
  }
}

/// A value that is added.
package struct SpecWord: Sendable, Hashable {
  var text: String
  /// Whether it is a number, which needs no quotes.
  var isNumber: Bool
}
