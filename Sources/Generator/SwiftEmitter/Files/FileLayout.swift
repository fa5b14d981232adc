import Diagnostics

/// Orders the pieces of a module's files, and cuts files that are too long.
///
/// A pure function of pieces that have been rendered, each once: nothing in a piece depends on the file that it is written to. It
/// goes by their lines, which nobody knows before, because templates may be the user's: how long a file takes to compile
/// depends on what is written, not on the number of types or properties that the specs have.
///
/// A file that is longer than ``mostLines`` is cut before the piece whose name has the lowest hash, and the parts are cut
/// in the same way until each is short enough or a single piece. The cuts depend on the names, not on what comes before,
/// so a new or longer type changes the part that it belongs to and rarely more than the parts beside it. The
/// first part keeps the file's name; the others add the name of their first type: `Models+Order.swift`.
struct FileLayout {
  struct File: Sendable {
    /// The name, without its ending.
    var name: String
    var pieces: [FilePiece]

    /// The spec files, in the order in which they come first.
    var sources: [String] {
      var seen: Set<String> = []
      return pieces.map(\.source).filter { seen.insert($0).inserted }
    }
  }

  /// The maximum number of lines in a file of several pieces, apart from its head.
  ///
  /// SwiftPM compiles files in groups whose members wait for each other, so a file that is much longer than the others is
  /// compiled last and alone.
  let mostLines: Int
  /// The files, sorted by name.
  private(set) var files: [File] = []

  init(_ pieces: [FilePiece], mostLines: Int = 2_000) {
    self.mostLines = mostLines
    let byFile = Dictionary(grouping: pieces, by: \.file)
    for (name, pieces) in byFile.sorted(by: { $0.key < $1.key }) {
      cut(pieces.sorted { ($0.place, $0.name) < ($1.place, $1.name) }, named: name)
    }
    files.sort { $0.name < $1.name }
  }

  /// Cuts a file's pieces into parts.
  ///
  /// The part that a piece would cut extends from the closest earlier piece with a lower hash to the closest later one,
  /// which one pass finds for all pieces.
  private mutating func cut(_ pieces: [FilePiece], named name: String) {
    /// A piece whose part has begun, and the numbers of lines before the piece and before its part.
    struct Open {
      var position: Int
      var hash: UInt64
      var offset: Int
      var start: Int
    }
    var isFirst = pieces.indices.map { $0 == 0 }
    var open: [Open] = []
    var lines = 0
    func close(above hash: UInt64) {
      while let last = open.last, last.hash > hash {
        if lines - last.start > mostLines { isFirst[last.position] = true }
        open.removeLast()
      }
    }
    for (position, piece) in pieces.enumerated() {
      let hash = position == 0 ? 0 : stableHash(piece.name)
      close(above: hash)
      open.append(Open(position: position, hash: hash, offset: lines, start: open.last?.offset ?? 0))
      lines += piece.lines
    }
    close(above: 0)
    for (position, (piece, isFirst)) in zip(pieces, isFirst).enumerated() {
      if isFirst {
        files.append(File(name: position == 0 ? name : "\(name)+\(piece.name)", pieces: [piece]))
      } else {
        files[files.count - 1].pieces.append(piece)
      }
    }
  }
}
