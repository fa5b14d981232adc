import WGNAPISupport

/// Reads a channel, decompresses what comes and watches the limits.
///
/// What a few compressed bytes become is read in small steps, one for each portion that the reader asks for.
final class StreamedReading {
  /// The largest portion to decompress in one step, in bytes.
  private static let portion = 64 << 10

  private let channel: BodyChannel
  private let inflater: Inflater?
  private let patience: Duration?
  private let limit: Int
  private var count = 0
  /// Compressed bytes, of which those before `place` have been read.
  private var compressed: [UInt8] = []
  private var place = 0
  private var hasEnded = false

  init(_ channel: BodyChannel, _ coding: ContentCoding?, patience: Duration?, limit: Int) {
    self.channel = channel
    inflater = coding.map { Inflater($0) }
    self.patience = patience
    self.limit = limit
  }

  func next() async throws -> [UInt8]? {
    do {
      guard let portion = try await nextPortion() else { return nil }
      guard portion.count <= limit - count else { throw TransportError.responseTooLarge(limit: limit) }
      count += portion.count
      return portion
    } catch {
      channel.close()
      throw error
    }
  }

  private func nextPortion() async throws -> [UInt8]? {
    guard let inflater else { return try await channel.next(waiting: patience) }
    while true {
      if place < compressed.count || hasEnded {
        let portion = try step(inflater)
        if !portion.isEmpty { return portion }
      }
      if hasEnded {
        guard inflater.isComplete else {
          throw TransportError.failed(
            TransportFailure(.truncated, message: "the response's compressed body breaks off"))
        }
        return nil
      }
      guard place >= compressed.count else { continue }
      compressed = try await channel.next(waiting: patience) ?? []
      place = 0
      hasEnded = compressed.isEmpty
    }
  }

  private func step(_ inflater: Inflater) throws -> [UInt8] {
    var read = 0
    let portion = try compressed.withUnsafeBytes { bytes in
      try [UInt8](unsafeUninitializedCapacity: Self.portion) { room, written in
        let step: (read: Int, written: Int)
        do throws(Inflater.Damaged) {
          step = try inflater.step(UnsafeRawBufferPointer(rebasing: bytes[place...]), into: room)
        } catch {
          throw TransportError.failed(
            TransportFailure(.invalidResponse, message: "the response's compressed body is damaged"))
        }
        read = step.read
        written = step.written
      }
    }
    // Data after the end is ignored.
    place = read == 0 && portion.isEmpty ? compressed.count : place + read
    return portion
  }
}

/// A deadline that moves on while there is progress.
///
/// Unchecked: all mutable state is behind the lock.
package final class StreamDeadline: @unchecked Sendable {
  private let deadlines: Deadlines
  private let mutex = Mutex()
  private var id = 0
  private var isRemoved = false

  package init(_ deadlines: Deadlines) { self.deadlines = deadlines }

  /// Asks `rest`, after this time and then again and again, for the time that is left; nil if none is.
  package func expire(after time: Duration, _ rest: @escaping @Sendable () -> Duration?) {
    mutex.withLock {
      guard !isRemoved else { return }
      id = deadlines.add(after: time) { [weak self] in
        if let time = rest() { self?.expire(after: max(time, .milliseconds(1)), rest) }
      }
    }
  }

  /// Ends it.
  package func remove() {
    let id = mutex.withLock { () -> Int in
      isRemoved = true
      return self.id
    }
    deadlines.remove(id)
  }
}
