/// The text of one template.
public struct TemplateSource: Sendable, Hashable {
  /// The name that other templates use: `struct`.
  public var name: String
  /// The origin, for messages: `Templates/struct.mustache`.
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
