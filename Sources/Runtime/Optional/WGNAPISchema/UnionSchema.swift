import WGNAPIJSON
import WGNAPISupport

/// Creates the schema of a union. As in reading, the alternative that matches a value determines the schema
/// that applies to it.
struct UnionSchema {
  let table: Alternatives
  let alternatives: [(form: Alternatives.Form, schema: JSONSchema)]
  let isOpen: Bool

  var schema: JSONSchema {
    let rest = rest
    let tries = table.untold.count > 1 && !rest.node.keywords.isEmpty
    guard tries || table.untold.count < alternatives.count else { return rest }
    return [JSONSchema.Keyword(.alternatives(table, alternatives.map(\.schema) + [rest]))]
  }

  /// The schema of values whose alternative neither type nor tag determines.
  private var rest: JSONSchema {
    var schemas: [JSONSchema] = []
    var marks: [JSONSchema] = []
    for case (.keys(let keys), let schema) in alternatives {
      schemas.append(schema)
      marks += keys.map { [.type(.object), .required([$0])] }
    }
    if schemas.isEmpty { return isOpen ? .any : refusal }
    guard isOpen else { return [.anyOf(schemas)] }
    // Only values that resemble an alternative must belong to one.
    return marks.isEmpty ? .any : [.if([.anyOf(marks)]), .then([.anyOf(schemas)])]
  }

  /// The schema for the case that no other value is valid. It describes the valid ones, for better messages.
  private var refusal: JSONSchema {
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
    var keywords: [JSONSchema.Keyword] = [.type(types)]
    if let discriminator = table.discriminator, !tags.isEmpty {
      keywords += [
        .required([discriminator]), .properties([discriminator: [.enumeration(JSONSchema.tagValues(tags))]]),
      ]
    }
    return JSONSchema(keywords)
  }
}

extension JSONSchema {
  /// Returns the scalars with these texts.
  fileprivate static func tagValues(_ tags: [String]) -> [JSON] {
    tags.map { JSON.string($0) } + tags.compactMap(otherScalar)
  }

  private static func otherScalar(_ tag: String) -> JSON? {
    if let value = IntegerText.int64(tag), String(value) == tag { return .number(JSONNumber(value)) }
    return tag == "true" ? true : tag == "false" ? false : nil
  }
}
