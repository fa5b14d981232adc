import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader
import Testing

/// Reads a document whose lines after the title are given.
func readDocument(
  _ text: String, version: String = "3.1.0", files: [String: String] = [:],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> (module: Module, messages: [String]) {
  let key = version == "2.0" ? "swagger: '2.0'" : "openapi: \(version)"
  let head = "\(key)\ninfo: {title: T, version: '1'}\n"
  let document = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array((head + text).utf8))
  let others = files.sorted { $0.key < $1.key }.map {
    SpecFile(path: "M/\($0.key)", displayPath: $0.key, bytes: Array($0.value.utf8))
  }
  var sink = DiagnosticSink()
  var module = try #require(
    readOpenAPI([document] + others, module: "M", into: &sink).modules.first, sourceLocation: sourceLocation)
  module.dropAmbiguousDiscriminators(into: &sink)
  module.setTags()
  module.relaxDeprecated()
  module.shareEqualSchemas()
  module.shareFailures()
  module.findFailurePaths()
  // Few documents of tests describe what is answered.
  let messages = sink.sorted().filter { !$0.message.contains("so the method returns nothing") }.map {
    "\($0.span?.start.line ?? 0): \($0.message)"
  }
  return (module, messages)
}

/// The schema `A` of a document with the given schemas, all of which are read.
func readSchema(
  _ schemas: String, version: String = "3.1.0", sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> (schema: Schema, messages: [String]) {
  let text = "components:\n  schemas:\n" + schemas.split(separator: "\n").map { "    \($0)\n" }.joined()
  let (module, messages) = try readDocument(text, version: version, sourceLocation: sourceLocation)
  let schema = module.schemas.first { $0.name.text == "A" }?.schema
  return (try #require(schema, sourceLocation: sourceLocation), messages)
}
