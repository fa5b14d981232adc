/// One thing to tell the user about their input.
public struct Diagnostic: Sendable, Hashable {
  /// How much a diagnostic matters.
  public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Output can't be produced, or would be wrong.
    case error
    /// Output is produced, and probably not what was meant.
    case warning
    /// Information only.
    case note
  }

  /// A remark that belongs to a diagnostic and usually points at a second place: "first defined here".
  public struct Note: Sendable, Hashable {
    /// One line, without a full stop.
    public var message: String
    /// The place the remark is about.
    public var span: SourceSpan?

    /// Makes a remark about `span`.
    public init(_ message: String, at span: SourceSpan? = nil) {
      self.message = message
      self.span = span
    }
  }

  /// How much it matters.
  public var severity: Severity

  /// The kind of mistake; printed in brackets, and the key to look it up in the documentation.
  public var id: DiagnosticID

  /// One line in lower case, without a full stop.
  public var message: String

  /// The place in the input, if the mistake has one.
  public var span: SourceSpan?

  /// Further places that explain the mistake.
  public var notes: [Note]

  /// What the user probably meant, alone: `integer`. Printed as `; did you mean 'integer'?`.
  public var suggestion: String?

  /// Makes a diagnostic.
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
