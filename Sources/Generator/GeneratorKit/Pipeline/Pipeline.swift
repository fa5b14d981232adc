import APIModel
import Diagnostics
import OpenAPIReader
import SchemaValues
import SpecReader
import SwiftEmitter

/// The way from specs to Swift: sources, front ends, passes, emission, output trees. Nothing here reads or writes a file.
enum Pipeline {
  /// One for each kind of source. The last one reads what the others leave.
  static let frontEnds: [any FrontEnd] = [
    ExportedDocuments(), GivenDocument(), DocumentFolders(), SpecFolders(),
  ]

  /// Reads specs into the representation that the emitter takes.
  ///
  /// - Returns: nil if the specs have errors.
  static func read(_ sources: inout SpecSources, into sink: inout DiagnosticSink) -> API? {
    var reading = DiagnosticSink()
    defer {
      sink.append(
        contentsOf: reading.diagnostics.map { [places = sources.places] in
          hintAtParent(places.shown($0), of: sources.all)
        })
    }
    let modules = frontEnds.flatMap { $0.read(&sources, into: &reading) }
    let api = API(modules: modules.map { $0.prepared(into: &reading) })
    if api.modules.contains(where: { $0.origin == .document }) {
      checkModuleNames(api.modules, into: &reading)
    }
    guard !reading.hasErrors else { return nil }
    return api.passed(into: &reading)
  }

  /// Writes modules, and tests of them, in Swift.
  ///
  /// - Returns: no files if there are errors.
  static func generate(
    _ sources: SpecSources, templates: [TemplateSource], withTests: Bool, threads: Int,
    as declared: DeclaredFiles?, with additions: Additions = Additions()
  ) -> GeneratedOutput {
    var sink = DiagnosticSink()
    let library = TemplateLibrary(templates, into: &sink)
    var sources = sources
    guard let api = read(&sources, into: &sink), !sink.hasErrors else {
      return GeneratedOutput(diagnostics: sink.sorted())
    }
    var emission = DiagnosticSink()
    let names = sources.namesOfGivenFiles
    let files = emit(
      api, templates: library, threads: threads, names: names, as: declared, with: additions,
      into: &emission)
    let tests =
      withTests ? emitTests(api, templates: library, threads: threads, names: names, into: &emission) : []
    sink.append(contentsOf: emission.diagnostics.map(sources.places.shown))
    guard !sink.hasErrors else { return GeneratedOutput(diagnostics: sink.sorted()) }
    let modules = Set(api.modules.map(\.name.text))
    let output = GeneratedOutput(
      modules: OutputTree(emitted: files, modules, templates, into: &sink),
      tests: OutputTree(emitted: tests, Set(modules.map { "\($0)Tests" }), templates, into: &sink),
      diagnostics: sink.sorted())
    return sink.hasErrors ? GeneratedOutput(diagnostics: sink.sorted()) : output
  }
}

extension Pipeline {
  /// The errors of emission. Nothing is rendered, because that takes most of the time. Rendering itself refuses only views with
  /// millions of values, which this doesn't find.
  static func emissionErrors(of api: API, _ sources: SpecSources, threads: Int) -> [Diagnostic] {
    var sink = DiagnosticSink()
    _ = emit(api, templates: .empty, threads: threads, names: sources.namesOfGivenFiles, into: &sink)
    var (sources, reading) = (sources, DiagnosticSink())
    if sink.hasErrors { _ = sources.takeExportedSpecs(into: &reading) }
    return sink.sorted().filter { $0.severity == .error }.map(sources.places.shown)
  }
}

extension Module {
  /// The passes that make modules of all front ends alike, in their order. They run even if a module has errors.
  func prepared(into sink: inout DiagnosticSink) -> Module {
    var module = self
    switch origin {
    case .specs:
      module.normalize()
    case .document:
      // A spec says these things itself. In a document, which wasn't written for this, they have to be found. `OpenAPIReader`
      // simplifies schemas one by one, so they aren't normalized again: the schemas of `if`, `contains` and `propertyNames`
      // would become open enumerations, which any text satisfies.
      module.dropAmbiguousDiscriminators(into: &sink)
      module.setTags()
      module.relaxDeprecated()
      module.shareEqualSchemas()
      module.shareFailures()
      module.findFailurePaths()
    }
    module.fitExamples()
    return module
  }
}

extension API {
  /// The passes between preparation and emission, in their order. Each decides by itself which modules it concerns.
  fileprivate func passed(into sink: inout DiagnosticSink) -> API {
    // Reports change nothing, and that on examples takes as long as all changes.
    let (reports, (api, changes)) = bothOnLargeStacks {
      var sink = DiagnosticSink()
      reportUnused(into: &sink)
      reportAmbiguousUnions(into: &sink)
      reportTwinEndpoints(into: &sink)
      reportInvalidExamples(into: &sink)
      return sink
    } _: {
      var sink = DiagnosticSink()
      let api = droppingOwnModules(into: &sink).keepingValidExamples().separatingDirections(into: &sink)
        .modelingSchemas(into: &sink)
        .applyingFormatTypes(into: &sink).resolvingNames(into: &sink).choosingStorage()
      api.reportEndlessSchemas(into: &sink)
      return (api, sink)
    }
    sink.append(contentsOf: reports)
    sink.append(contentsOf: changes)
    return api
  }
}
