import APIModel
import Diagnostics
import Mustache  // Missing? Build the generator with: swift build --traits Generator

/// The parsed and checked templates of a run. Only this type and the views know the template engine.
///
/// Mustache renders an unknown name as nothing, and a list as debug text. In a code generator, that is a defect, so
/// templates are checked against the names of their views before anything is rendered.
public struct TemplateLibrary: Sendable {
  private let sources: [TemplateSource]
  private var library = MustacheLibrary()
  private var common: CommonView?
  private let escaping: TemplateEscaping

  /// Parses and checks the templates.
  public init(_ sources: [TemplateSource], into sink: inout DiagnosticSink) {
    self.init(sources, catalogue: templateCatalogue, into: &sink)
  }

  /// - Parameters:
  ///   - catalogue: the templates that are rendered with views.
  ///   - escaping: how values are escaped when they are printed.
  package init(
    _ sources: [TemplateSource], catalogue: [CatalogueEntry], escaping: TemplateEscaping = .none,
    into sink: inout DiagnosticSink
  ) {
    self.sources = sources
    self.escaping = escaping
    var parsed: [String: (source: TemplateSource, template: ParsedTemplate)] = [:]
    for source in sources {
      do {
        let template = try ParsedTemplate(source.text)
        try library.register(template.text, named: source.name)
        parsed[source.name] = (source, template)
      } catch let error as MustacheTemplate.ParserError {
        sink.error(
          .templateSyntax, explanation(of: error.error),
          at: source.span(at: SourceLocation(line: error.context.lineNumber, column: 1, offset: 0)))
      } catch let error as ParsedTemplate.SyntaxError {
        sink.error(.templateSyntax, error.message, at: source.span(at: error.place))
      } catch {
        sink.error(.templateSyntax, "\(error)", at: .unknown(file: source.path))
      }
    }
    let names = sources.map(\.name)
    for source in sources {
      for (name, place) in parsed[source.name]?.template.nodes.flatMap(\.partials) ?? []
      where !names.contains(name) {
        sink.error(
          .unknownTemplateName, "there is no template '\(name)'", at: source.span(at: place),
          suggestion: closestMatch(to: name, in: names))
      }
    }
    var checker = TemplateChecker(parsed)
    let added = addedFiles.map { CatalogueEntry(.moduleFile($0)) }
    for entry in catalogue + added { checker.check(entry.template, names: entry.names, into: &sink) }
  }

  /// A library without templates, which renders everything as nothing.
  package static var empty: Self {
    var sink = DiagnosticSink()
    return Self([], catalogue: [], into: &sink)
  }

  /// The templates of files that are added to each module.
  var addedFiles: [TemplateSource] { sources.filter { $0.addedFile != nil } }

  /// The same templates for a module.
  package func of(_ module: Module) -> Self {
    var copy = self
    copy.common = CommonView(module)
    return copy
  }

  /// Renders the template with the view's values.
  ///
  /// - Parameter limit: the maximum number of look-ups.
  package func render<View>(
    _ view: View, with template: Template<View>, limit: Int = RenderingBudget.usualLimit,
    into sink: inout DiagnosticSink
  ) -> String {
    guard let parsed = library.getTemplate(named: template.name) else { return "" }
    let budget = RenderingBudget(limit: limit)
    let text = parsed.render(
      RenderedView(view, common: common, budget: budget, escaping: escaping), library: library)
    if budget.isExhausted {
      sink.error(
        .templateSyntax, "nested lists have more than \(limit) values here",
        at: sources.first { $0.name == template.name }.map { .unknown(file: $0.path) })
    }
    return text
  }

  private func explanation(of error: any Error) -> String {
    switch error {
    case MustacheTemplate.Error.sectionCloseNameIncorrect:
      "a section is closed with another name than it was opened with"
    case MustacheTemplate.Error.unfinishedName: "a tag is not finished with '}}'"
    case MustacheTemplate.Error.expectedSectionEnd: "a section is not closed"
    default: "the template is not well-formed (\(error))"
    }
  }
}
