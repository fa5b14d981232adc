import ArgumentParser
import Diagnostics
import GeneratorKit

/// `wgnapi-gen --watch`: a run after each change.
///
/// Mistakes don't end it: their diagnostics are printed in each run until they are mended, and the last good output stays.
/// Control-C ends it after the current run, with status 0, because that is how it is meant to end.
struct WatchLoop {
  private let options: GenerateCommand
  private let clock = ContinuousClock()
  /// What to generate; nil if the settings don't fit the command line any more.
  private var selection: Selection?
  private let settings: String?
  private var list = WatchList()
  /// What has changed since the last run; nil for the first one.
  private var changes: Set<WatchedChange>?
  /// The input of the last run; nil after mistakes, which may not be in the input.
  private var last: [Input.JobInput]?
  private var start = ContinuousClock().now

  /// Wrong arguments are errors here, but not if a change of the settings makes them wrong later.
  init(_ options: GenerateCommand) throws {
    self.options = options
    let selection = try options.selection()
    self.selection = selection
    settings = selection.settingsPath
  }

  /// Runs until Control-C.
  mutating func run() throws {
    let interruption = Interruption()
    var failure: FileSystemError?
    do {
      let watcher = try ChangeWatcher()
      list = watchList(of: selection, nil)
      try watcher.watch(list)
      repeat { try generate(watcher) } while try waitForChanges(watcher, interruption)
    } catch {
      failure = error
    }
    guard let failure else { return }
    var sink = DiagnosticSink()
    sink.append(failure.diagnostic)
    options.reporting.print(sink)
    throw ExitStatus.failure
  }

  /// Runs, and again if it read files in folders that weren't watched: what was saved there meanwhile would be missed.
  private mutating func generate(_ watcher: ChangeWatcher) throws(FileSystemError) {
    while let selection {
      var run = GenerationRun(selection, options: options, isWatching: true)
      // Touching a file, or saving it without a change, is no reason to write.
      if last == nil || run.input.jobs != last || run.input.sink.hasErrors {
        let status = run.run()
        report(run, status)
        last = status.isSuccess ? run.input.jobs : nil
      }
      let found = watchList(of: selection, run.input)
      if found.isCovered(by: list) { return }
      list.formUnion(found)
      try watcher.watch(list)
      if last == nil { return }
    }
  }

  /// Waits, and finds out what to generate now.
  ///
  /// - Returns: false if the process is to end.
  private mutating func waitForChanges(
    _ watcher: ChangeWatcher, _ interruption: Interruption
  ) throws(FileSystemError) -> Bool {
    let first = try watcher.wait(interruptedBy: interruption.descriptor)
    if first.isInterrupted { return false }
    start = clock.now
    let all = try watcher.settle(first.changes, interruptedBy: interruption.descriptor)
    if all.isInterrupted { return false }
    changes = all.changes
    selection = choose()
    // Before the specs are read, so that nothing is missed in between. As long as there are mistakes, also what was read
    // before them: a file that went away may come back.
    let now = watchList(of: selection, nil)
    list = now.union(last == nil ? list : list.documents)
    try watcher.watch(list)
    return true
  }

  /// What to generate now; nil, and a message, if the settings don't fit the command line any more.
  private func choose() -> Selection? {
    do {
      return try options.selection()
    } catch {
      Console.write("error: \(visibleText(String(describing: error)))\n", to: .error)
      return nil
    }
  }

  /// One line about a run.
  private func report(_ run: GenerationRun, _ status: ExitCode) {
    guard !options.quiet else { return }
    let milliseconds = Int(((clock.now - start) / .milliseconds(1)).rounded())
    let result =
      status.isSuccess || !run.summaries.isEmpty
      ? run.summaries.joined(separator: "; ") : "nothing written, see above"
    Console.write("\(visibleText(cause(run))): \(result) (\(milliseconds) ms)\n")
  }

  private func cause(_ run: GenerationRun) -> String {
    guard let changes else {
      let places = run.selection.jobs.map(\.specs)
      return places.isEmpty ? "watching" : "watching \(places.joined(separator: ", "))"
    }
    let paths = changes.map { ($0.isRemoval ? "removed " : "changed ") + $0.path }.sorted()
    return paths.count > 3
      ? "\(paths[0]) and \(paths.count - 1) more" : paths.joined(separator: ", ")
  }

  private func watchList(of selection: Selection?, _ input: Input?) -> WatchList {
    var list = WatchList()
    if let settings { list.addFile(settings) }
    for job in selection?.jobs ?? [] {
      list.addSpecs(job.specs)
      for map in job.maps { list.addSpecs(map.path) }
      if let templates = job.templates { list.addTemplates(templates) }
    }
    for job in input?.jobs ?? [] {
      for file in job.specs where job.specs.first?.isGivenAlone == true {
        list.addExistingFolder(of: file.displayPath)
      }
    }
    return list
  }
}
