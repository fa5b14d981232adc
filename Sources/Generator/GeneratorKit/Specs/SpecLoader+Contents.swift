import Diagnostics
import SpecReader

extension SpecLoader {
  /// Reads specs like ``load(_:module:into:)``, but not from the disk.
  ///
  /// - Parameters:
  ///   - contents: the files of a folder.
  ///   - document: the path of a single file among them; nil for the whole folder.
  ///   - root: how users see the folder: `main:Specs`.
  ///   - module: the module's name for a single file; nil to derive it from the file's name.
  ///   - sink: receives the diagnostics.
  public func load(
    from contents: some SpecContents, document: String? = nil, shownAs root: String, module: String? = nil,
    into sink: inout DiagnosticSink
  ) -> [SpecFile] {
    let display = { (path: String) in
      root.isEmpty || root.hasByteSuffix(":") || root.hasByteSuffix("/") ? root + path : "\(root)/\(path)"
    }
    guard let document else { return folder(of: contents, display, shownAs: root, into: &sink) }
    guard isSpec(document) else {
      reportNoSpec(at: display(document), into: &sink)
      return []
    }
    guard let bytes = bytes(of: document, in: contents, display, limit: documentSizeLimit, into: &sink) else {
      if !sink.hasErrors {
        sink.error(.fileSystem, "there is no such file", at: .unknown(file: display(document)))
      }
      return []
    }
    let file = SpecFile(path: document, displayPath: display(document), bytes: bytes)
    let others = FilesBeside(display: display) { below, sink in
      // A missing file is reported at the reference.
      self.bytes(of: below, in: contents, display, limit: documentSizeLimit, into: &sink)
    }
    return single(file, module: module, others: others, into: &sink)
  }

  /// Reads files that schemas may refer to like ``loadReferences(from:as:into:)``, but not from the disk.
  public func loadReferences(
    from contents: some SpecContents, as prefix: String, shownAs root: String, into sink: inout DiagnosticSink
  ) -> [ReferencedFile] {
    references(load(from: contents, shownAs: root, into: &sink), as: prefix)
  }

  private func folder(
    of contents: some SpecContents, _ display: (String) -> String, shownAs root: String,
    into sink: inout DiagnosticSink
  ) -> [SpecFile] {
    var wanted: [String] = []
    for path in contents.paths {
      let parts = path.byteParts(separatedBy: "/")
      guard let name = parts.last, isSpec(name), !parts.contains(where: { $0.hasBytePrefix(".") }) else {
        continue
      }
      let place = SourceSpan.unknown(file: display(path))
      switch contents.kind(of: path) {
      case .missing: continue
      case .link: sink.error(.symbolicLink, "links in a revision are not followed", at: place)
      case .file where parts.count > depthLimit:
        sink.error(.nestingTooDeep, "folders are nested deeper than \(depthLimit)", at: place)
      case .file(let size) where size > fileSizeLimit:
        reportSize(limit: fileSizeLimit, at: place, into: &sink)
      case .file: wanted.append(path)
      }
    }
    let files = zip(wanted, contents.read(wanted)).compactMap { path, bytes -> SpecFile? in
      guard let bytes else {
        sink.error(.fileSystem, "can't be read", at: .unknown(file: display(path)))
        return nil
      }
      return SpecFile(path: path, displayPath: display(path), bytes: bytes)
    }
    if files.isEmpty, !sink.hasErrors {
      sink.error(.noSpecs, "the folder has no .yaml or .json files in it", at: .unknown(file: root))
    }
    return files.sorted { $0.path < $1.path }
  }

  private func bytes(
    of path: String, in contents: some SpecContents, _ display: (String) -> String, limit: Int,
    into sink: inout DiagnosticSink
  ) -> [UInt8]? {
    guard case .file(let size) = contents.kind(of: path) else { return nil }
    guard size <= limit else {
      reportSize(limit: limit, at: .unknown(file: display(path)), into: &sink)
      return nil
    }
    return contents.read([path]).first ?? nil
  }

  private func reportSize(limit: Int, at place: SourceSpan, into sink: inout DiagnosticSink) {
    sink.error(.fileTooLarge, "the file is larger than the limit of \(limit) bytes", at: place)
  }
}
