import Diagnostics
import OpenAPIReader
import SpecReader

extension SpecLoader {
  /// Reads the argument: a folder of specs, or a JSON Schema file.
  ///
  /// - Parameters:
  ///   - path: the folder or file as the user wrote it.
  ///   - module: the module's name for a single file; nil to derive it from the file's name.
  ///   - sink: receives the diagnostics.
  /// - Returns: the files in the order of their paths. A single file is in a folder with the module's name.
  public func load(_ path: String, module: String?, into sink: inout DiagnosticSink) -> [SpecFile] {
    guard isSpec(path), let bytes = readFile(path, into: &sink) else {
      if sink.hasErrors { return [] }
      if module != nil {
        sink.error(
          .invalidValue,
          "'--module' is for a single file; the modules of a folder are named after its folders",
          at: .unknown(file: path))
      }
      return load(path, into: &sink)
    }
    let name = path.byteParts(separatedBy: "/").last { !$0.isEmpty } ?? "schema"
    let folder = OutputPath.split(path).folder
    return single(
      SpecFile(path: name, displayPath: path, bytes: bytes), module: module,
      others: FilesBeside(
        display: { folder.isEmpty ? $0 : "\(folder)/\($0)" },
        read: { readInside($0, of: folder, into: &$1) }),
      into: &sink)
  }

  /// A document that was given by itself, with the files that it refers to; or a JSON Schema.
  ///
  /// - Parameter file: The file, with its name as path.
  func single(
    _ file: SpecFile, module: String?, others: FilesBeside, into sink: inout DiagnosticSink
  ) -> [SpecFile] {
    var file = file
    let name = file.path
    file.isGivenAlone = true
    if let module, !isIdentifier(module) {
      sink.error(
        .invalidValue,
        "'--module' is '\(visibleText(module))', but a module is named with the letters A to Z, digits and underscores, "
          + "and begins with a letter",
        at: .unknown(file: file.displayPath))
      return []
    }
    if isOpenAPIDocument(file.bytes) {
      let own = module ?? ExportedDocument(file)?.moduleName
      return document(file, in: own ?? moduleName(ofDocument: name), others: others, into: &sink)
    }
    // The argument makes it a schema, whatever its name.
    let known = isSchemaFileName(name) ? name : schemaFileName(name)
    file.path = "\(module ?? moduleName(ofFile: name))/\(known)"
    return [file]
  }

  private func isIdentifier(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    return name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
  }

  /// The bytes of a file; nil if it doesn't exist.
  func readFile(_ path: String, into sink: inout DiagnosticSink) -> [UInt8]? {
    let (folders, name) = OutputPath.split(path)
    guard !name.isEmpty else { return nil }
    let parent = folders.isEmpty && path.hasBytePrefix("/") ? "/" : folders
    do {
      let folder = try Folder.open(parent)
      guard let status = try folder.status(of: name) else { return nil }
      guard status.kind == .file || status.kind == .symbolicLink else {
        if status.kind == .other { reportKind(status.kind, at: path, into: &sink) }
        return nil
      }
      // The user chose the link.
      let file = try folder.file(name, followingLinks: true)
      let found = try file.status()
      guard found.kind == .file else {
        if found.kind == .other { reportKind(found.kind, at: path, into: &sink) }
        return nil
      }
      let limit = documentSizeLimit
      let bytes = found.size > limit ? nil : try file.read(limit: limit + 1)
      guard let bytes, bytes.count <= limit else {
        sink.error(
          .fileTooLarge, "the file is larger than the limit of \(limit) bytes",
          at: .unknown(file: path))
        return nil
      }
      return bytes
    } catch {
      // The path may be a folder, and if it isn't, that is reported there.
      if !error.isAbsence, !error.isNoFolder { sink.append(error.diagnostic) }
      return nil
    }
  }

  private func schemaFileName(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return "\(name[..<dot]).schema\(name[dot...])"
  }

  /// `PetShopSchemas` for `pet-shop.schema.json`, so no type in it has the module's name.
  private func moduleName(ofFile name: String) -> String {
    let stem = name.split(separator: ".").first ?? "schema"
    let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Schemas"
  }
}
