import APIModel
import Diagnostics

/// Finds folders in settings that get in each other's way.
struct SettingsCheck {
  let jobs: [GenerationJob]
  let report: Report

  /// A folder that is written to.
  private struct Written {
    var key: String
    var name: Name
    var path: SettingsPath { SettingsPath(name.text) }
  }

  func run() {
    var seen: [[SettingsPath]: Name] = [:]
    for job in jobs {
      checkSpecs(job)
      let key = [SettingsPath(job.specs.text), SettingsPath(job.output.text)]
      if let first = seen.updateValue(job.specs, forKey: key) {
        report.error(
          .duplicateValue,
          "'\(abbreviate(job.specs.text))' is generated into '\(abbreviate(job.output.text))' twice; remove one of the jobs",
          at: job.specs.span, notes: [.init("the first job is here", at: first.span)])
      }
    }
    checkWritten()
  }

  private func checkSpecs(_ job: GenerationJob) {
    let specs = SettingsPath(job.specs.text)
    if specs.containsSettings {
      report.error(
        .invalidPath,
        "'\(abbreviate(job.specs.text))' contains this file, which isn't a spec; keep the specs in a folder of their own",
        at: job.specs.span)
    } else if !specs.isDocument, let module = job.module {
      report.error(
        .misplacedKey,
        "'module' names the module of a single file; those of the folder '\(abbreviate(job.specs.text))' are named after "
          + "its folders", at: module.span)
    }
  }

  private func checkWritten() {
    let written = jobs.flatMap { job in
      [Written(key: "output", name: job.output)] + (job.tests.map { [Written(key: "tests", name: $0)] } ?? [])
    }
    for (index, folder) in written.enumerated() {
      for job in jobs {
        let specs = SettingsPath(job.specs.text)
        guard !specs.isDocument, !specs.containsSettings, folder.path == specs || folder.path.isInside(specs)
        else { continue }
        report.error(
          .conflictingKeys,
          "'\(folder.key)' is \(folder.path == specs ? "" : "in ")the folder of the specs; write to a folder outside of it",
          at: folder.name.span, notes: [.init("the specs are here", at: job.specs.span)])
        break
      }
      // Jobs may share a folder, each with its modules.
      let other = written[..<index].first { other in
        other.path == folder.path
          ? other.key != folder.key : other.path.isInside(folder.path) || folder.path.isInside(other.path)
      }
      guard let other else { continue }
      let (inner, outer) = folder.path.isInside(other.path) ? (folder, other) : (other, folder)
      let problem =
        other.path == folder.path
        ? "'\(folder.key)' and '\(other.key)' are the same folder"
        : "'\(abbreviate(inner.name.text))' is inside '\(abbreviate(outer.name.text))'"
      report.error(
        .conflictingKeys, "\(problem); each needs a folder of its own", at: folder.name.span,
        notes: [.init("the other is here", at: other.name.span)])
    }
  }
}
