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
    let isRevision = if case .revision = reference { true } else { false }
    // A job of several may be new.
    let isOfAllJobs = if case .revision(_, nil) = reference { jobs.count > 1 } else { false }
    for job in jobs {
      // A single file's module is called like the new one, whatever the file is called.
      let isSingle = job.specs.contains(where: \.isGivenAlone)
      let module = isSingle ? job.specs.first?.path.split(separator: "/").first.map(String.init) : nil
      let specs = VersionedSpecs(
        path: job.job.specs, module: module, maps: job.job.maps.map { ($0.prefix, $0.path) },
        files: isSingle
          ? job.specs.prefix(1).map { String($0.path.split(separator: "/").last ?? "") }
          : job.specs.map(\.path))
      guard let version = readOldVersion(reference, of: specs, mayBeNew: isOfAllJobs, into: &old.sink) else {
        break
      }
      var input = JobInput(job: job.job, specs: version.specs, references: version.references)
      input.isMissing = version.isMissing
      old.jobs.append(input)
      if isRevision { old.pathsOfRevision.formUnion(version.specs.map(\.displayPath)) }
    }
    if isOfAllJobs, old.jobs.allSatisfy(\.isMissing), let first = old.jobs.first, !old.sink.hasErrors {
      old.sink.error(
        .unknownRevision, "has none of the specs: name their place in it, as in '\(reference.shown("path"))'",
        at: .unknown(file: reference.shown(first.job.specs)))
    }
    return old
  }

  /// What the specs of an old version say; nil after errors.
  mutating func readOldAPI(_ reference: VersionReference) -> API? {
    guard let api = readAPI(), !sink.hasErrors else { return nil }
    checkOldVersion(api, reference, of: jobs.first?.job.specs ?? "", into: &sink)
    return sink.hasErrors ? nil : api
  }
}
