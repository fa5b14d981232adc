import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A failed operation on a file or folder, with the system's error.
public struct FileSystemError: Error, Sendable, Hashable {
  /// What was tried, as the end of "can't be": `written`.
  public var action: String
  /// The file or folder it was tried with.
  public var path: String
  /// The system's error number (`errno`).
  public var code: Int32

  /// Names a failure.
  public init(_ action: String, _ path: String, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// The failure of the system call that was made last.
  static func last(_ action: String, _ path: @autoclosure () -> String) -> FileSystemError {
    let code = errno
    return FileSystemError(action, path(), code: code)
  }

  /// Whether nothing has that name.
  var isAbsence: Bool { code == ENOENT }

  /// Whether a folder was expected where there is something else.
  var isNoFolder: Bool { code == ENOTDIR }

  /// The failure as a diagnostic at the file.
  public var diagnostic: Diagnostic {
    if isNoFolder {
      return Diagnostic(
        .error, .fileSystem, "can't be \(action): a folder is expected here, and there is something else",
        at: .unknown(file: path))
    }
    let reason = String(cString: strerror(code))
    return Diagnostic(.error, .fileSystem, "can't be \(action): \(reason)", at: .unknown(file: path))
  }
}

/// Calls again what a signal interrupted.
func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
