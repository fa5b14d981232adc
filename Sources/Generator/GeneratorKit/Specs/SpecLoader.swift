import Diagnostics
import SpecReader
import SpecYAML

/// Reads the files of a specs folder.
public struct SpecLoader: Sendable {
  /// The maximum size of a file in bytes. Larger ones are reported and not read.
  public var fileSizeLimit: Int

  /// The maximum size in bytes of a file that is given by itself, and of those that it refers to: the documents of large APIs
  /// have more than 16 MiB.
  public var documentSizeLimit = 256 << 20

  /// The maximum nesting of folders.
  public var depthLimit: Int

  /// Creates a loader. By default, the size limit is that of the YAML reader, and folders may be nested 32 deep.
  public init(fileSizeLimit: Int = YAMLLimits.default.fileSize, depthLimit: Int = 32) {
    self.fileSizeLimit = fileSizeLimit
    self.depthLimit = depthLimit
  }

  /// Reads all `.yaml`, `.yml` and `.json` files below a folder, except hidden files and folders.
  ///
  /// A symbolic link to a file within the folder is read as that file. Links out of the folder, links to folders, and
  /// everything that can't be read are reported.
  ///
  /// - Parameters:
  ///   - path: the folder as the user wrote it. Paths in diagnostics begin with it.
  ///   - sink: receives the diagnostics.
  /// - Returns: the files in the order of their paths.
  public func load(_ path: String, into sink: inout DiagnosticSink) -> [SpecFile] {
    var walk = Walk(loader: self, root: resolvingLinks(of: path) ?? path, sink: sink)
    defer { sink = walk.sink }
    do {
      try walk.read(Folder.open(trimmingFolderPath(path)), below: "", depth: 1)
    } catch {
      if error.isNoFolder {
        reportNoSpec(at: path, into: &walk.sink)
      } else {
        walk.sink.append(error.diagnostic)
      }
      return []
    }
    if walk.files.isEmpty, !walk.sink.hasErrors {
      walk.sink.error(.noSpecs, "the folder has no .yaml or .json files in it", at: .unknown(file: path))
    }
    return walk.files.sorted { $0.path < $1.path }
  }
}

extension SpecLoader {
  /// The path of a file below a folder of specs; nil if it isn't read there.
  package static func path(of file: String, below folder: String) -> String? {
    guard file.hasBytePrefix(folder + "/"), isSpec(file) else { return nil }
    let below = String(decoding: file.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
    let isHidden = below.byteParts(separatedBy: "/").contains { $0.hasBytePrefix(".") || $0.isEmpty }
    return isHidden ? nil : below
  }
}

/// A folder's path without slashes at its end, empty for the working directory, to which names can be appended.
func trimmingFolderPath(_ path: String) -> String {
  let slash = UInt8(ascii: "/")
  var path = path.utf8[...]
  while path.count > 1, path.last == slash { path.removeLast() }
  while path.starts(with: "./".utf8) { path = path.dropFirst(2).drop { $0 == slash } }
  return path.elementsEqual(".".utf8) ? "" : String(decoding: path, as: UTF8.self)
}

/// The bytes as text; nil if they aren't UTF-8.
func validText(_ bytes: [UInt8]) -> String? {
  let text = String(decoding: bytes, as: UTF8.self)
  return text.utf8.elementsEqual(bytes) ? text : nil
}

private struct Walk {
  let loader: SpecLoader
  /// The path of the specs folder with all links resolved.
  let root: String
  var sink: DiagnosticSink
  var files: [SpecFile] = []

  mutating func read(_ folder: Folder, below prefix: String, depth: Int) throws(FileSystemError) {
    for bytes in try folder.names() where bytes.first != UInt8(ascii: ".") {
      guard let name = validText(bytes) else {
        if isSpec(String(decoding: bytes, as: UTF8.self)) {
          let place = folder.path(of: String(decoding: bytes, as: UTF8.self))
          sink.error(.invalidEncoding, "the file's name is not valid UTF-8", at: .unknown(file: place))
        }
        continue
      }
      do {
        try read(name, in: folder, below: prefix, depth: depth)
      } catch {
        sink.append(error.diagnostic)
      }
    }
  }

  private mutating func read(
    _ name: String, in folder: Folder, below prefix: String, depth: Int
  ) throws(FileSystemError) {
    guard let status = try folder.status(of: name) else { return }
    let place = SourceSpan.unknown(file: folder.path(of: name))
    switch status.kind {
    case .folder:
      guard depth < loader.depthLimit else {
        sink.error(.nestingTooDeep, "folders are nested deeper than \(loader.depthLimit)", at: place)
        return
      }
      try read(folder.folder(name), below: prefix + name + "/", depth: depth + 1)
    case .file:
      if isSpec(name) { try readFile(name, in: folder, below: prefix) }
    case .symbolicLink:
      try readLink(name, in: folder, below: prefix)
    case .other:
      if isSpec(name) { reportKind(status.kind, at: folder.path(of: name), into: &sink) }
    }
  }

  private mutating func readLink(_ name: String, in folder: Folder, below prefix: String)
    throws(FileSystemError)
  {
    let path = folder.path(of: name)
    let target = resolvingLinks(of: path)
    let isFolder = target.map { (try? Folder.open($0)) != nil } ?? false
    guard isFolder || isSpec(name) else { return }
    let place = SourceSpan.unknown(file: path)
    guard let target else {
      sink.error(.symbolicLink, "the link's target doesn't exist", at: place)
      return
    }
    if !isFolder, target.hasBytePrefix(root.hasByteSuffix("/") ? root : root + "/") {
      try readFile(name, in: folder, below: prefix, followingLinks: true)
    } else if isFolder {
      sink.error(.symbolicLink, "links to folders are not followed", at: place)
    } else {
      sink.error(.symbolicLink, "the link points outside of the specs folder", at: place)
    }
  }

  private mutating func readFile(
    _ name: String, in folder: Folder, below prefix: String, followingLinks: Bool = false
  ) throws(FileSystemError) {
    let file = try folder.file(name, followingLinks: followingLinks)
    let status = try file.status()
    let place = SourceSpan.unknown(file: file.path)
    guard status.kind == .file else {
      reportKind(status.kind, at: file.path, into: &sink)
      return
    }
    let limit = loader.fileSizeLimit
    let bytes = status.size > limit ? nil : try file.read(limit: limit + 1)
    guard let bytes, bytes.count <= limit else {
      sink.error(.fileTooLarge, "the file is larger than the limit of \(limit) bytes", at: place)
      return
    }
    files.append(SpecFile(path: prefix + name, displayPath: file.path, bytes: bytes))
  }

}

/// Reports something with the name of a spec that isn't a file. Reading a pipe could wait forever.
func reportKind(_ kind: FileStatus.Kind, at path: String, into sink: inout DiagnosticSink) {
  sink.error(
    .fileSystem, "is \(kind.description), but specs are read only from files; save it as one",
    at: .unknown(file: path))
}

/// Reports a file that is read only if its name is that of a spec.
func reportNoSpec(at path: String, into sink: inout DiagnosticSink) {
  sink.error(
    .fileSystem, "is neither a folder nor a file whose name ends in .yaml, .yml or .json",
    at: .unknown(file: path))
}

/// Whether a file is read, by its name. JSON files that aren't schemas are dropped later.
func isSpec(_ name: String) -> Bool {
  name.hasByteSuffix(".yaml") || name.hasByteSuffix(".yml") || name.hasByteSuffix(".json")
}
