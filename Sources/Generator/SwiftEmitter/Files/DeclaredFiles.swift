import Diagnostics

/// The files that a module is written to, where a build system has to know their names before the specs are read.
///
/// The types of a spec file go to the file that is declared for it. Everything else goes to ``others``: what a module has
/// once goes to the first of them, and the other types to the one that their names' hashes choose. So every type has a
/// place whatever the specs say, and a change of one type changes one file.
public struct DeclaredFiles: Sendable {
  /// The names of files, without their endings, by the paths of spec files: `Shop/items.yaml`.
  public var bySource: [String: String]
  /// The names of the other files, without their endings.
  public var others: [String]

  public init(bySource: [String: String], others: [String]) {
    self.bySource = bySource
    self.others = others
  }

  /// The pieces, with their files.
  func assigning(_ pieces: [FilePiece]) -> [FilePiece] {
    pieces.map { piece in
      var piece = piece
      piece.file = file(of: piece)
      return piece
    }
  }

  private func file(of piece: FilePiece) -> String {
    guard let first = others.first else { return piece.file }
    switch piece.place.section {
    case .client, .servers, .errorCodes, .envelopes, .aliases: return first
    case .webhooks, .requests, .models, .validators: break
    }
    if let file = bySource[piece.source] { return file }
    return others[Int(stableHash(piece.name) % UInt64(others.count))]
  }
}
