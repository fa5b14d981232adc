import APIModel
import Diagnostics

extension API {
  /// Adds models for the JSON Schema documents of all modules: for each document, and each schema in its `$defs`,
  /// that describes something with a Swift type. If one doesn't, a note says why.
  public func modelingSchemas(into sink: inout DiagnosticSink) -> API {
    var api = self
    for position in api.modules.indices {
      if let graph = api.modules[position].schemaGraph {
        var models = SchemaModels(graph, in: api.modules[position])
        api.modules[position].schemas += models.build()
        sink.append(contentsOf: models.notes)
      }
      api.modules[position].applyModelTypes(into: &sink)
    }
    return api
  }
}

extension Module {
  /// Gives models of JSON Schema documents the user-defined types.
  fileprivate mutating func applyModelTypes(into sink: inout DiagnosticSink) {
    for chosen in modelTypes {
      guard
        let position = schemas.firstIndex(where: { $0.source != nil && $0.name.text == chosen.name.text })
      else {
        let models = schemas.filter { $0.source != nil }.map(\.name.text)
        let isWritten = schemas.contains { $0.source == nil && $0.name.text == chosen.name.text }
        sink.warning(
          .unusedDefinition,
          "no JSON Schema document of the module has a model '\(chosen.name.text)'"
            + (isWritten ? "; beside the schema of this name in the specs, write 'swift'" : ""),
          at: chosen.name.span,
          suggestion: isWritten ? nil : closestMatch(to: chosen.name.text, in: models))
        continue
      }
      schemas[position].schema.ownType = chosen.type
      schemas[position].schema.isNewtype = false
      schemas[position].schema.validator = schemas[position].source
    }
  }
}

/// Finds the schemas of a module's documents that can have models, and builds these.
private struct SchemaModels {
  let graph: SchemaGraph
  let module: Module
  private(set) var notes: [Diagnostic] = []
  /// How often models are rebuilt because others turned out to be impossible.
  private static let maximumRounds = 16
  /// The schemas to build models for, in source order.
  private var candidates: [(id: SchemaNode.ID, name: String)] = []

  init(_ graph: SchemaGraph, in module: Module) {
    self.graph = graph
    self.module = module
    // A prefix, if any, precedes all of these.
    var names = module.schemas.map { SwiftName.type($0.name.text, override: $0.schema.swiftName?.text) }
    names += module.endpoints.map { SwiftName.request($0) }
    names += module.slices.map { SwiftName.type($0.name.text) }
    names += graph.documents.map { SchemaNames.type(of: $0) }
    var taken = NumberedNames(avoiding: names, ignoringCase: true)
    for (position, document) in graph.documents.enumerated() where document.isOwn {
      let title = upperCamelCase(document.name.text)
      claim([title], for: document.root, &taken)
      let definitions = graph.nodes.indices.filter {
        let node = graph.nodes[$0]
        return node.document == position && node.path.count == 2 && node.path.first == "$defs"
      }
      for definition in definitions.sorted(by: { graph.nodes[$0].span.start < graph.nodes[$1].span.start }) {
        let name = upperCamelCase(graph.nodes[definition].path[1])
        claim([name, title + name], for: SchemaNode.ID(definition), &taken)
      }
    }
  }

  /// Takes the first free name, or the last one with a number.
  private mutating func claim(_ names: [String], for id: SchemaNode.ID, _ taken: inout NumberedNames) {
    let types = names.map { SwiftName.type($0) }
    let free = types.first { taken.takeIfFree($0) }
    candidates.append((id, free ?? taken.take(types.last ?? "Value")))
  }

  /// The models. Leaves out those that turn out to be impossible, and rebuilds the models that refer to them.
  mutating func build() -> [NamedSchema] {
    var refused: [SchemaNode.ID: String] = [:]
    for _ in 1...Self.maximumRounds {
      let kept = candidates.filter { refused[$0.id] == nil }
      var builder = SchemaModelBuilder(
        graph, names: Dictionary(kept.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }),
        formatTypes: module.formatTypes)
      var models: [NamedSchema] = []
      let before = refused.count
      for (id, name) in kept {
        do throws(SchemaModelBuilder.Refusal) {
          var model = NamedSchema(name: Name(name, span: graph[id].span), schema: try builder.model(of: id))
          model.source = id
          models.append(model)
        } catch {
          refused[id] = error.reason
        }
      }
      models = models.namingDates()
      if refused.count == before {
        for (id, reason) in problems(of: models) { refused[id] = reason }
      }
      if refused.count == before {
        report(refused)
        let index = SchemaIndex(models)
        return models.map { model in
          var model = model
          model.schema = model.schema.withValidatorsToTry(in: index)
          return model
        }
      }
    }
    for (id, _) in candidates where refused[id] == nil {
      refused[id] = "too many of the schemas that it refers to have none"
    }
    report(refused)
    return []
  }

  /// The errors that the emitter would report, so that a schema without a Swift type never fails a run.
  private func problems(of models: [NamedSchema]) -> [(SchemaNode.ID, String)] {
    var trial = module
    trial.schemas += models
    var sink = DiagnosticSink()
    let names = TypeNames(module: trial, into: &sink)
    return models.compactMap { model in
      guard let id = model.source else { return nil }
      var lowering = SchemaLowering(names: names)
      lowering.declare(
        model.schema, as: Place(name: SwiftName.type(model.name.text)), wrapped: names.needsWrapper(model))
      return lowering.sink.diagnostics.first { $0.severity == .error }.map { problem in
        (id, problem.message.withoutAdvice)
      }
    }
  }

  private mutating func report(_ refused: [SchemaNode.ID: String]) {
    for (id, name) in candidates {
      guard let reason = refused[id] else { continue }
      notes.append(
        Diagnostic(.note, .noModel, "'\(name)' gets a validator but no model: \(reason)", at: graph[id].span))
    }
  }
}

extension String {
  /// The message without advice for the author of a spec, which doesn't apply to a schema. The advice follows the
  /// last semicolon outside of quotes.
  var withoutAdvice: String {
    var isInQuotes = false
    for index in indices.reversed() {
      if self[index] == "'" { isInQuotes.toggle() }
      if self[index] == ";", !isInQuotes { return String(self[..<index]) }
    }
    return self
  }
}
