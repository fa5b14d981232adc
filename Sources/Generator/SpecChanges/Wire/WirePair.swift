import APIModel
import Diagnostics

/// Two schemas that are compared, at least one of which has a name, as in every circle of schemas.
struct WirePair: Hashable {
  let written: Side
  let read: Side
  let medium: WireMedium

  /// Nil if neither has a name.
  init?(_ written: Schema, _ read: Schema, _ medium: WireMedium) {
    guard written.reference != nil || read.reference != nil else { return nil }
    (self.written, self.read, self.medium) = (Side(written), Side(read), medium)
  }

  enum Side: Hashable {
    /// A schema that is nothing but a name, whether or not null is allowed as well.
    case name(String)
    case schema(Schema)

    init(_ schema: Schema) {
      if let name = schema.reference?.text, schema.isBare {
        self = .name(name)
      } else {
        self = .schema(schema)
      }
    }

    /// Where a schema is usually tells it apart, and hashing all of it would take long.
    func hash(into hasher: inout Hasher) {
      switch self {
      case .name(let name): hasher.combine(name)
      case .schema(let schema):
        hasher.combine(schema.span)
        hasher.combine(schema.reference)
      }
    }
  }
}

extension Schema {
  /// Whether it says nothing of values but a name, and whether null is allowed.
  var isBare: Bool {
    isPlainReference && keywords.isEmpty && format == nil && lenience.isEmpty && ownType == nil
      && validator == nil && !isNever
  }
}
