import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Waits for changes by looking at the files again and again, where there is no inotify.
final class PollingWatcher {
  private struct State: Equatable {
    var identity: FileStatus.Identity
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private static let interval: Int32 = 50

  private var list = WatchList()
  private var states: [String: [String: State]] = [:]

  func watch(_ list: WatchList) throws(FileSystemError) {
    // Known folders keep their states: what changed in them meanwhile isn't lost.
    self.list = list
    states = states.filter { list.folders[$0.key] != nil }
    for folder in list.folders.keys where states[folder] == nil { states[folder] = look(into: folder) }
  }

  /// Waits until something changes, the descriptor has something to read, or the time is up.
  func wait(milliseconds: Int32?, interruptedBy descriptor: Int32) throws(FileSystemError) -> WatchResult {
    var rest = milliseconds
    while true {
      let changes = findChanges()
      guard changes.isEmpty else { return WatchResult(changes: changes) }
      if let left = rest, left <= 0 { return WatchResult() }
      let pause = min(Self.interval, rest ?? Self.interval)
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, pause) > 0 { return WatchResult(isInterrupted: true) }
      rest = rest.map { $0 - pause }
    }
  }

  private func findChanges() -> Set<WatchedChange> {
    var changes: Set<WatchedChange> = []
    for folder in list.folders.keys {
      let (old, new) = (states[folder] ?? [:], look(into: folder))
      states[folder] = new
      for name in Set(old.keys).union(new.keys) where old[name] != new[name] {
        let path = folder.isEmpty ? name : folder.hasByteSuffix("/") ? folder + name : "\(folder)/\(name)"
        changes.insert(WatchedChange(path: path, isRemoval: new[name] == nil))
      }
    }
    return changes
  }

  private func look(into path: String) -> [String: State] {
    guard let folder = try? Folder.open(path), let names = try? folder.names() else { return [:] }
    var found: [String: State] = [:]
    for name in names.compactMap(validText) {
      var status = stat()
      guard stat(folder.path(of: name), &status) == 0 || lstat(folder.path(of: name), &status) == 0 else {
        continue
      }
      let kind = FileStatus(status)
      guard list.matters(name, in: path, isFolder: kind.kind == .folder) else { continue }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      // What happens in a folder is seen in the folder itself.
      let isFolder = kind.kind == .folder
      found[name] = State(
        identity: kind.identity, size: isFolder ? 0 : kind.size, seconds: isFolder ? 0 : Int(time.tv_sec),
        nanoseconds: isFolder ? 0 : Int(time.tv_nsec))
    }
    return found
  }
}
