import WGNAPISupport
import WGNAPITransport

#if os(Linux)
  import CWGNAPICurl

  /// A request's body on its way to libcurl: a task reads it, and libcurl's thread takes what there is.
  ///
  /// Unchecked: all mutable state is behind the lock.
  final class CurlUpload: @unchecked Sendable {
    /// The number of bytes from which on no more are read.
    private static let full = 128 << 10

    private let body: HTTPRequestBody
    private let mutex = Mutex()
    private var portions: ArraySlice<[UInt8]> = []
    /// The number of bytes of the first portion that have been taken.
    private var place = 0
    private var count = 0
    private var hasEnded = false
    private var failure: (any Error)?
    private var isReaderWaiting = false
    private var writer: CheckedContinuation<Void, Never>?
    private var task: Task<Void, Never>?
    private let progress = LastProgress()

    init(_ body: HTTPRequestBody) { self.body = body }

    /// Why the body can't be sent.
    var error: (any Error)? { mutex.withLock { failure } }

    /// The time since bytes were last taken.
    var timeSinceProgress: Duration { progress.timeSince }

    /// Begins to read the body; `onBytes` is called when there are bytes that libcurl waited for.
    func start(onBytes: @escaping @Sendable () -> Void) {
      let task = Task { [weak self, body] in
        var failure: (any Error)?
        do {
          let next = try body.openChecked()
          while let portion = try await next() {
            try Task.checkCancellation()
            guard let self else { return }
            if !portion.isEmpty { await self.add(portion, onBytes) }
          }
        } catch {
          failure = error
        }
        self?.end(failure, onBytes)
      }
      mutex.withLock { self.task = task }
    }

    /// Stops reading the body, with an error: otherwise the server would take the rest for complete.
    func stop() {
      let (task, writer) = mutex.withLock { () -> (Task<Void, Never>?, CheckedContinuation<Void, Never>?) in
        if !hasEnded { failure = CancellationError() }
        defer { (self.task, self.writer, hasEnded) = (nil, nil, true) }
        return (self.task, self.writer)
      }
      task?.cancel()
      writer?.resume()
    }

    /// Adds bytes, and waits while there are too many.
    private func add(_ portion: [UInt8], _ onBytes: @Sendable () -> Void) async {
      let (wakesReader, isFull) = mutex.withLock { () -> (Bool, Bool) in
        portions.append(portion)
        count += portion.count
        defer { isReaderWaiting = false }
        return (isReaderWaiting, count >= Self.full)
      }
      if wakesReader { onBytes() }
      guard isFull else { return }
      await withCheckedContinuation { continuation in
        let waits = mutex.withLock { () -> Bool in
          guard count >= Self.full, !hasEnded else { return false }
          writer = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    }

    private func end(_ error: (any Error)?, _ onBytes: @Sendable () -> Void) {
      let wakesReader = mutex.withLock { () -> Bool in
        if !hasEnded { failure = error }
        hasEnded = true
        defer { isReaderWaiting = false }
        return isReaderWaiting
      }
      if wakesReader { onBytes() }
    }

    /// Writes as much into `room` as there is. Returns the number of bytes, zero at the end, or one of libcurl's codes.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
      var writer: CheckedContinuation<Void, Never>?
      let result = mutex.withLock { () -> Int in
        var done = 0
        while done < room.count, let portion = portions.first {
          let part = min(room.count - done, portion.count - place)
          portion.withUnsafeBytes { bytes in
            let source = UnsafeRawBufferPointer(rebasing: bytes[place..<place + part])
            UnsafeMutableRawBufferPointer(rebasing: room[done..<done + part]).copyMemory(from: source)
          }
          done += part
          place += part
          if place == portion.count {
            portions.removeFirst()
            place = 0
          }
        }
        count -= done
        if done > 0 { progress.report() }
        if count < Self.full { (writer, self.writer) = (self.writer, nil) }
        if failure != nil { return Int(CURL_READFUNC_ABORT) }
        if done == 0, !hasEnded {
          isReaderWaiting = true
          return Int(CURL_READFUNC_PAUSE)
        }
        return done
      }
      writer?.resume()
      return result
    }
  }
#endif
