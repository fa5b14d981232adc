import APIModel
import SpecInference
import TrafficEvidence

/// A new endpoint with the schemas that only it and other new ones need, as text.
struct SpecAddition {
  struct Schema {
    var name: String
    /// The file that it is added to.
    var file: String
    var text: String
  }

  /// What it is in reports: `GET /books/{id}`.
  var label: String
  var file: String
  var text: String
  var schemas: [Schema]

  /// The additions of a module's endpoints.
  ///
  /// - Parameter guardian: Keeps secrets out of them.
  static func all(of module: Module, _ known: KnownSpec, _ guardian: SecretGuard) -> [SpecAddition] {
    let writer = SpecFilesWriter(
      module, usualEnvelope: known.isDefaultEnvelope ? known.envelope?.name.text : nil,
      clean: guardian.clean)
    var files: [String: String] = [:]
    return module.endpoints.map { endpoint in
      let schemas = module.newSchemas(of: endpoint).map { schema in
        let name = schema.name.text
        let file = files[name] ?? endpoint.span.file
        files[name] = file
        return Schema(name: name, file: file, text: writer.block(schema))
      }
      let method = endpoint.methods.first?.rawValue.uppercased() ?? ""
      return SpecAddition(
        label: guardian.clean("\(method) /\(endpoint.path.text)"), file: endpoint.span.file,
        text: writer.block(endpoint), schemas: schemas)
    }
  }

  /// The files with this.
  ///
  /// - Parameters:
  ///   - files: The files so far, by their paths.
  ///   - written: The schemas that have been added.
  func adding(to files: [String: [UInt8]], _ written: inout Set<String>) throws(EditRefusal) -> [String:
    [UInt8]]
  {
    var files = files
    try Self.append([text], to: "endpoints", of: file, &files)
    for schema in schemas where written.insert(schema.name).inserted {
      try Self.append([schema.text], to: "schemas", of: schema.file, &files)
    }
    return files
  }

  private static func append(
    _ blocks: [String], to section: String, of file: String, _ files: inout [String: [UInt8]]
  ) throws(EditRefusal) {
    // A new file has the line ends of the others.
    let hasReturns =
      files.values.contains { $0.contains(0x0D) } && files.values.allSatisfy(SpecDocument.hasReturns)
    let bytes = files[file] ?? Array("wgnapi: 1\(hasReturns ? "\r\n" : "\n")".utf8)
    guard let document = SpecDocument(bytes) else {
      throw EditRefusal("the file isn't one document of YAML in UTF-8")
    }
    let change = try document.append(blocks, to: section)
    guard let text = TextChange.apply([change], to: bytes) else {
      throw EditRefusal("the text can't be changed safely")
    }
    files[file] = text
  }
}
