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

/// A text as a scalar of YAML, which every reader takes for text.
///
/// - Parameter inFlow: Whether it is within brackets, where readers of YAML 1.1 take a question mark for the sign of a key.
func yamlScalar(_ text: String, inFlow: Bool = false) -> String {
  let words: Set<String> = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf",
  ]
  let isPlain =
    text.utf8.first?.isASCIILetter == true && !words.contains(text.lowercased())
    && text.utf8.allSatisfy { $0.isWordByte || (inFlow ? "-." : "-.?").utf8.contains($0) }
  return isPlain ? text : quoted(text)
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case _ where !scalar.isSafeToPrint:
      let digits = String(scalar.value, radix: 16)
      result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
