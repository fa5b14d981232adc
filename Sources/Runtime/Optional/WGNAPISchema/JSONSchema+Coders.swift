import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A coder that says which JSON it reads.
///
/// The types and coders of the runtime, models, unions and enumerations don't need it. Without it, a coder of yours is
/// assumed to read any JSON.
public protocol JSONSchemaProviding {
  /// The schema of the JSON that can be read.
  static var schema: JSONSchema { get }
}

extension JSONSchema {
  /// Creates the schema of a coder, such as a model. It is resolved on first use, so that models can refer to
  /// themselves, and doesn't appear in keyword locations.
  public init<C: JSONCoder>(of coder: C.Type) { self = .value(coder) }

  /// Returns the schema of a coder, like `init(of:)`.
  public static func value<C: JSONCoder>(_ coder: C.Type) -> JSONSchema { CoderSchemas.reference(to: coder) }
}

/// The schemas of coders, one per type, so that each is compiled once.
private enum CoderSchemas {
  private static let mutex = Mutex()
  nonisolated(unsafe) private static var schemas: [ObjectIdentifier: JSONSchema] = [:]

  static func reference(to coder: any JSONCoder.Type) -> JSONSchema {
    mutex.withLock {
      if let schema = schemas[ObjectIdentifier(coder)] { return schema }
      let schema = JSONSchema.reference { Self.schema(of: coder) }
      schemas[ObjectIdentifier(coder)] = schema
      return schema
    }
  }

  private static func schema(of coder: any JSONCoder.Type) -> JSONSchema {
    switch coder {
    case let coder as any JSONSchemaProviding.Type: coder.schema
    case let model as any JSONModel.Type: schema(ofModel: model)
    case let union as any JSONUnion.Type: schema(ofUnion: union)
    case let newtype as any Newtype.Type: schema(ofNewtype: newtype)
    case let enumeration as any OpenEnumeration.Type: schema(ofOpen: enumeration)
    case let enumeration as any ClosedEnumeration.Type: schema(ofClosed: enumeration)
    default: .any
    }
  }

  // MARK: Models

  private static func schema<Model: JSONModel>(ofModel model: Model.Type) -> JSONSchema {
    let table = model.layout.table
    return table.form == .object ? objectSchema(table) : tupleSchema(table)
  }

  private static func objectSchema(_ table: FieldTable) -> JSONSchema {
    let fields = (0..<table.count).map { table.fields[$0] }
    var keywords: [JSONSchema.Keyword] = [
      .type(.object),
      .properties(JSONSchema.Entries(fields.map { (key: $0.key.text, value: schema(of: $0)) })),
    ]
    let required = fields.filter { !$0.presence.acceptsAbsence }.map(\.key.text)
    if !required.isEmpty { keywords.append(.required(required)) }
    if table.isClosed {
      keywords.append(.additionalProperties(.never))
    } else if let additional = table.additional {
      let values = JSONSchema.merged(
        [reference(to: additional.operations.valueCoder)]
          + (additional.constraint.map { [JSONSchema($0)] } ?? []))
      keywords.append(.additionalProperties(additional.isSecret ? values.hidden : values))
    }
    return whole(keywords, table)
  }

  private static func tupleSchema(_ table: FieldTable) -> JSONSchema {
    let fields = (0..<table.count).map { table.fields[$0] }
    return whole(
      [
        .type(.array), .prefixItems(fields.map(schema)), .items(.never),
        .minItems(table.leastCount),
      ], table)
  }

  /// Returns the schema of an object or a tuple with the constraint on it as a whole.
  private static func whole(_ keywords: [JSONSchema.Keyword], _ table: FieldTable) -> JSONSchema {
    guard let constraint = table.constraint else { return JSONSchema(keywords) }
    let own = JSONSchema(constraint)
    return JSONSchema(keywords + [JSONSchema.Keyword(.inline(table.hasSecrets ? own.hidden : own))])
  }

  private static func schema(of field: FieldTable.Field) -> JSONSchema {
    let value = field.operations.coder.map { reference(to: $0) } ?? .any
    var schema = field.constraint.map { .merged([value, JSONSchema($0)]) } ?? value
    if field.isSecret { schema = schema.hidden }
    return field.presence.acceptsNull ? .nullable(schema) : schema
  }

  // MARK: Unions

  private static func schema<Choice: JSONUnion>(ofUnion union: Choice.Type) -> JSONSchema {
    let table = union.union
    let alternatives = table.alternatives.map { alternative in
      (
        form: alternative.form,
        schema: constrained(reference(to: alternative.coder), by: alternative.constraint)
      )
    }
    let own = UnionSchema(table: table.table, alternatives: alternatives, isOpen: table.fallback != nil)
      .schema
    let schema = table.constraint.map { [.ref { own }, .allOf([JSONSchema($0)])] } ?? own
    return union is any SecretUnion.Type ? schema.hidden : schema
  }

  // MARK: Values

  private static func schema<Value: Newtype>(ofNewtype newtype: Value.Type) -> JSONSchema {
    let schema = constrained(reference(to: Value.RawValue.self), by: newtype.constraints)
    return newtype is any SecretNewtype.Type ? schema.hidden : schema
  }

  private static func schema<Value: OpenEnumeration>(ofOpen enumeration: Value.Type) -> JSONSchema {
    constrained(reference(to: Value.RawValue.self), by: enumeration.constraints)
  }

  private static func schema<Value: ClosedEnumeration>(ofClosed enumeration: Value.Type) -> JSONSchema {
    let known = enumeration.allCases.map { (try? JSON(encoding: $0.rawValue)) ?? .null }
    return constrained([.enumeration(known)], by: enumeration.constraints)
  }

  private static func constrained(_ schema: JSONSchema, by constraint: Constraint?) -> JSONSchema {
    constraint.map { .merged([schema, JSONSchema($0)]) } ?? schema
  }
}
