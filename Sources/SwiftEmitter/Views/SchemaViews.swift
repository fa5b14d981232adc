/// A JSON Schema document: an enum without cases that has a member for each schema with a name.
struct SchemaDocumentView: TemplateView {
  let names = ["name", "documentation", "members"]
  let name: String
  let documentation: [String]
  let members: [SchemaMemberView]

  func value(of name: String) -> Any? {
    switch name {
    case "name": self.name
    case "documentation": documentation
    case "members": members
    default: nil
    }
  }
}

/// A schema that has a name.
struct SchemaMemberView: TemplateView {
  let names = ["isFirst", "documentation", "declaration"]
  let isFirst: Bool
  let documentation: [String]
  let declaration: String

  func value(of name: String) -> Any? {
    switch name {
    case "isFirst": isFirst
    case "documentation": documentation
    case "declaration": declaration
    default: nil
    }
  }
}
