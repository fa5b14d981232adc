import Diagnostics

/// What is wrong with a call or its response.
public struct CallProblem: Sendable, Hashable {
  /// One sentence, without a full stop.
  public var message: String
  /// Whether the call is made, or the response is valid, nevertheless.
  public var isWarning = false
  /// The line of the spec that says so; its file is a path below the specs folder.
  public var span: SourceSpan?

  init(_ message: String, isWarning: Bool = false, at span: SourceSpan? = nil) {
    self.message = message
    self.isWarning = isWarning
    self.span = span
  }
}

/// A call that can't be made. Nothing has been sent.
public struct CallRefusal: Error, Sendable {
  /// The reasons, at least one of which isn't a warning.
  public var problems: [CallProblem]

  init(_ problems: [CallProblem]) { self.problems = problems }

  init(_ message: String, at span: SourceSpan? = nil) { problems = [CallProblem(message, at: span)] }
}
