import WGNAPISupport

/// Work that others wait for. A request that the work itself sends must not wait for it.
///
/// Unchecked: all mutable state is behind the lock.
package final class SharedWork: @unchecked Sendable {
  /// The work that this task is a part of.
  @TaskLocal private static var path: [SharedWork] = []

  private let id: any Hashable & Sendable
  private let mutex = Mutex()
  /// A task that the work has started may go on.
  private var hasEnded = false

  private init(_ id: any Hashable & Sendable) { self.id = id }

  /// Runs `body` as the work with an ID.
  package static func run<Value>(
    as id: any Hashable & Sendable, _ body: () async throws -> Value
  ) async throws -> Value {
    let work = SharedWork(id)
    defer { work.mutex.withLock { work.hasEnded = true } }
    return try await $path.withValue(path + [work], operation: body)
  }

  /// Whether this task is a part of the work with an ID.
  package static func isInside<ID: Hashable & Sendable>(_ id: ID) -> Bool {
    path.contains { ($0.id as? ID) == id && $0.isRunning }
  }

  /// Whether this task is a part of work with an ID of this type.
  package static func isInside<ID: Hashable & Sendable>(any type: ID.Type) -> Bool {
    path.contains { $0.id is ID && $0.isRunning }
  }

  private var isRunning: Bool { mutex.withLock { !hasEnded } }
}
