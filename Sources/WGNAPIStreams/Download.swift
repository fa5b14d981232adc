import HTTPTypes
import WGNAPIClient
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// The progress of a download.
public struct DownloadProgress: Hashable, Sendable {
  /// The number of bytes that are there.
  public let received: Int64
  /// The number of bytes of the whole file; nil if the server doesn't say.
  public let total: Int64?
}

extension APIClient {
  /// Downloads the answer of an endpoint to a file, portion by portion, and resumes after a break.
  ///
  /// What has arrived is kept in a file next to it, with the ending `.part`, until everything is there. After a break, in this call
  /// or in a later one, the rest is asked for (`Range`, RFC 9110, section 14.2) if the server gave a strong entity tag and
  /// the file is still the same (`If-Range`); otherwise the download begins anew. An existing file is replaced at the end.
  ///
  /// - Parameters:
  ///   - request: The request. It is repeated, and the download resumed, only if its method is GET; others are repeated
  ///     from the beginning if the options' retry policy says that they are idempotent.
  ///   - file: Where to put the file. Its folder must exist.
  ///   - options: The options of each call.
  ///   - attempts: The maximum number of requests.
  ///   - limit: The maximum size of the file in bytes.
  ///   - progress: Called after each portion.
  /// - Throws: ``WGNAPIClient/APIError``, `FileAccessError` or another error of the file system, and
  ///   `CancellationError` when the task is cancelled. The part that has arrived is kept.
  public func download<Request: APIRequest>(
    _ request: Request, to file: URL, options: CallOptions = CallOptions(), attempts: Int = 3,
    limit: Int64 = .max, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws -> Download where Request.Response == ByteStream {
    let backoff = Backoff()
    let canRepeat = request.method == .get || (options.retry?.isIdempotent ?? false)
    let identity = "\(Request.endpoint.name) \(core.server.name) \(request)"
    let part = PartialFile(of: file, identity: SHA256Digest.text(of: Array(identity.utf8)))
    var attempt = 1
    var resumedFrom: Int64?
    while true {
      do {
        guard let piece = try await piece(of: request, to: part, options, limit, progress) else { continue }
        resumedFrom = resumedFrom ?? piece.start
        guard piece.isLast else { continue }
        try part.finish()
        return Download(
          file: file, size: piece.end, resumedFrom: resumedFrom ?? 0, mediaType: piece.mediaType)
      } catch let error as APIError where canRepeat && (error.isRetryable || error.status == 416) {
        // The range isn't one of the file any more.
        if error.status == 416 { part.discard() }
        guard attempt < attempts else { throw error }
        let configuration = core.configuration
        try await configuration.clock.sleep(for: backoff.delay(after: attempt, random: configuration.random))
        try Task.checkCancellation()
        attempt += 1
      }
    }
  }

  /// Fetches the file or its missing part, of which a server may send less than requested. Returns nil if the server
  /// sent something else, and the file must be fetched from its beginning.
  private func piece<Request: APIRequest>(
    of request: Request, to part: PartialFile, _ options: CallOptions, _ limit: Int64,
    _ progress: (@Sendable (DownloadProgress) -> Void)?
  ) async throws -> DownloadedPiece? where Request.Response == ByteStream {
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
    var piece = DownloadedPiece(mediaType: answer.value.mediaType)
    var total = answer.value.length
    if answer.status == .partialContent {
      // The tag as well: a server may ignore `If-Range`.
      guard let rest, let range = ContentRange(answer.headers[.contentRange]), range.start == rest.size,
        answer.headers[.eTag] == rest.tag
      else {
        part.discard()
        if rest != nil { return nil }
        throw stream.error(
          .transport(
            TransportFailure(.invalidResponse, message: "the server sent another part than was asked for")))
      }
      piece.start = rest.size
      total = range.total ?? total.map { $0.addingReportingOverflow(rest.size).partialValue }
    }
    piece.end = piece.start
    if let total, total > limit || total < 0 {
      throw stream.error(.responseTooLarge(limit: Int(clamping: limit)))
    }
    let writer = try part.open(at: piece.start, tag: answer.headers[.eTag])
    for try await portion in answer.value {
      guard Int64(portion.count) <= limit - piece.end else {
        throw stream.error(.responseTooLarge(limit: Int(clamping: limit)))
      }
      try writer.write(portion)
      piece.end += Int64(portion.count)
      progress?(DownloadProgress(received: piece.end, total: total))
    }
    try writer.synchronize()
    piece.isLast = answer.status != .partialContent || piece.end >= (total ?? 0)
    guard piece.isLast || piece.end > piece.start else {
      throw stream.error(
        .transport(TransportFailure(.invalidResponse, message: "the server sent an empty part of the file")))
    }
    return piece
  }
}

/// What one answer added to a file.
private struct DownloadedPiece {
  var start: Int64 = 0
  var end: Int64 = 0
  var isLast = true
  let mediaType: String?

  init(mediaType: String?) { self.mediaType = mediaType }
}

/// The value of `Content-Range` (RFC 9110, section 14.4): `bytes 100-199/1000`.
struct ContentRange {
  let start: Int64
  /// The size of the whole file; nil if the server doesn't say.
  let total: Int64?

  init?(_ field: String?) {
    guard let field, field.hasPrefix("bytes ") else { return nil }
    let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard bounds.count == 2, let start = bounds[0], let end = bounds[1], start >= 0, end >= start else {
      return nil
    }
    self.start = start
    total = Int64(parts[1])
    if let total, total <= end { return nil }
  }
}
