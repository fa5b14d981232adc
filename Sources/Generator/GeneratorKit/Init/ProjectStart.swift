import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// What `wgnapi-gen init` writes and changes. Making it reads the disk, and changes nothing.
public struct ProjectStart: Sendable {
  /// A new file, or a changed one.
  public struct File: Sendable {
    public var path: String
    public var text: String
    /// The content before; nil for a new file.
    public var old: [UInt8]?
  }

  /// The files, in the order in which they are written.
  public private(set) var files: [File] = []
  /// What is generated from the specs.
  public private(set) var output = OutputTree()
  /// What is left to do, a line each.
  public private(set) var hints: [String] = []

  /// What the user says.
  public struct Options: Sendable {
    /// An OpenAPI document; nil for an example spec.
    public var document: String?
    /// The module's name; nil for one that fits.
    public var module: String?
    /// The URL or the local path of the package with the runtime.
    public var package: String

    public init(document: String? = nil, module: String? = nil, package: String) {
      (self.document, self.module, self.package) = (document, module, package)
    }
  }

  /// The folder for generated code.
  public static let outputFolder = "Generated"

  /// Plans the start of the project in the working directory. If `sink` has errors afterwards, nothing may be written.
  public init(_ options: Options, into sink: inout DiagnosticSink) {
    if exists(Project.fileName) {
      sink.error(
        .foreignFile,
        "the project has settings already; add a job to them, or remove the file to begin again",
        at: .unknown(file: Project.fileName))
      return
    }
    let manifest = readManifest(into: &sink)
    let name = projectName(manifest)
    var specs: [SpecFile] = []
    var settings = ""
    var ignored = DiagnosticSink()
    var module = options.module ?? "\(name)API"
    if let document = options.document {
      (specs, settings, module) = startWithDocument(document, module: options.module, into: &sink)
      guard !sink.hasErrors else { return }
    } else {
      let present = SpecLoader().load("Specs", into: &ignored).first { !$0.path.hasBytePrefix("\(module)/") }
      if let present {
        sink.error(
          .foreignFile,
          "there are specs already, which 'init' would generate only in part: write \(Project.fileName) yourself, "
            + "with 'specs: Specs' and 'output: \(Self.outputFolder)', or move them away to begin with an example",
          at: .unknown(file: present.displayPath))
        return
      }
      let path = "Specs/\(module)/module.yaml"
      let text = StarterTexts.spec(module: module)
      add(path, text, into: &sink)
      specs = [SpecFile(path: "\(module)/module.yaml", displayPath: path, bytes: Array(text.utf8))]
      settings = "specs: Specs\noutput: \(Self.outputFolder)\n"
    }
    var problems = DiagnosticSink()
    checkModuleName(Name(module, span: .unknown(file: "--module")), into: &problems)
    sink.append(contentsOf: problems)
    guard !sink.hasErrors else { return }
    let generated = generateAll(
      specs: specs, templates: loadTemplates(overlaidBy: nil, into: &sink), withTests: false, threads: 2)
    sink.append(contentsOf: generated.diagnostics)
    guard !sink.hasErrors else { return }
    output = generated.modules
    files.insert(.init(path: Project.fileName, text: StarterTexts.settings(settings)), at: 0)
    let targets = output.targets(in: Self.outputFolder).filter { $0.name == module }
    let target = ManifestTexts(
      targets, package: options.package, toolsVersion: manifest.flatMap { ToolsVersion(manifest: $0) })
    if let manifest {
      change(manifest, target, named: module, into: &sink)
    } else if options.document == nil {
      add("Package.swift", target.manifest(app: name), into: &sink)
      add("Sources/\(name)/main.swift", StarterTexts.main(module: module), into: &sink)
      // The names that 'swift package init' writes.
      if !exists(".gitignore") { files.append(File(path: ".gitignore", text: ".build/\n.swiftpm/\n")) }
    } else {
      hints += ["add to a Package.swift:"] + target.lines
    }
    reportWhatIsInTheWay(into: &sink)
  }

  /// Reports what would end writing halfway: files in place of folders, and files in the folder for generated code; and links
  /// that lead to other folders than the one that the project is in.
  private func reportWhatIsInTheWay(into sink: inout DiagnosticSink) {
    for path in files.map(\.path) + [Self.outputFolder] where !isFolder(path, in: ".") {
      sink.error(
        .symbolicLink,
        "is behind a link that leads out of this folder, and 'init' writes nowhere else; replace the link",
        at: .unknown(file: path))
    }
    let tops = Set(files.compactMap { $0.path.byteParts(separatedBy: "/").dropLast().first })
    for top in tops.sorted() {
      guard let kind = kind(of: top), kind == .file || kind == .other else { continue }
      sink.error(
        .foreignFile, "is \(kind.description), and 'init' needs a folder of this name; move it away",
        at: .unknown(file: top))
    }
    let plan = OutputFolder(Self.outputFolder).plan(for: output, into: &sink)
    sink.append(contentsOf: plan?.conflicts ?? [])
  }

  private mutating func add(_ path: String, _ text: String, into sink: inout DiagnosticSink) {
    if exists(path) {
      sink.error(
        .foreignFile, "exists already; 'init' replaces nothing, so move it away or write the rest by hand",
        at: .unknown(file: path))
    } else {
      files.append(File(path: path, text: text))
    }
  }

  // MARK: Documents

  /// Writes a `module.yaml` beside a document in a folder of `Specs`; the settings name any other document.
  private mutating func startWithDocument(
    _ document: String, module: String?, into sink: inout DiagnosticSink
  ) -> (specs: [SpecFile], settings: String, module: String) {
    let path = trimmingFolderPath(document)
    guard isFile(path, into: &sink) else { return ([], "", "") }
    let loader = SpecLoader()
    if path.hasBytePrefix("/") {
      sink.error(
        .invalidPath, "pass the path relative to this folder, as the settings will have it",
        at: .unknown(file: path))
      return ([], "", "")
    }
    let parts = SettingsPath(path).parts
    if parts.count == 3, parts[0] == "Specs" {
      let name = module ?? parts[1]
      let text = StarterTexts.module(document: parts[2], name: name == parts[1] ? nil : name)
      let place = "Specs/\(parts[1])/module.yaml"
      add(place, text, into: &sink)
      guard !sink.hasErrors else { return ([], "", name) }
      var specs = loader.load("Specs", into: &sink)
      specs.append(
        SpecFile(path: "\(parts[1])/module.yaml", displayPath: place, bytes: Array(text.utf8)))
      return (specs, "specs: Specs\noutput: \(Self.outputFolder)\n", name)
    }
    let probe = loader.load(path, module: module ?? "API", into: &sink)
    guard let first = probe.first, !sink.hasErrors else { return ([], "", "") }
    let found = module ?? Self.title(of: first, in: path).map(loader.moduleName(ofDocument:))
    let name = found ?? loader.moduleName(ofDocument: parts.last ?? path)
    let specs = loader.load(path, module: name, into: &sink)
    hints.append(
      "to change names, groups or policies, move \(path) to Specs/\(name) and write a module.yaml beside it "
        + "(docs/openapi.md, \"A folder with a document\")")
    return (
      specs, "specs: \(path)\noutput: \(Self.outputFolder)\nmodule: \(name)\n", name
    )
  }

  private func isFile(_ path: String, into sink: inout DiagnosticSink) -> Bool {
    let (folder, name) = OutputPath.split(path)
    switch kind(of: path) {
    case nil:
      let names = (try? Folder.open(folder).names().compactMap(validText)) ?? []
      sink.error(
        .fileSystem,
        "there is no such file; pass the path of an OpenAPI document, or none for an example spec",
        at: .unknown(file: path), suggestion: closestMatch(to: name, in: names))
    case .folder:
      sink.error(
        .fileSystem, "is a folder; pass the path of an OpenAPI document, or none for an example spec",
        at: .unknown(file: path))
    default: return true
    }
    return false
  }

  /// The title in a document whose file has a name like all others.
  private static func title(of file: SpecFile, in path: String) -> String? {
    let stem = path.byteParts(separatedBy: "/").last?.byteParts(separatedBy: ".").first ?? ""
    guard ["openapi", "swagger", "api", "spec", "schema"].contains(stem.lowercased()) else { return nil }
    return onLargeStack {
      var sink = DiagnosticSink()
      return parseYAML(bytes: file.bytes, file: path, into: &sink).first?["info"]?["title"]?.text
    }.flatMap { $0.isEmpty ? nil : $0.split(separator: ".").joined(separator: " ") }
  }

  // MARK: Package.swift

  private mutating func change(
    _ manifest: [UInt8], _ target: ManifestTexts, named module: String, into sink: inout DiagnosticSink
  ) {
    do throws(ManifestEdit.Refusal) {
      if kind(of: "Package.swift") == .symbolicLink { throw .init(reason: "it is a symbolic link") }
      let new = try ManifestEdit(manifest).adding(
        dependency: target.dependency, of: "wgnapi-gen", target: target.calls.first ?? [], named: module)
      files.append(
        File(path: "Package.swift", text: String(decoding: new, as: UTF8.self), old: manifest))
      hints.append("add \"\(module)\" to the dependencies of the target that uses it")
    } catch {
      guard !error.isOfName else {
        sink.error(
          .duplicateName, "\(error.reason); choose another name for the module with --module",
          at: .unknown(file: "Package.swift"))
        return
      }
      hints += ["Package.swift can't be edited: \(error.reason); add to it:"] + target.lines
    }
    hints += PlatformCheck(manifest).hints
  }

  private func readManifest(into sink: inout DiagnosticSink) -> [UInt8]? {
    guard exists("Package.swift") else { return nil }
    do {
      return try Folder.open("").file("Package.swift", followingLinks: true).read(limit: 1 << 20)
    } catch {
      sink.append(error.diagnostic)
      return nil
    }
  }

  /// A target name made from the package's name or, without one, from the folder's.
  private func projectName(_ manifest: [UInt8]?) -> String {
    let text = manifest.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let named = text.firstMatch(of: /Package\(\s*name:\s*"([^"\\]+)"/).map { String($0.1) }
    let folder = resolvingLinks(of: ".").flatMap { $0.byteParts(separatedBy: "/").last } ?? ""
    let words = (named ?? folder).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "App\(name)"
  }

  private func exists(_ path: String) -> Bool { kind(of: path) != nil }

  private func kind(of path: String) -> FileStatus.Kind? {
    let (folder, name) = OutputPath.split(path)
    return (try? Folder.open(folder).status(of: name)).flatMap { $0?.kind }
  }

  // MARK: Writing

  /// Writes the files, and the generated code.
  public func write(into sink: inout DiagnosticSink) {
    do {
      for file in files {
        let (folder, name) = OutputPath.split(file.path)
        try GeneratorKit.write(Array(file.text.utf8), to: name, in: Folder.make(folder))
      }
    } catch {
      sink.append(error.diagnostic)
      return
    }
    _ = OutputFolder(Self.outputFolder).write(output, into: &sink)
  }
}
