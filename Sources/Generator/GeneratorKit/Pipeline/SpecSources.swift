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

  /// The names of files that were given alone, by their made-up paths.
  var namesOfGivenFiles: [String: String] {
    let names = all.filter(\.isGivenAlone).map { file in
      (file.path, file.displayPath.split(separator: "/").last.map(String.init) ?? file.displayPath)
    }
    return Dictionary(names) { first, _ in first }
  }
}
