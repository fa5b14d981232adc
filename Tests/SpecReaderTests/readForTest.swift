import APIModel
import Diagnostics
import SpecReader
import Testing

/// Reads specs from text by path, and expects no mistakes in them; notes are none.
func read(_ files: [String: String], sourceLocation: Testing.SourceLocation = #_sourceLocation) -> API {
  let (api, text) = readWithDiagnostics(files)
  #expect(
    text.split(separator: "\n").filter { !$0.contains(": note: ") } == [], sourceLocation: sourceLocation)
  return api
}

/// Reads specs from text by path.
func readWithDiagnostics(_ files: [String: String]) -> (api: API, text: String) {
  var sink = DiagnosticSink()
  let specs = files.map { SpecFile(path: $0.key, displayPath: $0.key, bytes: Array($0.value.utf8)) }
  var api = readSpecs(files: specs, into: &sink)
  for position in api.modules.indices { api.modules[position].normalize() }
  return (api, TextDiagnosticPrinter(showsSource: false).print(sink.sorted()))
}

/// The schema called `A` of a module that has the given schemas.
func readSchema(_ schemas: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> Schema
{
  let api = read(["M/a.yaml": "wgnapi: 1\nschemas:\n" + schemas], sourceLocation: sourceLocation)
  let module = try #require(api.modules.first, sourceLocation: sourceLocation)
  return try #require(
    module.schemas.first { $0.name.text == "A" }, sourceLocation: sourceLocation
  ).schema
}

/// A module with one server, the given keys and the given definitions.
func readModule(
  _ keys: String = "", _ definitions: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> Module {
  let api = read(
    [
      "M/module.yaml": "wgnapi: 1\nmodule:\n  servers: {eu: https://api.example.com/}\n" + keys,
      "M/a.yaml": "wgnapi: 1\n" + definitions,
    ], sourceLocation: sourceLocation)
  return try #require(api.modules.first, sourceLocation: sourceLocation)
}
