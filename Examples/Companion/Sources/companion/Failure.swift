import ArgumentParser
import TerminalText
import WGNAPICache
import WGNAPIRuntime
import WOT

/// The reason why a command failed, as the user should see it.
enum Failure: Error {
  case noApplicationID
  case nothingFound(String)
  case unusable(String)
}

extension ExitCode {
  static let nothingFound = ExitCode(1)
  /// `EX_USAGE`, which the argument parser uses, too.
  static let wrongArguments = ExitCode(64)
  /// `EX_UNAVAILABLE`.
  static let unavailable = ExitCode(69)
  /// `EX_CONFIG`.
  static let notConfigured = ExitCode(78)
}

/// An error as text for the terminal, and as an exit status for scripts.
struct FailureReport {
  let message: String
  let hint: String?
  let code: ExitCode

  init(_ error: any Error) {
    switch error {
    case Failure.noApplicationID:
      message = "there is no application ID"
      hint = """
        Register an application at https://developers.wargaming.net, then: \
        export \(ServiceOptions.applicationIDVariable)=…
        """
      code = .notConfigured
    case Failure.nothingFound(let what): (message, hint, code) = (what, nil, .nothingFound)
    case Failure.unusable(let what): (message, hint, code) = (what, nil, .wrongArguments)
    case let error as APIError:
      // The description says what failed, where, and what to do, without secrets.
      message = error.description
      (hint, code) = Self.advice(on: error)
    default: (message, hint, code) = ("\(error)", nil, .unavailable)
    }
  }

  private static func advice(on error: APIError) -> (hint: String?, code: ExitCode) {
    switch error.kind {
    case .notSent(is ResponseCache.Miss):
      ("Run the same command once without --offline; its responses are kept for later.", .unavailable)
    case .invalidRequest: (nil, .wrongArguments)
    case .notAvailable: ("Try another --server.", .wrongArguments)
    case .service where error.code(as: WOT.ErrorCode.self) == .invalidApplicationID:
      ("Check \(ServiceOptions.applicationIDVariable).", .notConfigured)
    case .transport: ("With --offline, stored responses are used.", .unavailable)
    default: (nil, .unavailable)
    }
  }

  var lines: [Line] {
    [Line([Span("companion: ", .red, bold: true), Span(message)])] + (hint.map { [Line($0, .yellow)] } ?? [])
  }
}
