/// A part of a file: a schema's types, a slice's, or a request.
struct FilePiece: Sendable {
  var folder: String
  /// The name of the type, and of a file that begins with it.
  var name: String
  /// The spec file that contains it.
  var source: String
  /// The declarations, without line breaks at their ends.
  let texts: [String]
  let imports: Imports
  /// The number of lines in a file, with an empty line before each declaration.
  let lines: Int

  init(folder: String, name: String, source: String, texts: [String], imports: Imports = []) {
    self.folder = folder
    self.name = name
    self.source = source
    self.texts = texts.map(\.withoutFinalLineBreaks)
    self.imports = imports
    lines = self.texts.reduce(0) { $0 + 2 + $1.utf8.count { $0 == UInt8(ascii: "\n") } }
  }
}

/// Distributes a module's types over files.
///
/// Each file costs a debug build about 20 ms, so small types share one. The types of a spec file are sorted by name and
/// cut until each file has at most ``mostLines``, always before the type whose name has the lowest hash. This makes
/// files of about 200 lines. The cuts depend on the names, not on what comes before, so a new or longer type changes the
/// file that it falls into and rarely more than the files beside it.
///
/// A module of more than 39,000 lines has longer files, so that it has about 200 at most.
struct FileGrouping {
  struct File: Sendable {
    /// The type that the file is named after.
    var first: FilePiece
    var others: [FilePiece] = []

    var pieces: [FilePiece] { [first] + others }
    var path: String { "\(first.folder)/\(first.name).swift" }
  }

  /// The maximum number of lines in a file of several types, apart from its head.
  let mostLines: Int
  /// The files, sorted by folder, spec file and name of the first type.
  private(set) var files: [File] = []

  init(_ pieces: [FilePiece]) {
    let lines = pieces.reduce(0) { $0 + $1.lines }
    var mostLines = 390
    while lines > 100 * mostLines { mostLines *= 2 }
    self.mostLines = mostLines
    let sorted = pieces.sorted { ($0.folder, $0.source, $0.name) < ($1.folder, $1.source, $1.name) }
    var run: [FilePiece] = []
    for piece in sorted {
      if let last = run.last,
        last.folder != piece.folder || last.source != piece.source
          || max(last.lines, piece.lines) > mostLines
      {
        cut(run)
        run = []
      }
      run.append(piece)
    }
    cut(run)
  }

  /// Cuts pieces of one folder and spec file.
  ///
  /// The piece with the lowest hash cuts the run; in both parts, the piece with the lowest hash cuts again, if the part
  /// is too long; and so on. So the part that a piece would cut extends from the closest earlier piece with a lower
  /// hash to the closest later one, which one pass finds for all pieces.
  private mutating func cut(_ run: [FilePiece]) {
    /// A piece whose part has begun, and the numbers of lines before the piece and before its part.
    struct Open {
      var position: Int
      var hash: UInt64
      var offset: Int
      var start: Int
    }
    var isFirst = run.indices.map { $0 == 0 }
    var open: [Open] = []
    var lines = 0
    func close(above hash: UInt64) {
      while let last = open.last, last.hash > hash {
        if lines - last.start > mostLines { isFirst[last.position] = true }
        open.removeLast()
      }
    }
    for (position, piece) in run.enumerated() {
      let hash = position == 0 ? 0 : Self.hash(piece.name)
      close(above: hash)
      open.append(Open(position: position, hash: hash, offset: lines, start: open.last?.offset ?? 0))
      lines += piece.lines
    }
    close(above: 0)
    for (piece, isFirst) in zip(run, isFirst) {
      if isFirst {
        files.append(File(first: piece))
      } else {
        files[files.count - 1].others.append(piece)
      }
    }
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
