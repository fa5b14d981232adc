#if canImport(Network)
  import Foundation
  import Network

  /// Asks the system whether there is a network (`NWPathMonitor`).
  ///
  /// Unchecked: all mutable state is behind the lock.
  public final class NetworkReachability: Reachability, @unchecked Sendable {
    private let monitor: NWPathMonitor
    private let lock = NSLock()
    private var isSatisfied = true
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var nextID = 0

    /// Begins to observe the network.
    ///
    /// - Parameter prohibitedInterfaceTypes: The kinds of networks that don't count, such as `.cellular`.
    public init(prohibitedInterfaceTypes: [NWInterface.InterfaceType] = []) {
      monitor =
        prohibitedInterfaceTypes.isEmpty
        ? NWPathMonitor() : NWPathMonitor(prohibitedInterfaceTypes: prohibitedInterfaceTypes)
      // A path that requires a connection, such as a VPN on demand, is made by the first request.
      monitor.pathUpdateHandler = { [weak self] path in self?.update(path.status != .unsatisfied) }
      monitor.start(queue: DispatchQueue(label: "WGNAPIQueue.reachability"))
    }

    deinit { monitor.cancel() }

    /// Returns whether there is a network.
    public func isReachable() async -> Bool { lock.withLock { isSatisfied } }

    /// Waits until there is a network.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func waitUntilReachable() async throws {
      let id = lock.withLock {
        nextID += 1
        return nextID
      }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let result = lock.withLock { () -> Result<Void, any Error>? in
            if Task.isCancelled { return .failure(CancellationError()) }
            if isSatisfied { return .success(()) }
            waiting[id] = continuation
            return nil
          }
          if let result { continuation.resume(with: result) }
        }
      } onCancel: {
        lock.withLock { waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
      }
    }

    /// Does nothing, because the system knows better.
    public func note(isReachable: Bool) async {}

    private func update(_ isSatisfied: Bool) {
      let woken = lock.withLock {
        self.isSatisfied = isSatisfied
        defer { if isSatisfied { waiting = [:] } }
        return isSatisfied ? Array(waiting.values) : []
      }
      for continuation in woken { continuation.resume() }
    }
  }
#endif
