import APIModel
import Diagnostics
import GeneratorKit
import SpecChanges
import SpecReader

extension Input {
  /// Reads an old version of the specs of all jobs.
  ///
  /// - Returns: The old version, whose mistakes are in its `sink`.
  func old(_ reference: VersionReference) -> Input {
    var old = Input(specs: [], sink: DiagnosticSink())
    old.jobs = []
    for job in jobs {
      // A single file's module is called like the new one, whatever the file is called.
      let isSingle = job.specs.contains(where: \.isGivenAlone)
      let module = isSingle ? job.specs.first?.path.split(separator: "/").first.map(String.init) : nil
      let specs = VersionedSpecs(
        path: job.job.specs, module: module, maps: job.job.maps.map { ($0.prefix, $0.path) })
      guard let version = readOldVersion(reference, of: specs, into: &old.sink) else { break }
      old.jobs.append(JobInput(job: job.job, specs: version.specs, references: version.references))
    }
    return old
  }

  /// The users' paths of the specs, by those in spans.
  var displayPaths: [String: String] {
    Dictionary(jobs.flatMap(\.specs).map { ($0.path, $0.displayPath) }) { first, _ in first }
  }
}

extension Diagnostic {
  /// The same with paths as users know them.
  func shown(_ paths: [String: String]) -> Diagnostic {
    var copy = self
    if let file = span?.file, let path = paths[file] { copy.span?.file = path }
    for index in notes.indices {
      guard let file = notes[index].span?.file, let path = paths[file] else { continue }
      copy.notes[index].span?.file = path
    }
    return copy
  }
}
