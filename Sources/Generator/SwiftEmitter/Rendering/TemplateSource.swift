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

  /// The name of the file that it adds to each module, without its ending; nil if it adds none.
  public var addedFile: String? {
    let prefix = ModuleFileView.prefix
    return name.utf8.starts(with: prefix.utf8) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// The names of the templates that it includes.
  public var includedTemplates: [String] {
    templatePieces(of: text).compactMap { piece in
      if case .tag(let tag) = piece, tag.kind == ">" || tag.kind == "<" { tag.name } else { nil }
    }
  }
}
