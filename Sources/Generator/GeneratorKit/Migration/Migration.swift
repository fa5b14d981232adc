import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// What `wgnapi-gen migrate soag` writes: the `module.yaml` for a document that swift-openapi-generator has generated from.
/// Making it reads the disk, and changes nothing.
public struct Migration: Sendable {
  /// What the user says.
  public struct Options: Sendable {
    /// The folder of a target, or a configuration.
    public var path: String
    /// The OpenAPI document; nil to look for it beside the configuration.
    public var document: String?
    /// The module's folder; nil to use the document's.
    public var output: String?
    /// The module's name; nil to use the folder's.
    public var module: String?

    public init(path: String = ".", document: String? = nil, output: String? = nil, module: String? = nil) {
      (self.path, self.document, self.output, self.module) = (path, document, output, module)
    }
  }

  /// The path of the `module.yaml`.
  public private(set) var path = ""
  /// What it says.
  public private(set) var text = ""
  /// What a file of this name says already; nil without one.
  public private(set) var old: [UInt8]?
  /// What is left to do, a line each.
  public private(set) var hints: [String] = []
  /// The files that were read, for excerpts.
  public private(set) var files: [SpecFile] = []

  /// Whether there is a file that says something else.
  public var isDifferent: Bool { old.map { $0 != Array(text.utf8) } ?? false }

  /// Plans the file. If `sink` has errors afterwards, nothing may be written.
  public init(_ options: Options, into sink: inout DiagnosticSink) {
    guard let found = findMigrationFiles(options.path, document: options.document, into: &sink),
      let bytes = readSmallFile(found.config, what: "a configuration is a file", into: &sink)
    else { return }
    files = [SpecFile(path: found.config, displayPath: found.config, bytes: bytes)]
    let config = readSwiftOpenAPIConfig(bytes, file: found.config, into: &sink)
    let (documentFolder, documentName) = OutputPath.split(found.document)
    let folder = trimmingFolderPath(options.output ?? documentFolder)
    guard let names = moduleNames(options.module, folder: folder, into: &sink) else { return }
    guard isSpec(found.document) else {
      sink.error(
        .notOpenAPI, "is not an OpenAPI document, whose name ends in .yaml, .yml or .json",
        at: .unknown(file: found.document))
      return
    }
    let document = SpecLoader().load(found.document, module: names.module, into: &sink)
    guard let first = document.first, !sink.hasErrors else { return }
    files += document
    guard first.isGivenAlone, isOpenAPIDocument(first.bytes) else {
      sink.error(
        .notOpenAPI,
        "is not an OpenAPI document: it has no 'openapi' at its top; name another file with '--document'",
        at: .unknown(file: found.document))
      return
    }
    guard let config else { return }
    let place = relativePath(of: documentFolder, in: folder)
    let writer = MigratedModule(
      config: config, configPath: found.config, document: document,
      documentPath: place.map { $0 + documentName } ?? documentName, folderName: names.folder,
      moduleName: names.module)
    let (text, findings) = onLargeStack {
      var sink = DiagnosticSink()
      return (writer.write(into: &sink), sink)
    }
    sink.append(contentsOf: findings)
    guard let text else { return }
    self.text = text
    path = folder.isEmpty ? "module.yaml" : folder + "/module.yaml"
    hints = nextSteps(folder: folder, document: place == nil ? found.document : nil, name: names.folder)
    findOldFile(in: folder, into: &sink)
  }

  /// Writes the file, unless there is one. What it says already isn't written again.
  public func write(into sink: inout DiagnosticSink) {
    guard old == nil else { return }
    let (folder, name) = OutputPath.split(path)
    do {
      try GeneratorKit.write(Array(text.utf8), to: name, in: Folder.make(folder))
    } catch {
      sink.append(error.diagnostic)
    }
  }

  private mutating func findOldFile(in folder: String, into sink: inout DiagnosticSink) {
    for name in ["module.yaml", "module.yml"] {
      do {
        let opened = try Folder.open(folder)
        guard let status = try opened.status(of: name) else { continue }
        path = opened.path(of: name)
        guard status.kind == .file else {
          sink.error(
            .foreignFile,
            "is \(status.kind.description), and a file of this name is to be written; move it away",
            at: .unknown(file: path))
          return
        }
        old = try opened.file(name).read(limit: 1 << 24)
        return
      } catch {
        if error.isAbsence { return }
        sink.append(error.diagnostic)
        return
      }
    }
  }
}

/// The names of a module and its folder. An error where the folder's name can't be a module's.
private func moduleNames(
  _ given: String?, folder: String, into sink: inout DiagnosticSink
) -> (module: String, folder: String)? {
  let resolved = resolvingLinks(of: folder.isEmpty ? "." : folder) ?? folder
  let name = resolved.byteParts(separatedBy: "/").last { !$0.isEmpty } ?? ""
  var problems = DiagnosticSink()
  let module = given ?? name
  checkModuleName(
    Name(module, span: .unknown(file: given == nil ? resolved : "--module")), into: &problems)
  guard let problem = problems.diagnostics.first else { return (module, name) }
  if given != nil {
    sink.append(problem)
  } else {
    sink.error(
      .invalidName,
      "'\(abbreviate(name))' can't be the name of a Swift module, and the module is named after its folder; write '--module NAME'",
      at: .unknown(file: folder.isEmpty ? "." : folder))
  }
  return nil
}

/// The path of a folder from another one that contains it, with a slash at its end unless it is the same; nil if it is
/// elsewhere.
private func relativePath(of inner: String, in outer: String) -> String? {
  guard let inner = resolvingLinks(of: inner.isEmpty ? "." : inner),
    let outer = resolvingLinks(of: outer.isEmpty ? "." : outer)
  else { return nil }
  if inner == outer { return "" }
  let prefix = outer.hasByteSuffix("/") ? outer : outer + "/"
  guard inner.hasBytePrefix(prefix) else { return nil }
  return String(decoding: inner.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) + "/"
}
