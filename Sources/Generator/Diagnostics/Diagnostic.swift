/// A message for the user about their input.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Output can't be produced, or would be wrong.
    case error
    /// Output is produced, but is probably not what was meant.
    case warning
    /// Information only.
    case note
  }

  /// A remark on a diagnostic, which usually points at a second position: "first defined here".
  public struct Note: Sendable, Hashable {
    /// One line, without a full stop.
    public var message: String
    /// The position of the remark.
    public var span: SourceSpan?

    /// Creates a remark about `span`.
    public init(_ message: String, at span: SourceSpan? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// The severity.
  public var severity: Severity

  /// The kind of mistake, which is printed in brackets and documented under this name.
  public var id: DiagnosticID

  /// One line in lower case, without a full stop.
  public var message: String

  /// The position in the input, if there is one.
  public var span: SourceSpan?

  /// Further positions that explain the mistake.
  public var notes: [Note]

  /// What the user probably meant: `integer`. Printed as `; did you mean 'integer'?`.
  public var suggestion: String?

  /// Creates a diagnostic.
  public init(
    _ severity: Severity, _ id: DiagnosticID, _ message: String, at span: SourceSpan? = nil,
    notes: [Note] = [],
    suggestion: String? = nil
  ) {
    self.severity = severity
    self.id = id
    self.message = message
    self.span = span
    self.notes = notes
    self.suggestion = suggestion
  }
}
