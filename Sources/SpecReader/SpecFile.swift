/// One file of a spec, as found on disk or made up in a test.
public struct SpecFile: Sendable, Hashable {
  /// The path below the specs' root, with `/` between its parts: `WOT/account.yaml`.
  public var path: String

  /// The path as users see it in diagnostics: `Specs/WOT/account.yaml`.
  public var displayPath: String

  /// What the file holds.
  public var bytes: [UInt8]

  /// Whether the user gave the file itself and not a folder, so that the folder in `path` is made up.
  public var isGivenAlone = false

  /// Names a file's content.
  public init(path: String, displayPath: String, bytes: [UInt8]) {
    self.path = path
    self.displayPath = displayPath
    self.bytes = bytes
  }
}
