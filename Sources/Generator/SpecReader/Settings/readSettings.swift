import APIModel
import Diagnostics
import SpecYAML

/// Reads a project's settings, as described in `docs/setup.md`. Doesn't access the disk.
///
/// - Parameters:
///   - bytes: the content of `wgnapi-gen.yaml`.
///   - file: its path for diagnostics.
///   - sink: receives every mistake.
/// - Returns: nil after a mistake.
public func readSettings(_ bytes: [UInt8], file: String, into sink: inout DiagnosticSink) -> ProjectSettings?
{
  readOneDocument(
    bytes, file: file, what: "the settings are", content: "'specs: Specs' and 'output: Generated'",
    into: &sink
  ) { SettingsReader(report: $1).read($0) }
}

/// The keys, which are the names of the options that they replace.
enum SettingsKeys {
  /// Those of the whole project.
  static let project = ["warnings-as-errors", "strict", "shims", "allow"]
  /// Those of one job.
  static let job = ["specs", "output", "tests", "module"] + shared
  /// Those of a job that may also be written once, for all jobs.
  static let shared = ["map", "templates", "prune", "docc"]
  /// All keys outside of `generate`.
  static let all = ["generate"] + job + project

  /// What to say about options of a single run, and about other spellings.
  static let hints: [String: String] = {
    var hints = Dictionary(
      ["check", "dry-run", "watch", "quiet", "verbose", "diagnostics", "color"].map {
        ($0, "it is for a single run: pass --\($0) on the command line")
      }
    ) { first, _ in first }
    for (name, key) in [
      ("maps", "map"), ("warningsAsErrors", "warnings-as-errors"), ("input", "specs"), ("out", "output"),
    ] { hints[name] = "write '\(key)'" }
    hints["jobs"] = "the list of jobs is 'generate'; the number of files to render at once is --jobs"
    return hints
  }()
}

private struct SettingsReader {
  let report: Report

  func read(_ root: YAMLNode) -> ProjectSettings? {
    let fields = Fields(
      root, what: "the settings", keys: SettingsKeys.all, hints: SettingsKeys.hints,
      form: "'specs: Specs' and 'output: Generated'", report: report)
    guard let fields else { return nil }
    var settings = ProjectSettings()
    settings.strict = fields.boolean("strict")
    settings.warningsAsErrors = fields.boolean("warnings-as-errors")
    settings.shims = fields.name("shims")
    settings.allowedChanges = fields["allow"].map(allowedChanges) ?? []
    if let list = fields["generate"] {
      for key in ["specs", "output", "tests", "module"] where fields[key] != nil {
        report.error(
          .conflictingKeys, "'\(key)' can't be beside 'generate'; write it in the job that it belongs to",
          at: fields.keySpan(key), notes: [.init("'generate' is here", at: fields.keySpan("generate"))])
      }
      settings.jobs = jobs(list, besides: fields)
    } else if let job = job(fields, in: "the file") {
      settings.jobs = [job]
    }
    SettingsCheck(jobs: settings.jobs, report: report).run()
    return settings
  }

  private func jobs(_ list: YAMLNode, besides project: Fields) -> [GenerationJob] {
    if list.mapping != nil {
      report.mismatch(
        list, expected: "a list of jobs", for: "'generate'",
        hint: "write '- ' before the first key of each job, or leave 'generate' out if there is only one")
      return []
    }
    let items = report.list(list, of: "jobs", for: "'generate'")
    if items.isEmpty, list.items != nil {
      report.error(
        .valueOutOfRange, "'generate' is empty; write a job, such as {specs: Specs, output: Generated}",
        at: list.occurrence)
    }
    return items.compactMap { item in
      var hints = SettingsKeys.hints
      for key in SettingsKeys.project {
        hints[key] = "write it beside 'generate', because it is the same for all jobs"
      }
      let fields = Fields(
        item, what: "a job", keys: SettingsKeys.job, hints: hints,
        form: "{specs: Specs, output: Generated}", report: report)
      return fields.flatMap { job($0, in: "a job", besides: project) }
    }
  }

  /// One job. What it doesn't say itself may be said for all.
  private func job(_ fields: Fields, in what: String, besides project: Fields? = nil) -> GenerationJob? {
    fields.require("specs", in: what, hint: ", the folder of specs or the document, such as 'specs: Specs'")
    fields.require("output", in: what, hint: ", the folder to write to, such as 'output: Generated'")
    let specs = path("specs", fields)
    let output = path("output", fields, isWritten: true)
    let tests = path("tests", fields, isWritten: true)
    let module = fields.name("module")
    if let module, specs.map({ SettingsPath($0.text).isDocument }) != false { report.checkModuleName(module) }
    let common = project.map { settings(of: $0) }
    var own = settings(of: fields)
    let prefixes = Set(own.maps.map(\.prefix))
    own.maps += (common?.maps ?? []).filter { !prefixes.contains($0.prefix) }
    guard let specs, let output else { return nil }
    return GenerationJob(
      specs: specs, output: output, tests: tests, module: module, maps: own.maps,
      templates: own.templates ?? common?.templates, prune: own.prune ?? common?.prune ?? false,
      docC: own.docC ?? common?.docC ?? false, docCSpan: own.docCSpan ?? common?.docCSpan)
  }

  private func settings(of fields: Fields) -> (
    maps: [GenerationJob.Map], templates: Name?, prune: Bool?, docC: Bool?, docCSpan: SourceSpan?
  ) {
    (
      fields["map"].map(maps) ?? [], path("templates", fields), fields.boolean("prune"),
      fields.boolean("docc"), fields["docc"].map { _ in fields.keySpan("docc") }
    )
  }

  private func maps(_ node: YAMLNode) -> [GenerationJob.Map] {
    let form = "{\"https://example.com/schemas/\": Schemas}"
    return report.entries(node, for: "'map'", areWireNames: true, form: form).compactMap { entry in
      guard entry.name.contains(":") else {
        report.error(
          .invalidValue,
          "'\(abbreviate(entry.name))' isn't an absolute URI; write what the URIs of the schemas begin with, as in \(form)",
          at: entry.key.occurrence)
        return nil
      }
      return path(entry.value, of: "'map'").map { .init(prefix: entry.name, path: $0) }
    }
  }

  private func allowedChanges(_ node: YAMLNode) -> [AllowedChangeSetting] {
    let form = "{id: renamed, place: Item.price, reason: Nobody uses it}"
    return report.list(node, of: "changes", for: "'allow'").compactMap { item in
      guard
        let fields = Fields(
          item, what: "an allowed change", keys: ["id", "place", "reason"], form: form, report: report)
      else { return nil }
      fields.require("id", in: "an allowed change", hint: ", the word in brackets that 'breaking' prints")
      fields.require("reason", in: "an allowed change", hint: ": why apps can live with it")
      guard let id = fields.name("id"), let reason = fields.text("reason") else { return nil }
      return AllowedChangeSetting(id: id, place: fields.text("place"), reason: reason)
    }
  }

  private func path(_ key: String, _ fields: Fields, isWritten: Bool = false) -> Name? {
    fields[key].flatMap { path($0, of: "'\(key)'", isWritten: isWritten) }
  }

  private func path(_ node: YAMLNode, of what: String, isWritten: Bool = false) -> Name? {
    if node.scalar?.coreType == .null {
      report.mismatch(
        node, expected: "a path", for: what,
        hint: node.text?.isEmpty == false ? "a folder of this name is written in quotes" : nil)
      return nil
    }
    guard let name = report.name(node, for: what) else { return nil }
    guard let problem = SettingsPath(name.text).problem(isWritten: isWritten) else { return name }
    report.error(.invalidPath, "'\(abbreviate(name.text))' \(problem)", at: name.span)
    return nil
  }
}
