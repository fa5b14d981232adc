import APIModel
import Diagnostics
import SpecReader
import SwiftEmitter

/// Generates Swift from specs: reading, passes, emission. Doesn't access the disk.
///
/// A run ends only between stages, so it reports every mistake that a stage can find. The output depends only on the
/// specs' relative paths, their content and the templates, not on the location of the folder.
///
/// - Parameters:
///   - specs: all files of the specs folder, in any order.
///   - references: files that JSON Schema documents among the specs may refer to by URI.
///   - templates: all templates, as returned by `loadTemplates`.
///   - threads: the number of files to render at once. It doesn't affect the output.
/// - Returns: the output, empty if there are errors, and the diagnostics in order of their positions.
public func generate(
  specs: [SpecFile], references: [ReferencedFile] = [], templates: [TemplateSource], threads: Int
) -> (OutputTree, [Diagnostic]) {
  let output = generateAll(
    specs: specs, references: references, templates: templates, withTests: false, threads: threads)
  return (output.modules, output.diagnostics)
}

/// The output of a run.
public struct GeneratedOutput: Sendable {
  /// The modules.
  public var modules = OutputTree()
  /// Their tests: a folder for each module's test target.
  public var tests = OutputTree()
  /// The diagnostics in order of their positions.
  public var diagnostics: [Diagnostic] = []
}

/// Generates modules like ``generate(specs:references:templates:threads:)``, and tests of them.
///
/// - Parameters:
///   - specs: all files of the specs folder, in any order.
///   - references: files that JSON Schema documents among the specs may refer to by URI.
///   - templates: all templates, as returned by `loadTemplates`.
///   - withTests: whether to generate tests.
///   - threads: the number of files to render, or of modules to write tests of, at once. It doesn't affect the output.
///   - declared: the files to write; nil to have a file for each spec file, or for each tag of a document.
/// - Returns: the output, empty if there are errors.
public func generateAll(
  specs: [SpecFile], references: [ReferencedFile] = [], templates: [TemplateSource], withTests: Bool,
  threads: Int, as declared: DeclaredFiles? = nil
) -> GeneratedOutput {
  generateAll(
    specs: specs, references: references, templates: templates, withTests: withTests, threads: threads,
    as: declared, with: Additions())
}

/// Generates modules and tests, and what modules have besides what their specs say.
package func generateAll(
  specs: [SpecFile], references: [ReferencedFile], templates: [TemplateSource], withTests: Bool, threads: Int,
  as declared: DeclaredFiles? = nil, with additions: Additions
) -> GeneratedOutput {
  onLargeStack {
    Pipeline.generate(
      SpecSources(specs, references), templates: templates, withTests: withTests, threads: max(1, threads),
      as: declared, with: additions)
  }
}

/// Finds what the generator refuses to write, although it can be read. Tools that work with what was read would go by a spec that
/// nobody can generate from.
public func checkEmission(
  _ api: API, of specs: [SpecFile], references: [ReferencedFile] = [], threads: Int,
  into sink: inout DiagnosticSink
) {
  let found = onLargeStack {
    Pipeline.emissionErrors(of: api, SpecSources(specs, references), threads: max(1, threads))
  }
  sink.append(contentsOf: found)
}

/// Reads specs into the intermediate representation for the emitter: the first stages.
///
/// Its spans contain paths below the specs folder; those of the diagnostics are paths as users know them.
///
/// - Returns: nil if the specs have errors.
public func readAPI(
  _ specs: [SpecFile], references: [ReferencedFile] = [], into sink: inout DiagnosticSink
) -> API? {
  var places = SourcePlaces()
  return readAPI(specs, references: references, places: &places, into: &sink)
}

/// Reads specs like ``readAPI(_:references:into:)``.
///
/// - Parameter places: Takes where users find what is at the places of the representation.
package func readAPI(
  _ specs: [SpecFile], references: [ReferencedFile], places: inout SourcePlaces,
  into sink: inout DiagnosticSink
) -> API? {
  let (api, found, ownPlaces) = onLargeStack {
    var sink = DiagnosticSink()
    var sources = SpecSources(specs, references)
    let api = Pipeline.read(&sources, into: &sink)
    return (api, sink, sources.places)
  }
  sink.append(contentsOf: found)
  places.add(ownPlaces)
  return api
}
