import WGNAPISupport

/// Creates the schema of a union. As in reading, the alternative that matches a value determines the schema
/// that applies to it.
struct UnionSchema {
  let table: Alternatives
  /// Whether a value must belong to exactly one alternative.
  let isExclusive: Bool
  let alternatives: [(form: Alternatives.Form, schema: Schema)]
  let isOpen: Bool

  var schema: Schema {
    let rest = rest
    let tries = table.untold.count > 1 && !rest.node.keywords.isEmpty
    guard tries || table.untold.count < alternatives.count else { return rest }
    return [Schema.Keyword(.alternatives(table, alternatives.map(\.schema) + [rest]))]
  }

  /// The schema of values whose alternative neither type nor tag determines.
  private var rest: Schema {
    var schemas: [Schema] = []
    var marks: [Schema] = []
    for case (.keys(let keys), let schema) in alternatives {
      schemas.append(schema)
      marks += keys.map { [.type(.object), .required([$0])] }
    }
    if schemas.isEmpty { return isOpen ? .any : refusal }
    guard isOpen else { return isExclusive ? [.oneOf(schemas)] : [.anyOf(schemas)] }
    // Only values that resemble an alternative must belong to one.
    if isExclusive { return [.if([.anyOf(schemas + marks)]), .then([.oneOf(schemas)])] }
    return marks.isEmpty ? .any : [.if([.anyOf(marks)]), .then([.anyOf(schemas)])]
  }

  /// The schema for the case that no other value is valid. It describes the valid ones, for better messages.
  private var refusal: Schema {
    var types: JSONTypes = []
    var tags: [String] = []
    for alternative in alternatives {
      switch alternative.form {
      case .types(let own): types.formUnion(own)
      case .tag(let tag):
        types.formUnion(.object)
        tags.append(tag)
      case .keys: break
      }
    }
    var keywords: [Schema.Keyword] = [.type(types)]
    if let discriminator = table.discriminator, !tags.isEmpty {
      keywords += [
        .required([discriminator]), .properties([discriminator: [.enumeration(Schema.tagValues(tags))]]),
      ]
    }
    return Schema(keywords)
  }
}

extension Schema {
  /// Returns the scalars with these texts.
  fileprivate static func tagValues(_ tags: [String]) -> [JSON] {
    tags.map { JSON.string($0) } + tags.compactMap(otherScalar)
  }

  private static func otherScalar(_ tag: String) -> JSON? {
    if let value = IntegerText.int64(tag), String(value) == tag { return .number(JSONNumber(value)) }
    return tag == "true" ? true : tag == "false" ? false : nil
  }
}
