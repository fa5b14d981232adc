import Foundation
import GeneratorKit

/// A file for a response, which replaces the one that was there when the response is complete.
final class OutputFile {
  private let path: String
  private var file: PendingFile?
  /// Whether all of what was written belongs to whole responses.
  var isComplete = false

  init(_ path: String) { self.path = path }

  /// Returns why bytes can't be written; nil if they are.
  func write(_ bytes: [UInt8]) -> String? {
    isComplete = false
    return attempt { () throws(FileSystemError) in
      if file == nil { file = try PendingFile(path) }
      try file?.write(bytes)
    }
  }

  /// Keeps a whole response, and removes a part of one. Returns what went wrong.
  func end() -> String? {
    // An empty response is a file, too.
    if isComplete {
      return attempt { () throws(FileSystemError) in
        if file == nil { file = try PendingFile(path) }
        try file?.keep()
      }
    }
    guard let file, file.canBeDiscarded else { return nil }
    file.discard()
    let isThere = FileManager.default.fileExists(atPath: path)
    return isThere
      ? "the response isn't complete, so '\(path)' is left as it was"
      : "the response isn't complete, so '\(path)' isn't written"
  }

  private func attempt(_ step: () throws(FileSystemError) -> Void) -> String? {
    do throws(FileSystemError) {
      try step()
      return nil
    } catch {
      return "'\(error.path)' \(error.diagnostic.message)"
    }
  }
}
