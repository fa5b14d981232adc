/// A file of generated code.
public struct EmittedFile: Sendable, Hashable {
  /// Relative to the output folder, with `/` between the names.
  public var path: String
  public var text: String

  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
