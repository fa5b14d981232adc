/// A JSON Schema document: an enum without cases, with a member for each named schema.
struct SchemaDocumentView: TemplateView {
  static let fields = TemplateFields<SchemaDocumentView>([
    .text("name", "the type's name") { $0.name },
    .lines("documentation", "the type's documentation comment") { $0.documentation },
    .views("members", "the schemas that have names") { $0.members },
  ])

  let name: String
  let documentation: [String]
  let members: [SchemaMemberView]
}

/// A named schema.
struct SchemaMemberView: TemplateView {
  static let fields = TemplateFields<SchemaMemberView>([
    .flag("isFirst", "whether it is the first") { $0.isFirst },
    .lines("documentation", "the member's documentation comment") { $0.documentation },
    .text("name", "the member's name, in backticks where needed") { $0.name },
    .text("type", "the member's type: `JSONSchema`, or `JSONSchema.DynamicAnchors`") { $0.type },
    .flag("isPublic", "whether it has the module's access level; others are internal") { $0.isPublic },
    .text("value", "the schema, as an expression") { $0.value.text },
  ])

  let isFirst: Bool
  let documentation: [String]
  let name: String
  let type: String
  let isPublic: Bool
  let value: Code
}

/// The type that contains the constraints of aliases.
struct ConstraintsView: TemplateView {
  static let fields = TemplateFields<ConstraintsView>([
    .text("name", "the type's name: `Constraints`") { $0.name }
  ])

  let name: String
}
