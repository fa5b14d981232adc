import ArgumentParser
import Diagnostics
import Foundation
import GeneratorKit
import SpecDrift
import SpecInference
import TrafficEvidence

extension InferCommand {
  /// Merges the traffic into the spec that is there.
  func mergeIntoSpec(_ stored: StoredFile?) throws {
    var sink = DiagnosticSink()
    guard let folder = ModuleFolder(output, into: &sink) else { throw failure(sink.diagnostics) }
    let merge = SpecMerge(folder, hosts: hosts)
    let traffic = traffic
    let result = onLargeStack {
      var found = DiagnosticSink()
      let result = merge.run(with: stored?.collector ?? Collector(), into: &found) { collector, observer in
        var reader = TrafficReader(collector, remembersFiles: stored != nil, observer: observer)
        for path in traffic { reader.read(path) }
        return reader
      }
      return (result, found)
    }
    guard let (outcome, reader) = result.0 else { throw failure(result.1.diagnostics) }
    reader.printProblems()
    let changes = outcome.files.sorted { $0.key < $1.key }.map { path, bytes in
      ChangedFile(path: folder.displayPath(path), old: folder.bytes(path), new: bytes)
    }
    show(changes)
    guard outcome.errors.isEmpty else {
      throw failure(outcome.errors, note: "the merged spec wouldn't generate, so nothing was written")
    }
    if report {
      for note in outcome.notes { Console.write(visibleText("\(note.place): \(note.text)") + "\n") }
    }
    printRest(outcome, folder)
    printLeftOut(reader, outcome.report, before: stored)
    guard outcome.report.matched + outcome.endpoints + outcome.problems.count > 0 else {
      Console.write(
        "error: there are no exchanges with the servers of the spec in \(TrafficReader.shown(traffic))\n",
        to: .error)
      throw ExitStatus.failure
    }
    if !dryRun { try write(changes, reader, stored) }
    printSummary(outcome)
    if outcome.isUnfinished || dryRun && !changes.isEmpty { throw ExitStatus.stale }
  }

  private func show(_ changes: [ChangedFile]) {
    let diff = UnifiedDiff(usesColor: color.isOn(.output), longestLine: 4000)
    for change in changes {
      Console.write(diff.text(old: change.old ?? [], new: change.new, path: change.path))
    }
  }

  private func write(_ changes: [ChangedFile], _ reader: TrafficReader, _ stored: StoredFile?) throws {
    var files = changes
    if let stored, let change = try stored.change(reader) { files.append(change) }
    do throws(FileSystemError) {
      try writeTogether(files)
    } catch {
      throw failure([error.diagnostic])
    }
  }

  /// What has to be changed by hand, with its place in the merged spec.
  private func printRest(_ outcome: MergeOutcome, _ folder: ModuleFolder) {
    var report = outcome.report
    let paths = Set(folder.files.map(\.path)).union(outcome.files.keys)
    report.display(
      SourcePlaces(Dictionary(uniqueKeysWithValues: paths.map { ($0, folder.displayPath($0)) })))
    let texts = Dictionary(
      uniqueKeysWithValues: paths.map { path in
        (folder.displayPath(path), outcome.files[path] ?? folder.bytes(path) ?? [])
      })
    let printer = TextDiagnosticPrinter(usesColor: color.isOn(.error)) { path in
      texts[path].map { SourceText(bytes: $0) }
    }
    Console.write(printer.print(report.diagnostics(withUnseen: false)), to: .error)
    for problem in outcome.problems {
      Console.write("warning: \(visibleText("\(problem.place): \(problem.reason)"))\n", to: .error)
    }
    printWarnings(outcome.crowded)
    if !outcome.guesses.isEmpty {
      Console.write(
        "\(outcome.guesses.count == 1 ? "a guess" : "\(outcome.guesses.count) guesses") could be replaced:\n",
        to: .error)
    }
    for guess in outcome.guesses.prefix(20) {
      Console.write("  \(visibleText("\(guess.place): \(guess.reason)"))\n", to: .error)
    }
  }

  /// Prints which traffic this run didn't use.
  func printUnused(_ reader: TrafficReader, before stored: StoredFile?) {
    let before = stored?.collector.evidence.leftOut ?? [:]
    let counts = reader.collector.evidence.leftOut.map { ($0.key, $0.value - (before[$0.key] ?? 0)) }
    printReasons(Dictionary(uniqueKeysWithValues: counts).filter { $0.value > 0 })
    if reader.repeatedFiles > 0 {
      Console.write("already in the evidence: \(counted(reader.repeatedFiles, "file"))\n", to: .error)
    }
  }

  private func printLeftOut(_ reader: TrafficReader, _ report: DriftReport, before stored: StoredFile?) {
    printUnused(reader, before: stored)
    printOtherServers(report.otherServers)
  }

  private func printSummary(_ outcome: MergeOutcome) {
    let rest = outcome.report.drift.count + outcome.problems.count
    let parts = [
      (outcome.edits, "edit"), (outcome.endpoints, "new endpoint"), (outcome.schemas, "new schema"),
    ]
    .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    let list = wordList(parts)
    let done =
      outcome.files.isEmpty ? "nothing to merge in" : "\(dryRun ? "would merge" : "merged") \(list) from"
    Console.write(
      "\(done) \(counted(outcome.report.exchanges, "exchange"))\(rest > 0 ? "; \(rest) to do by hand" : "")\n",
      to: .error)
  }

  private func failure(_ diagnostics: [Diagnostic], note: String? = nil) -> ExitCode {
    Console.write(
      TextDiagnosticPrinter(usesColor: color.isOn(.error)) { path in
        FileManager.default.contents(atPath: path).map { SourceText(bytes: [UInt8]($0)) }
      }.print(diagnostics), to: .error)
    if let note { Console.write("error: \(note)\n", to: .error) }
    return ExitStatus.failure
  }
}

/// The file with evidence beside a spec.
struct StoredFile {
  let path: String
  private let bytes: [UInt8]?
  private(set) var collector = Collector()

  /// - Throws: An exit status, after the message.
  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      bytes = nil
      return
    }
    let data = FileManager.default.contents(atPath: path)
    guard let data, data.count <= EvidenceFile.longest else {
      let problem =
        data == nil ? "the file can't be read" : "the file is longer than \(EvidenceFile.longest >> 20) MB"
      Console.write("\(visibleText(path)): error: \(problem)\n", to: .error)
      throw ExitStatus.failure
    }
    let bytes = [UInt8](data)
    self.bytes = bytes
    do {
      collector = try onLargeStack { Result { () throws(EvidenceError) in try EvidenceFile.read(bytes) } }
        .get()
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Writes what is new.
  func write(_ reader: TrafficReader) throws {
    guard let change = try change(reader) else { return }
    do throws(FileSystemError) {
      try writeTogether([change])
    } catch {
      Console.write("error: '\(visibleText(path))' \(visibleText(error.diagnostic.message))\n", to: .error)
      throw ExitStatus.failure
    }
  }

  /// What is written at the end; nil if nothing is new.
  func change(_ reader: TrafficReader) throws -> ChangedFile? {
    do {
      let collector = reader.collector
      let new = try onLargeStack { Result { () throws(EvidenceError) in try EvidenceFile.bytes(collector) } }
        .get()
      return new == bytes ? nil : ChangedFile(path: path, old: bytes, new: new)
    } catch {
      throw Self.failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: EvidenceError) -> ExitCode {
    Console.write(
      "\(visibleText(path)): error: \(visibleText(error.message)); restore the file, or delete it to start over\n",
      to: .error)
    return ExitStatus.failure
  }
}
