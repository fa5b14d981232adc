import APIModel
import Diagnostics
import GeneratorKit
import SpecChanges
import SwiftEmitter

extension Input {
  /// The declarations with old names that the settings ask for, by module, of each job; nil after errors.
  mutating func findShims(since version: Name?) -> [[String: [Shim]]]? {
    guard let version else { return jobs.map { _ in [:] } }
    let reference = VersionReference(version.text, exists: exists)
    var old = old(reference)
    var shims: [[String: [Shim]]] = []
    for (job, oldJob) in zip(jobs, old.jobs) {
      if oldJob.isMissing {
        shims.append([:])
        continue
      }
      // Mistakes in the specs are reported when they are generated.
      var unused = DiagnosticSink()
      guard let new = GeneratorKit.readAPI(job.specs, references: job.references, into: &unused) else {
        return jobs.map { _ in [:] }
      }
      var places = SourcePlaces()
      let oldAPI = GeneratorKit.readAPI(
        oldJob.specs, references: oldJob.references, places: &places, into: &old.sink)
      guard let api = oldAPI else { break }
      checkOldVersion(api, reference, of: job.job.specs, into: &old.sink)
      let (found, oldSink) = onLargeStack {
        var (sink, oldSink) = (DiagnosticSink(), DiagnosticSink())
        return (SpecChanges.findShims(since: api, in: new, into: &sink, oldSink: &oldSink), oldSink)
      }
      old.sink.append(contentsOf: oldSink.diagnostics.map(places.shown))
      shims.append(found)
    }
    pathsOfRevision.formUnion(old.pathsOfRevision)
    guard old.sink.hasErrors else { return shims }
    for var diagnostic in old.sink.diagnostics where diagnostic.severity == .error {
      diagnostic.span = diagnostic.span ?? version.span
      diagnostic.notes.append(.init("'shims' names this version", at: version.span))
      sink.append(diagnostic)
    }
    return nil
  }
}
