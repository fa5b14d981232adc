import Diagnostics
import Mustache

/// The templates of a run, parsed: the only place that knows the template engine.
///
/// Mustache renders a name that nobody knows as nothing. In a code generator that is a defect, so each tag's name is
/// marked with its place before parsing, views tell what they know, and the rest is an error at that place.
public struct TemplateLibrary: Sendable {
  private let sources: [TemplateSource]
  private var library = MustacheLibrary()

  /// Parses the templates; those that are not well-formed are reported.
  public init(_ sources: [TemplateSource], into sink: inout DiagnosticSink) {
    self.sources = sources
    for (number, source) in sources.enumerated() {
      do {
        let marked = try MarkedTemplate(source.text, number: number)
        try library.register(marked.text, named: source.name)
      } catch let error as MustacheTemplate.ParserError {
        sink.error(
          .templateSyntax, explanation(of: error.error),
          at: span(source, line: error.context.lineNumber))
      } catch let error as MarkedTemplate.UnbalancedTag {
        sink.error(.templateSyntax, error.message, at: span(source, line: error.line))
      } catch {
        sink.error(.templateSyntax, "\(error)", at: .unknown(file: source.path))
      }
    }
    for source in sources {
      for (line, name) in MarkedTemplate.partials(in: source.text)
      where library.getTemplate(named: name) == nil && !sources.contains(where: { $0.name == name }) {
        sink.error(
          .unknownTemplateName, "there is no template '\(name)'", at: span(source, line: line),
          suggestion: closestMatch(to: name, in: sources.map(\.name)))
      }
    }
  }

  /// The template's text with the view's values; names that the view doesn't know are reported.
  func render(_ view: some TemplateView, with template: String, into sink: inout DiagnosticSink) -> String {
    let root = RootView(view)
    guard let template = library.getTemplate(named: template) else { return "" }
    let text = template.render(root, library: library)
    for unknown in root.unknownNames {
      let source = sources.indices.contains(unknown.template) ? sources[unknown.template] : nil
      sink.error(
        .unknownTemplateName, "'\(unknown.name)' has no value here",
        at: source.map { span($0, line: unknown.line) },
        suggestion: closestMatch(to: unknown.name, in: view.names))
    }
    return text
  }

  private func span(_ source: TemplateSource, line: Int) -> SourceSpan {
    let place = SourceLocation(line: line, column: 1, offset: 0)
    return SourceSpan(file: source.path, start: place, end: place)
  }

  private func explanation(of error: any Error) -> String {
    switch error {
    case MustacheTemplate.Error.sectionCloseNameIncorrect:
      "a section is closed by another name than it was opened with"
    case MustacheTemplate.Error.unfinishedName: "a tag is not finished with '}}'"
    case MustacheTemplate.Error.expectedSectionEnd: "a section is not closed"
    default: "the template is not well-formed (\(error))"
    }
  }
}
