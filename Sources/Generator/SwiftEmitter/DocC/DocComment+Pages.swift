/// Texts of specs on DocC's pages, cleaned like those in comments.
extension DocComment {
  /// A summary as lines of Markdown.
  static func text(summary: String?) -> [String] { page(lines(summary: summary)) }

  /// Details as lines of Markdown.
  static func text(details: String?) -> [String] { page(lines(summary: nil, details: details)) }

  /// Lines of a comment as those of a page. Headings are two levels lower: the page has a title and sections of its own.
  private static func page(_ lines: [String]) -> [String] {
    var isCode = false
    return uncommented(lines).map { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return isCode || isFence || !line.hasPrefix("#") ? line : "##\(line)"
    }
  }

  /// A text as a cell of a table.
  static func cell(_ markdown: String) -> String { markdown.replacing("|", with: "\\|") }

  /// The name of a type as in a link: without the backticks of keywords.
  static func symbol(_ name: String) -> String { name.replacing("`", with: "") }

  private static func uncommented(_ lines: [String]) -> [String] {
    lines.map { String($0.dropFirst($0 == "///" ? 3 : 4)) }
  }
}
