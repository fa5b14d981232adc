import Foundation
import WGNAPIClient
import WGNAPISupport

/// Exchanges of a client with its service in readable files, for tests, previews and demonstrations without a network.
///
/// ```swift
/// let recording = try Recording("search", mode: .replay)
/// let client = Client(server: .main, key: "demo", configuration: ClientConfiguration().using(recording))
/// ```
///
/// A recording takes the place of the transport, so the cache, retries, limits, decoding and validation work as with the
/// service. It includes the exchanges of the client's credential providers, such as those for a token.
///
/// Secrets never reach the files; see ``Scrubbing``.
///
/// Unchecked: all mutable state is behind the lock.
public final class Recording: @unchecked Sendable {
  /// How a recording treats requests.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Responses from the files, and nothing else: without a recorded response, a request fails. Nothing is sent.
    case replay
    /// Removes the recorded exchanges, sends all requests and records them.
    case record
    /// Responses from the files. Sends and records requests without a recorded response.
    case replayElseRecord
  }

  /// How the recording treats requests.
  public let mode: Mode
  /// Whether each exchange answers one request only. Otherwise, the last of several also answers all further requests.
  public let isStrict: Bool
  let matching: RequestMatching
  let rules: Scrubbing
  let folder: RecordingFolder
  let mutex = Mutex()
  var entries: [RecordingEntry]
  var secrets: Redaction
  var found: [RecordingError] = []

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - folder: The folder with the files. It is created when the first exchange is recorded.
  ///   - mode: How to treat requests.
  ///   - matching: The parts of a request that must equal those of a recorded one.
  ///   - scrubbing: The secrets to remove in addition to those that the client knows.
  ///   - isStrict: Whether each exchange answers one request only.
  /// - Throws: ``RecordingError`` if a file can't be read, or if there are no exchanges to replay.
  public init(
    folder: URL, mode: Mode = .replay, matching: RequestMatching = .standard,
    scrubbing: Scrubbing = .standard,
    isStrict: Bool = false
  ) throws(RecordingError) {
    self.folder = RecordingFolder(url: folder)
    self.mode = mode
    self.matching = matching
    self.isStrict = isStrict
    rules = scrubbing
    secrets = Redaction()
    for secret in scrubbing.secrets { secrets.learn(secret) }
    if mode == .record {
      try self.folder.removeExchanges()
      entries = []
    } else {
      entries = try self.folder.exchanges()
    }
    if mode == .replay, entries.isEmpty {
      throw RecordingError(
        "there are no recorded exchanges in \(folder.path); record them with the mode .record")
    }
  }

  /// Opens a recording in the folder `Recordings` beside a source file, such as a test.
  ///
  /// - Parameters:
  ///   - name: The name of the folder in `Recordings`.
  ///   - mode: How to treat requests.
  ///   - matching: The parts of a request that must equal those of a recorded one.
  ///   - scrubbing: The secrets to remove in addition to those that the client knows.
  ///   - isStrict: Whether each exchange answers one request only.
  ///   - file: The source file.
  /// - Throws: ``RecordingError`` if a file can't be read, or if there are no exchanges to replay.
  public convenience init(
    _ name: String, mode: Mode = .replay, matching: RequestMatching = .standard,
    scrubbing: Scrubbing = .standard,
    isStrict: Bool = false, besides file: String = #filePath
  ) throws(RecordingError) {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Recordings")
    guard !name.isEmpty, name != ".", !name.contains("/"), !name.contains("\\"), !name.contains("..") else {
      throw RecordingError(
        "'\(name)' can't be the name of a folder in Recordings; for a folder in another place, pass folder:")
    }
    try self.init(
      folder: folder.appendingPathComponent(name), mode: mode, matching: matching, scrubbing: scrubbing,
      isStrict: isStrict)
  }

  /// Opens a recording in a folder that is given as text.
  ///
  /// - Parameters:
  ///   - path: The folder's path: an absolute one, or one from the folder of the source file, such as `Fixtures/search`.
  ///   - mode: How to treat requests.
  ///   - matching: The parts of a request that must equal those of a recorded one.
  ///   - scrubbing: The secrets to remove in addition to those that the client knows.
  ///   - isStrict: Whether each exchange answers one request only.
  ///   - file: The source file.
  /// - Throws: ``RecordingError`` if a file can't be read, or if there are no exchanges to replay.
  public convenience init(
    folder path: String, mode: Mode = .replay, matching: RequestMatching = .standard,
    scrubbing: Scrubbing = .standard,
    isStrict: Bool = false, besides file: String = #filePath
  ) throws(RecordingError) {
    guard !path.isEmpty else { throw RecordingError("the path of the folder is empty") }
    let source = URL(fileURLWithPath: file).deletingLastPathComponent()
    try self.init(
      folder: URL(fileURLWithPath: path, isDirectory: true, relativeTo: source).standardizedFileURL,
      mode: mode,
      matching: matching, scrubbing: scrubbing, isStrict: isStrict)
  }

  /// The problems so far: requests without a recorded response, and files that couldn't be written.
  public var problems: [RecordingError] { mutex.withLock { found } }

  /// The names of files with exchanges that no request has used.
  public var unusedFiles: [String] { mutex.withLock { entries.filter { $0.uses == 0 }.map(\.file) } }

  /// Checks that each request had a recorded response and, if the recording is strict, that each exchange was used.
  ///
  /// - Throws: The first problem, as ``RecordingError``.
  public func finish() throws(RecordingError) {
    if let problem = problems.first { throw problem }
    guard isStrict, let file = unusedFiles.first else { return }
    throw RecordingError("no request has used this exchange", file: file)
  }

  func report(_ problem: RecordingError) {
    mutex.withLock { found.append(problem) }
  }
}
