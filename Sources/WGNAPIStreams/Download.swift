import Foundation
import HTTPTypes
import WGNAPIClient
import WGNAPITransport

/// A file that has been downloaded.
public struct Download: Sendable {
  /// Where it is.
  public let file: URL
  /// Its size in bytes.
  public let size: Int64
  /// The number of bytes that were there from an earlier attempt.
  public let resumedFrom: Int64
  /// The media type, as the server gives it.
  public let mediaType: String?
}

/// How far a download is.
public struct DownloadProgress: Hashable, Sendable {
  /// The number of bytes that are there.
  public let received: Int64
  /// The number of bytes of the whole file; nil if the server doesn't say.
  public let total: Int64?
}

extension APIClient {
  /// Downloads the answer of an endpoint to a file, portion by portion, and resumes after a break.
  ///
  /// What has arrived is in a file beside, with the ending `.part`, until everything is there. After a break, in this call
  /// or in a later one, the rest is asked for (`Range`, RFC 9110, section 14.2) if the server gave a strong entity tag and
  /// the file is still the same (`If-Range`); otherwise the download begins anew. An existing file is replaced at the end.
  ///
  /// - Parameters:
  ///   - request: The request, whose method must be GET for a download to be resumed.
  ///   - file: Where to put the file. Its folder must exist.
  ///   - options: The options of each call.
  ///   - attempts: The maximum number of requests.
  ///   - limit: The maximum size of the file in bytes.
  ///   - progress: Called after each portion.
  /// - Throws: ``WGNAPIClient/APIError``, an error of the file system, and `CancellationError` when the task is
  ///   cancelled. The part that has arrived is kept.
  public func download<Request: APIRequest>(
    _ request: Request, to file: URL, options: CallOptions = CallOptions(), attempts: Int = 3,
    limit: Int64 = .max, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws -> Download where Request.Response == ByteStream {
    let backoff = Backoff()
    var attempt = 1
    while true {
      let part = PartialFile(of: file)
      do {
        return try await download(request, to: part, options, limit, progress)
      } catch let error as APIError where attempt < attempts && (error.isRetryable || error.status == 416) {
        // The range isn't one of the file any more.
        if error.status == 416 { part.discard() }
        let configuration = core.configuration
        try await configuration.clock.sleep(for: backoff.delay(after: attempt, random: configuration.random))
        try Task.checkCancellation()
        attempt += 1
      }
    }
  }

  private func download<Request: APIRequest>(
    _ request: Request, to part: PartialFile, _ options: CallOptions, _ limit: Int64,
    _ progress: (@Sendable (DownloadProgress) -> Void)?
  ) async throws -> Download where Request.Response == ByteStream {
    var options = options
    // Positions in a compressed body would be others.
    options.headerFields[.acceptEncoding] = "identity"
    let rest = request.method == .get ? part.rest : nil
    if let rest {
      options.headerFields[.range] = "bytes=\(rest.size)-"
      options.headerFields[.ifRange] = rest.tag
    }
    let answer = try await answer(to: request, options: options)
    let stream = answer.value.answer
    var start: Int64 = 0
    if answer.status == .partialContent {
      guard let rest, ContentRange(answer.headers[.contentRange])?.start == rest.size else {
        part.discard()
        throw stream.error(
          .transport(
            TransportFailure(.invalidResponse, message: "the server sent another part than was asked for")))
      }
      start = rest.size
    }
    let total = answer.value.length.map { start + $0 }
    if max(total ?? 0, start) > limit { throw stream.error(.responseTooLarge(limit: Int(clamping: limit))) }
    let writer = try part.open(at: start, tag: answer.headers[.eTag])
    defer { try? writer.close() }
    var size = start
    for try await portion in answer.value {
      guard Int64(portion.count) <= limit - size else {
        throw stream.error(.responseTooLarge(limit: Int(clamping: limit)))
      }
      try writer.write(contentsOf: portion)
      size += Int64(portion.count)
      progress?(DownloadProgress(received: size, total: total))
    }
    try writer.synchronize()
    try part.finish()
    return Download(file: part.file, size: size, resumedFrom: start, mediaType: answer.value.mediaType)
  }
}

/// The value of `Content-Range` (RFC 9110, section 14.4).
struct ContentRange {
  let start: Int64

  init?(_ field: String?) {
    guard let field, field.hasPrefix("bytes "), let dash = field.firstIndex(of: "-"),
      let start = Int64(field[field.index(field.startIndex, offsetBy: 6)..<dash])
    else { return nil }
    self.start = start
  }
}
