/// The text of one template.
public struct TemplateSource: Sendable, Hashable {
  /// What other templates call it: `struct`.
  public var name: String
  /// Where it came from, for messages: `Templates/struct.mustache`.
  public var path: String
  public var text: String

  public init(name: String, path: String, text: String) {
    self.name = name
    self.path = path
    self.text = text
  }

  /// The names of the templates that it includes.
  public var includedTemplates: [String] {
    templatePieces(of: text).compactMap { piece in
      if case .tag(let tag) = piece, tag.kind == ">" || tag.kind == "<" { tag.name } else { nil }
    }
  }
}
