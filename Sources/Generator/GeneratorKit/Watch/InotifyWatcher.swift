import Diagnostics

#if canImport(Glibc)
  import Glibc

  /// Waits for changes with Linux's inotify.
  ///
  /// Folders are watched, not files: editors replace a file by renaming another one. A written file counts when it is
  /// closed, so it isn't read half written.
  final class InotifyWatcher {
    private let descriptor: Int32
    private var list = WatchList()
    private var paths: [Int32: String] = [:]

    init() throws(FileSystemError) {
      descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
      guard descriptor >= 0 else { throw .last("watched", ".") }
    }

    deinit { close(descriptor) }

    func watch(_ list: WatchList) throws(FileSystemError) {
      self.list = list
      var kept: [Int32: String] = [:]
      let mask =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
      for path in list.folders.keys {
        // A folder that is watched already has the same number again.
        let watch = inotify_add_watch(descriptor, path.isEmpty ? "." : path, UInt32(mask | IN_ONLYDIR))
        if watch >= 0 {
          kept[watch] = path
        } else if errno != ENOENT, errno != ENOTDIR {
          throw .last("watched", path)
        }
      }
      for watch in paths.keys where kept[watch] == nil { inotify_rm_watch(descriptor, watch) }
      paths = kept
    }

    /// Waits until something changes, the descriptor has something to read, or the time is up.
    func wait(milliseconds: Int32?, interruptedBy interrupt: Int32) throws(FileSystemError) -> WatchResult {
      let clock = ContinuousClock()
      let end = milliseconds.map { clock.now + .milliseconds(Int($0)) }
      while true {
        var polled = [descriptor, interrupt].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let left = end.map { end in
          Int32(max(0, (end - clock.now) / .milliseconds(1)).rounded(.up))
        }
        let count = retryingInterrupted { poll(&polled, 2, left ?? -1) }
        guard count >= 0 else { throw .last("watched", ".") }
        if polled[1].revents != 0 { return WatchResult(isInterrupted: true) }
        let changes = count > 0 ? try readEvents() : []
        if !changes.isEmpty || count == 0 { return WatchResult(changes: changes) }
      }
    }

    private func readEvents() throws(FileSystemError) -> Set<WatchedChange> {
      var changes: Set<WatchedChange> = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = buffer.withUnsafeMutableBytes { bytes in
          retryingInterrupted { read(descriptor, bytes.baseAddress, bytes.count) }
        }
        guard count > 0 else {
          if count < 0, errno != EAGAIN { throw .last("watched", ".") }
          return changes
        }
        var offset = 0
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= count {
          let event = buffer.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          }
          let start = offset + header
          let name = buffer[start..<min(count, start + Int(event.len))].prefix { $0 != 0 }
          if let change = change(of: event, validText(Array(name)) ?? "") { changes.insert(change) }
          offset = start + Int(event.len)
        }
      }
    }

    private func change(of event: inotify_event, _ name: String) -> WatchedChange? {
      func has(_ flag: some BinaryInteger) -> Bool { event.mask & UInt32(truncatingIfNeeded: flag) != 0 }
      if has(IN_Q_OVERFLOW) { return WatchedChange(path: ".", isRemoval: false) }
      guard let folder = paths[event.wd] else { return nil }
      if has(IN_DELETE_SELF | IN_MOVE_SELF) {
        return WatchedChange(path: folder.isEmpty ? "." : folder, isRemoval: true)
      }
      let isFolder = has(IN_ISDIR)
      guard !name.isEmpty, list.matters(name, in: folder, isFolder: isFolder) else { return nil }
      let path = folder.isEmpty ? name : folder.hasByteSuffix("/") ? folder + name : "\(folder)/\(name)"
      // A new file is written afterwards, but a link is complete.
      if has(IN_CREATE), !isFolder, !isLink(path) { return nil }
      return WatchedChange(path: path, isRemoval: has(IN_DELETE | IN_MOVED_FROM))
    }

    private func isLink(_ path: String) -> Bool {
      var status = stat()
      return lstat(path, &status) == 0 && (status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1)
    }
  }
#endif
