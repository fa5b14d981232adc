import APIModel
import Diagnostics

/// A module's DocC catalog: the landing page, with the module's types by topic, and an article that lists the requests by their
/// paths.
///
/// DocC would list the types of a module by their kind, in one list each.
struct DocCCatalog {
  let module: Module
  let names: ModuleNames
  let fileNames: FileNames

  /// The files; none for modules whose types DocC doesn't show, because they aren't public.
  ///
  /// - Parameters:
  ///   - pieces: what the module declares.
  ///   - source: the specs, for the generated marker.
  func files(
    _ pieces: [FilePiece], source: String, _ templates: TemplateLibrary, into sink: inout DiagnosticSink
  ) -> [EmittedFile] {
    guard module.access == .public else { return [] }
    let topics = endpointTopics
    let page = DocCModuleView(
      source: source, documentation: module.documentation, article: topics.isEmpty ? nil : article,
      topics: self.topics(pieces, topics))
    let folder = "\(module.name.text)/\(module.name.text).docc"
    var files = [
      EmittedFile(
        path: "\(folder)/\(module.name.text).md",
        text: templates.render(page, with: .docCModule, into: &sink))
    ]
    if !topics.isEmpty {
      let view = DocCEndpointsView(source: source, topics: topics)
      files.append(
        EmittedFile(
          path: "\(folder)/\(article).md", text: templates.render(view, with: .docCEndpoints, into: &sink)))
    }
    return files
  }

  /// Says which modules get no catalog: with a note, or a warning if none gets one.
  static func reportMissing(of modules: [Module], at span: SourceSpan?, into sink: inout DiagnosticSink) {
    let hidden = modules.filter { $0.access != .public }.map { "'\($0.name.text)'" }
    guard !hidden.isEmpty else { return }
    sink.append(
      Diagnostic(
        hidden.count == modules.count ? .warning : .note, .noCatalog,
        "\(wordList(hidden)) \(hidden.count == 1 ? "gets" : "get") no DocC catalog: DocC shows public types only, "
          + "and 'access' isn't public", at: span))
  }

  /// The article's name. No type of the module has it.
  private var article: String { "\(module.name.text)Endpoints" }

  /// The endpoints by group, or by file if they have none.
  private var endpointTopics: [DocCEndpointsView.Topic] {
    var topics: [DocCEndpointsView.Topic] = []
    var positions: [String: Int] = [:]
    for endpoint in module.endpoints {
      let row = DocCEndpointsView.Endpoint(endpoint: endpoint, request: names.request(endpoint))
      let title = title(of: endpoint)
      if let position = positions[title] {
        topics[position].endpoints.append(row)
      } else {
        positions[title] = topics.count
        topics.append(.init(title: title, endpoints: [row]))
      }
    }
    return topics
  }

  private func title(of endpoint: Endpoint) -> String {
    guard endpoint.group.isEmpty else {
      let words = DocComment.plain(endpoint.group.map(\.text).joined(separator: " "))
      return words.prefix(1).uppercased() + words.dropFirst()
    }
    let file = fileNames.file(of: endpoint)
    return file == fileNames.client ? "Requests" : words(of: file).joined(separator: " ")
  }

  /// Other pieces of its section declare nothing of their own.
  private func isConstraints(_ piece: FilePiece) -> Bool {
    piece.place.section == .aliases && piece.name == names.constraints
  }

  private func topics(_ pieces: [FilePiece], _ endpoints: [DocCEndpointsView.Topic]) -> [DocCModuleView.Topic]
  {
    func types(_ sections: FilePiece.Place.Section...) -> [String] {
      pieces.filter { sections.contains($0.place.section) || sections.contains(.models) && isConstraints($0) }
        .sorted { $0.place < $1.place }.map { DocComment.symbol($0.name) }
    }
    let requests = endpoints.map { topic in
      DocCModuleView.Topic(title: topic.title, types: topic.endpoints.map { DocComment.symbol($0.request) })
    }
    let essentials = DocCModuleView.Topic(
      title: "Essentials", article: endpoints.isEmpty ? nil : article,
      types: types(.client, .servers, .errorCodes, .envelopes, .webhooks))
    let models = DocCModuleView.Topic(title: "Types", types: types(.models, .validators))
    return ([essentials] + requests + [models]).filter { $0.article != nil || !$0.types.isEmpty }
  }
}
