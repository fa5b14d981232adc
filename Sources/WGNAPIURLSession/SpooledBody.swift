import Foundation
import WGNAPISupport
import WGNAPITransport

/// A request's body in a temporary file.
struct SpooledBody: Sendable {
  let url: URL

  /// Writes the body; nil if it is in memory.
  init?(_ body: RequestBody) async throws {
    guard body.bytes == nil else { return nil }
    let folder = FileManager.default.temporaryDirectory
    url = folder.appendingPathComponent("wgnapi-upload-\(UUID().uuidString)")
    // Nobody else may read it: it is part of a request.
    guard
      FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else {
      throw TransportError.failed(TransportFailure(.other, message: "no temporary file can be written"))
    }
    do {
      let file = try FileHandle(forWritingTo: url)
      defer { try? file.close() }
      let next = try body.open()
      var count: Int64 = 0
      while let portion = try await next() {
        try Task.checkCancellation()
        try file.write(contentsOf: portion)
        count += Int64(portion.count)
      }
      if let length = body.length, length != count {
        throw TransportError.wrongLength(count, announced: length)
      }
    } catch {
      remove()
      throw error
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// The number of bytes that a task has sent.
///
/// Unchecked: it is behind the lock.
final class SentBytes: @unchecked Sendable {
  private let mutex = Mutex()
  private var count: Int64 = 0

  func hasGrown(to count: Int64) -> Bool {
    mutex.withLock {
      defer { self.count = count }
      return count > self.count
    }
  }
}
