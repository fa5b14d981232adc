/// Waits for changes of files: with inotify on Linux, by looking at them every 50 ms elsewhere.
public final class ChangeWatcher {
  #if canImport(Glibc)
    private let watcher: InotifyWatcher
  #else
    private let watcher = PollingWatcher()
  #endif

  /// Creates a watcher that doesn't watch anything yet.
  public init() throws(FileSystemError) {
    #if canImport(Glibc)
      watcher = try InotifyWatcher()
    #endif
  }

  /// Watches these folders only. Changes in folders that were watched before aren't lost.
  public func watch(_ list: WatchList) throws(FileSystemError) { try watcher.watch(list) }

  /// Waits until something changes, the descriptor has something to read, or the time is up.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait; nil for any time.
  ///   - interrupt: a descriptor that ends the waiting, such as a pipe's.
  public func wait(
    milliseconds: Int32? = nil, interruptedBy interrupt: Int32
  ) throws(FileSystemError) -> WatchResult {
    try watcher.wait(milliseconds: milliseconds, interruptedBy: interrupt)
  }

  /// Waits until nothing changes any more for a moment: several files may be saved at once, and editors replace a file in
  /// several steps.
  ///
  /// - Parameter changes: what has changed already.
  public func settle(
    _ changes: Set<WatchedChange>, interruptedBy interrupt: Int32
  ) throws(FileSystemError) -> WatchResult {
    var all = WatchResult(changes: changes)
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(300)
    // What was removed may come back: some editors move the old file away first.
    var pause: Int32 = changes.contains(where: \.isRemoval) ? 40 : 8
    while clock.now < end {
      let more = try wait(milliseconds: pause, interruptedBy: interrupt)
      all.isInterrupted = more.isInterrupted
      if more.changes.isEmpty { break }
      for change in more.changes {
        all.changes.remove(WatchedChange(path: change.path, isRemoval: !change.isRemoval))
        all.changes.insert(change)
      }
      pause = all.changes.contains(where: \.isRemoval) ? 40 : 8
    }
    return all
  }
}
