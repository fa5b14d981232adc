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
    .text("declaration", "`static let …`, all of it") { $0.declaration },
  ])

  let isFirst: Bool
  let documentation: [String]
  let declaration: String
}

/// The type that contains the schemas of aliases.
struct SchemasView: TemplateView {
  static let fields = TemplateFields<SchemasView>([
    .text("name", "the type's name: `Schemas`") { $0.name }
  ])

  let name: String
}
