/// The place of a schema, which decides which of the language's own keywords are allowed.
enum SchemaPlace {
  /// Under `schemas`.
  case named
  case property
  case parameter
  /// An envelope's own object.
  case envelope
  /// Directly under an envelope's `properties`, the only place of a payload.
  case envelopeProperty
  /// One of `oneOf` or `anyOf`.
  case alternative
  /// Under `not`, `if`, `then` or `else`: a condition on a value that another schema describes.
  case condition
  /// Anywhere else.
  case inside

  /// A schema in this place, in messages.
  var noun: String {
    switch self {
    case .parameter: "a parameter"
    case .envelope: "an envelope"
    default: "a schema"
    }
  }

  var isProperty: Bool {
    switch self {
    case .property, .envelopeProperty: true
    default: false
    }
  }
}

/// The language's own keywords that aren't allowed everywhere.
enum PlacedKeyword: String, CaseIterable {
  case newtype, extra, indirect, automatic, lenient, secret, swift, batched, separator

  /// Where the keyword is allowed, in messages.
  var home: String {
    switch self {
    case .newtype: "a schema under 'schemas'"
    case .extra, .indirect, .automatic: "a property"
    case .lenient:
      "a property or a parameter, or on a schema for numbers that isn't an alternative or a condition"
    case .secret: "a parameter, a property or a schema under 'schemas'"
    case .swift: "a schema that values are read by, not on an envelope or a condition"
    case .batched, .separator: "a parameter"
    }
  }

  func belongs(_ place: SchemaPlace) -> Bool {
    switch self {
    case .newtype:
      if case .named = place { return true }
    case .extra, .indirect, .automatic: return place.isProperty
    case .batched, .separator:
      if case .parameter = place { return true }
    case .lenient:
      switch place {
      case .envelope, .alternative, .condition: return false
      default: return true
      }
    case .swift:
      switch place {
      case .envelope, .condition: return false
      default: return true
      }
    case .secret:
      switch place {
      case .parameter, .property, .envelopeProperty, .named: return true
      default: return false
      }
    }
    return false
  }
}
