import Diagnostics

/// One file of a spec, from disk or from a test.
public struct SpecFile: Sendable, Hashable {
  /// The path below the specs' root, with `/` between its parts: `WOT/account.yaml`.
  public var path: String

  /// The path as users see it in diagnostics: `Specs/WOT/account.yaml`.
  public var displayPath: String

  /// The file's contents.
  public var bytes: [UInt8]

  /// Whether the user gave the file itself instead of a folder, so that the folder in `path` is made up.
  public var isGivenAlone = false

  /// Creates a file from its contents.
  public init(path: String, displayPath: String, bytes: [UInt8]) {
    self.path = path
    self.displayPath = displayPath
    self.bytes = bytes
  }
}

extension SourcePlaces {
  /// The places in files of specs.
  public init(of files: [SpecFile]) {
    self.init(Dictionary(files.map { ($0.path, $0.displayPath) }) { first, _ in first })
  }
}
