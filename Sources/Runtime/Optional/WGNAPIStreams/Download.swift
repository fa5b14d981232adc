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
  /// Downloads the response of an endpoint to a file, portion by portion, and resumes after a break.
  ///
  /// What has arrived is kept in a file next to it, with the ending `.part`, until everything is there. After a break, in this call
  /// or in a later one, the rest is asked for (`Range`, RFC 9110, section 14.2) if the server gave a strong entity tag, the
  /// file is still the same (`If-Range`), and the request goes to the same URL with the same credentials; otherwise the
  /// download begins anew. An existing file is replaced at the end.
  ///
  /// - Parameters:
  ///   - request: The request. It is repeated, and the download resumed, only if its method is GET; others are repeated
  ///     from the beginning if their retry policy says that they are idempotent.
  ///   - file: Where to put the file. Its folder must exist.
  ///   - options: The options of each call.
  ///   - attempts: The maximum number of requests, apart from those that bring at least 16 KiB of the file.
  ///   - limit: The maximum size of the file in bytes.
  ///   - progress: Called after each portion.
  /// - Throws: ``WGNAPIClient/APIError``, `FileAccessError` (with the code `EBUSY` if another download to the same file
  ///   is under way) or another error of the file system, and `CancellationError` when the task is cancelled. The part
  ///   that has arrived is kept.
  public func download<Request: APIRequest>(
    _ request: Request, to file: URL, options: CallOptions = CallOptions(), attempts: Int = 3,
    limit: Int64 = .max, progress: (@Sendable (DownloadProgress) -> Void)? = nil
  ) async throws -> Download where Request.Response == ByteStream {
    let policies = core.policies(of: Request.endpoint, options)
    let canRepeat = request.method == .get || (policies.all.allowRepetition ?? false)
    let part = try PartialFile(of: file)
    defer { part.leave() }
    var attempt = 1
    var resumedFrom: Int64?
    var mediaType: String?
    while true {
      do {
        guard let piece = try await piece(of: request, to: part, options, limit, progress) else { continue }
        resumedFrom = resumedFrom ?? piece.start
        mediaType = piece.mediaType ?? mediaType
        guard piece.isLast else {
          // A server that sends a few bytes at a time isn't asked for ever, and not without a pause.
          if piece.end - piece.start < DownloadedPiece.usualSize {
            guard attempt < attempts else { throw piece.isTooSmall() }
            try await pause(after: &attempt)
          }
          continue
        }
        try part.finish()
        return Download(
          file: file, size: piece.end, resumedFrom: resumedFrom ?? 0, mediaType: mediaType)
      } catch let error as APIError where canRepeat && (error.isRetryable || error.status == 416) {
        if error.status == 416 {
          // Nothing follows what is there, or the range isn't one of the file any more.
          let total = ContentRange.total(ofUnsatisfied: error.headers[.contentRange])
          if let rest = part.rest, rest.size == total, rest.total ?? rest.size == total {
            try part.finish()
            return Download(
              file: file, size: rest.size, resumedFrom: resumedFrom ?? rest.size, mediaType: mediaType)
          }
          part.discard()
        }
        guard attempt < attempts else { throw error }
        try await pause(after: &attempt)
      }
    }
  }

  private func pause(after attempt: inout Int) async throws {
    let configuration = core.configuration
    try await configuration.clock.sleep(for: Backoff().delay(after: attempt, random: configuration.random))
    try Task.checkCancellation()
    attempt += 1
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
    var rest: PartialFile.Rest?
    let received = try await core.withCredentials(
      for: request, options: options, status: { $0.status },
      send: { composed, all in
        var options = all
        part.identity = composed.identity
        rest = request.method == .get ? part.rest : nil
        options.headerFields[.range] = rest.map { "bytes=\($0.size)-" }
        options.headerFields[.ifRange] = rest?.tag
        return try await core.response(to: request, composed: composed, options: options)
      })
    let stream = received.value.stream
    var piece = DownloadedPiece(stream, mediaType: received.value.mediaType)
    var (total, end) = (received.value.length, Int64.max)
    if received.status == .partialContent {
      // The tag as well: a server may ignore `If-Range`.
      guard let rest, let range = ContentRange(received.headers[.contentRange]), range.start == rest.size,
        range.total == nil || rest.total == nil || range.total == rest.total,
        total == nil || total == range.end - range.start + 1, received.headers[.eTag] == rest.tag
      else {
        part.discard()
        if rest != nil { return nil }
        throw stream.invalid("the server sent another part than was asked for")
      }
      piece.start = rest.size
      end = range.end + 1
      total = range.total ?? rest.total
      if let total, total < end {
        part.discard()
        return nil
      }
    }
    piece.end = piece.start
    if let total, total > limit || total < 0 {
      throw stream.error(.responseTooLarge(limit: Int(clamping: limit)))
    }
    let writer = try part.open(at: piece.start, tag: received.headers[.eTag], total: total)
    for try await portion in received.value {
      guard Int64(portion.count) <= limit - piece.end else {
        throw stream.error(.responseTooLarge(limit: Int(clamping: limit)))
      }
      guard Int64(portion.count) <= end - piece.end else {
        part.discard()
        throw stream.invalid("the server sent more of the file than it announced")
      }
      try writer.write(portion)
      piece.end += Int64(portion.count)
      progress?(DownloadProgress(received: piece.end, total: total))
    }
    try writer.synchronize()
    // Without a total, only the next request shows whether anything follows.
    piece.isLast = received.status != .partialContent || piece.end == total
    guard piece.isLast || piece.end > piece.start else {
      throw stream.invalid("the server sent an empty part of the file")
    }
    return piece
  }
}

/// What one response added to a file.
private struct DownloadedPiece {
  /// A server that sends less at a time may never come to an end: 16 KiB.
  static let usualSize: Int64 = 16 << 10

  var start: Int64 = 0
  var end: Int64 = 0
  var isLast = true
  let mediaType: String?
  private let stream: StreamingResponse

  init(_ stream: StreamingResponse, mediaType: String?) {
    self.stream = stream
    self.mediaType = mediaType
  }

  func isTooSmall() -> APIError {
    stream.invalid("the server sends the file in parts of less than \(Self.usualSize) bytes")
  }
}

extension StreamingResponse {
  fileprivate func invalid(_ message: String) -> APIError {
    error(.transport(TransportFailure(.invalidResponse, message: message)))
  }
}

/// The value of `Content-Range` (RFC 9110, section 14.4): `bytes 100-199/1000`.
struct ContentRange {
  let start: Int64
  /// The position of the last byte.
  let end: Int64
  /// The size of the whole file; nil if the server doesn't say.
  let total: Int64?

  init?(_ field: String?) {
    guard let parts = Self.parts(field) else { return nil }
    let bounds = parts.range.split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
    guard bounds.count == 2, let start = bounds[0], let end = bounds[1], end >= start, end < .max else {
      return nil
    }
    self.start = start
    self.end = end
    total = Self.number(parts.total)
    if total == nil, parts.total != "*" { return nil }
    if let total, total <= end { return nil }
  }

  /// Returns the size of the file from the field of a response with status 416: `bytes */1000`.
  static func total(ofUnsatisfied field: String?) -> Int64? {
    guard let parts = parts(field), parts.range == "*" else { return nil }
    return number(parts.total)
  }

  private static func parts(_ field: String?) -> (range: Substring, total: Substring)? {
    guard let field, field.hasPrefix("bytes ") else { return nil }
    let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  /// Only digits: `Int64` also reads signs.
  private static func number(_ text: Substring) -> Int64? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }
}
