import Diagnostics

/// A part of a file: a schema's types, a slice's, or a request with its method.
struct FilePiece: Sendable {
  struct Content {
    var texts: [String]
    var imports: Imports = []
  }

  var folder: String
  /// The name of the type, and of a file that begins with it.
  var name: String
  /// The spec file that contains it.
  var source: String
  var content: @Sendable (inout DiagnosticSink) -> Content
}

/// Distributes a module's types over files.
///
/// One file per type keeps diffs and incremental builds small. A large module has fewer files, because a debug build
/// starts a compiler for every 25 files, and each compiler parses all files and type-checks the declarations that its
/// own files use. There, the types of a spec file are sorted by name and cut into groups of about 16. The hashes of
/// the names decide where, not a count, so a new type changes only its own group.
struct FileGrouping {
  struct File: Sendable {
    /// The type that the file is named after.
    var first: FilePiece
    var others: [FilePiece] = []

    var pieces: [FilePiece] { [first] + others }
    var path: String { "\(first.folder)/\(first.name).swift" }
  }

  /// The maximum number of types with one file each.
  static let mostFiles = 400
  /// The average number of names per file.
  private static let typicalCount: UInt64 = 16

  /// The files, in no particular order.
  let files: [File]

  init(_ pieces: [FilePiece]) {
    guard pieces.count > Self.mostFiles else {
      files = pieces.map { File(first: $0) }
      return
    }
    let sorted = pieces.sorted { ($0.folder, $0.source, $0.name) < ($1.folder, $1.source, $1.name) }
    var files: [File] = []
    for piece in sorted {
      let last = files.last?.first
      if last?.folder == piece.folder, last?.source == piece.source,
        Self.hash(piece.name) % Self.typicalCount != 0
      {
        files[files.count - 1].others.append(piece)
      } else {
        files.append(File(first: piece))
      }
    }
    self.files = files
  }

  /// FNV-1a, which is the same in every run and on every machine. Its low bits alone would hardly differ between
  /// similar names.
  private static func hash(_ name: String) -> UInt64 {
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { (hash: UInt64, byte) in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash ^ (hash >> 32)
  }
}
