import Diagnostics
import SpecReader

/// The files of a run, and which of them no front end has read yet.
struct SpecSources {
  /// All files.
  let all: [SpecFile]
  /// Files that JSON Schema documents among the specs may refer to by URI.
  let references: [ReferencedFile]
  /// The files that are still to be read. They are known by their paths below the specs folder, so that what is read doesn't
  /// depend on where that is.
  var unread: [SpecFile]
  /// Whether a front end has read a part of them.
  var hasBeenRead = false

  init(_ files: [SpecFile], _ references: [ReferencedFile] = []) {
    all = files
    self.references = references
    unread = files.map { SpecFile(path: $0.path, displayPath: $0.path, bytes: $0.bytes) }
  }

  /// The specs that were read from an exported document.
  private(set) var madeUp: [MadeUpFile] = []

  /// The names of files that were given alone, by their paths and by the paths of specs that were read from them.
  var namesOfGivenFiles: [String: String] {
    var names = all.filter(\.isGivenAlone).map { file in
      (file.path, file.displayPath.split(separator: "/").last.map(String.init) ?? file.displayPath)
    }
    if let first = names.first { names += madeUp.map { ($0.file.path, first.1) } }
    return Dictionary(names) { first, _ in first }
  }

  /// Where users find what was read.
  var places: SourcePlaces {
    var places = SourcePlaces(of: all)
    for file in madeUp { places.add(file.origins, for: file.file.path) }
    return places
  }
}

extension SpecSources {
  /// Reads the specs from a document that was given alone; nil if it wasn't exported.
  mutating func takeExportedSpecs(into sink: inout DiagnosticSink) -> ExportedSpecs? {
    guard let file = all.first, file.isGivenAlone,
      let document = ExportedDocument(SpecFile(path: file.path, displayPath: file.path, bytes: file.bytes))
    else { return nil }
    let module = file.path.byteParts(separatedBy: "/").first ?? "API"
    let specs = ExportedSpecs(unread, document, module: module, into: &sink)
    unread = []
    hasBeenRead = true
    madeUp = specs.files
    return specs
  }
}
