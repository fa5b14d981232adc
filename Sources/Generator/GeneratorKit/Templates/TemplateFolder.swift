import Diagnostics
import SwiftEmitter

/// Reads the templates of a user's folder, and says which of its files are ignored although they look like templates.
///
/// Links are treated as in a specs folder, because both may come with somebody else's repository: a link to a file within
/// the folder is read as that file, and all others are reported.
struct TemplateFolder {
  /// The maximum size of a template in bytes.
  private static let sizeLimit = 1 << 20
  /// How deep to look for templates in subfolders, and at how many names.
  private static let depthLimit = 3
  private static let nameLimit = 1_000

  /// Some editors write one; templates don't need it.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let root: String
  private(set) var sink = DiagnosticSink()
  private(set) var templates: [TemplateSource] = []
  private var seenNames = 0

  /// - Parameter path: the folder as the user wrote it.
  init(_ path: String) {
    root = resolvingLinks(of: path) ?? path
    let path = trimmingFolderPath(path)
    do {
      try read(Folder.open(path))
      templates.sort { $0.name < $1.name }
      if templates.isEmpty, sink.isEmpty {
        sink.warning(
          .unknownTemplate,
          "the folder has no templates in it, which are files such as 'struct\(templateExtension)'",
          at: .unknown(file: path.isEmpty ? "." : path))
      }
    } catch {
      sink.append(error.diagnostic)
    }
  }

  private mutating func read(_ folder: Folder) throws(FileSystemError) {
    let names = try folder.names().map { String(decoding: $0, as: UTF8.self) }
    for name in names.sorted() where !name.hasBytePrefix(".") {
      do {
        let status = try folder.status(of: name)
        if status?.kind == .folder {
          lookForTemplates(in: try folder.folder(name), depth: 1)
        } else if name.hasByteSuffix(templateExtension) {
          try read(name, in: folder, isLink: status?.kind == .symbolicLink)
        } else if let meant = Self.meantTemplate(by: name) {
          sink.error(
            .unknownTemplate, "is ignored: the names of templates end in '\(templateExtension)'",
            at: .unknown(file: folder.path(of: name)), suggestion: meant)
        }
      } catch {
        sink.append(error.diagnostic)
      }
    }
  }

  /// Warns of templates in a subfolder, which are not read.
  private mutating func lookForTemplates(in folder: Folder, depth: Int) {
    guard let names = try? folder.names().map({ String(decoding: $0, as: UTF8.self) }) else { return }
    for name in names.sorted() where !name.hasBytePrefix(".") {
      seenNames += 1
      guard seenNames <= Self.nameLimit, let kind = try? folder.status(of: name)?.kind else { return }
      if kind == .folder, depth < Self.depthLimit, let inner = try? folder.folder(name) {
        lookForTemplates(in: inner, depth: depth + 1)
      } else if kind == .file, name.hasByteSuffix(templateExtension) {
        sink.warning(
          .unknownTemplate,
          "is ignored: templates in subfolders are not read; move it up if it is meant to be used",
          at: .unknown(file: folder.path(of: name)))
      }
    }
  }

  private mutating func read(_ name: String, in folder: Folder, isLink: Bool) throws(FileSystemError) {
    let place = SourceSpan.unknown(file: folder.path(of: name))
    if isLink {
      guard let target = resolvingLinks(of: folder.path(of: name)) else {
        return sink.error(.symbolicLink, "the link's target doesn't exist", at: place)
      }
      guard target.hasBytePrefix(root.hasByteSuffix("/") ? root : root + "/") else {
        return sink.error(
          .symbolicLink,
          "the link points outside of the templates folder; copy the template, or pass the folder it is in",
          at: place)
      }
    }
    let file = try folder.file(name, followingLinks: isLink)
    let kind = try file.status().kind
    guard kind == .file else {
      return sink.error(.fileSystem, "is \(kind.description), not a template", at: place)
    }
    let bytes = try file.read(limit: Self.sizeLimit + 1)
    if bytes.count > Self.sizeLimit {
      let message = "the template is larger than the limit of \(Self.sizeLimit) bytes"
      sink.error(.fileTooLarge, message, at: place)
    } else if let text = validText(
      Array(bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]))
    {
      templates.append(
        TemplateSource(
          name: name.droppingByteSuffix(templateExtension), path: file.path, text: Self.withLineFeeds(text)))
    } else {
      sink.error(.invalidEncoding, "the template is not valid UTF-8", at: place)
    }
  }

  /// The text with line feeds alone at the ends of lines, so that a template gives the same code wherever it was edited.
  private static func withLineFeeds(_ text: String) -> String {
    let carriageReturn = UInt8(ascii: "\r")
    guard text.utf8.contains(carriageReturn) else { return text }
    var bytes: [UInt8] = []
    var isBehindReturn = false
    for byte in text.utf8 {
      if byte == carriageReturn {
        bytes.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || !isBehindReturn {
        bytes.append(byte)
      }
      isBehindReturn = byte == carriageReturn
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name that a file should probably have: `struct.mustache` for `struct.moustache` and `STRUCT.MUSTACHE`.
  private static func meantTemplate(by name: String) -> String? {
    let folded = name.lowercased()
    guard let dot = folded.lastIndex(of: ".") else {
      return bundledTemplateNames.contains(folded) ? folded + templateExtension : nil
    }
    let ending = String(folded[dot...])
    let endings = [templateExtension, ".moustache", ".mustach", ".mst", ".hbs", ".handlebars"]
    // Editors end the names of backups in '~'.
    guard !ending.hasSuffix("~") else { return nil }
    guard endings.contains(ending) || closestMatch(to: ending, in: [templateExtension]) != nil else {
      return nil
    }
    let stem = String(folded[..<dot])
    // The user's own templates may have any case.
    let own = String(name.prefix(stem.count))
    return (bundledTemplateNames.contains(stem) ? stem : own) + templateExtension
  }
}
