/// Where the output of a call goes.
public struct CallOutput {
  /// How a response is shown.
  public enum Form: Sendable {
    /// JSON with line breaks, and text; both without anything that acts on a terminal, and with marks in place of secrets.
    case readable
    /// The body as it came.
    case raw
    /// The body as it came, in a file.
    case saved
  }

  public var form: Form
  /// Whether the status and the header fields are shown.
  public var isVerbose: Bool
  /// Whether the bytes of a response would act on a terminal.
  public var isTerminal: Bool
  /// Prints readable text.
  public var show: (String) -> Void
  /// Writes bytes of the response. Returns why they can't be written; nil if they are.
  public var write: ([UInt8]) -> String?
  /// Called when the response that was written is complete, so that a file may be kept.
  public var complete: () -> Void
  /// Prints a line about the call.
  public var note: (String) -> Void
  /// Prints a problem.
  public var report: (CallProblem) -> Void

  /// Creates an output.
  public init(
    form: Form, isVerbose: Bool, isTerminal: Bool, show: @escaping (String) -> Void,
    write: @escaping ([UInt8]) -> String?, complete: @escaping () -> Void = {},
    note: @escaping (String) -> Void,
    report: @escaping (CallProblem) -> Void
  ) {
    self.form = form
    self.isVerbose = isVerbose
    self.isTerminal = isTerminal
    self.show = show
    self.write = write
    self.complete = complete
    self.note = note
    self.report = report
  }
}
