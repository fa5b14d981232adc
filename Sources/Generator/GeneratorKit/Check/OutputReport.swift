import Diagnostics

/// Describes a plan for people: the result of `--check`, of `--dry-run`, or of writing.
public struct OutputReport: Sendable {
  private let plan: OutputPlan

  /// Creates a report of a plan.
  public init(_ plan: OutputPlan) { self.plan = plan }

  /// "wrote 3 files, removed 1, 120 unchanged"; for a dry run, "would write 3 files, …".
  public func summary(isDryRun: Bool = false) -> String {
    let written = plan.count(.added) + plan.count(.changed)
    let removed = plan.count(.orphaned)
    let unchanged = plan.count(.unchanged)
    var parts: [String] = []
    if written > 0 { parts.append("\(isDryRun ? "would write" : "wrote") \(files(written))") }
    if removed > 0 {
      parts.append("\(isDryRun ? "would remove" : "removed") \(written > 0 ? "\(removed)" : files(removed))")
    }
    if parts.isEmpty {
      let isManifestStale = plan.entries.contains { $0.path == Manifest.name && $0.kind != .unchanged }
      let action = isManifestStale ? "\(isDryRun ? "would write" : "wrote") the manifest" : "nothing to do"
      return "\(action), \(files(unchanged)) unchanged"
    }
    if unchanged > 0 { parts.append("\(unchanged) unchanged") }
    return parts.joined(separator: ", ")
  }

  /// The result of a check in one line.
  public var checkSummary: String {
    let counts: [(Int, String)] = [
      (plan.count(.added), "missing"), (plan.count(.changed), "changed"),
      (plan.entries.count { $0.kind == .blocked }, "blocked by something else"),
      (plan.count(.orphaned), "orphaned"), (plan.count(.unlisted), "unlisted"),
      (plan.count(.unchanged), "unchanged"),
    ]
    let text = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    if plan.isExact { return "up to date, \(files(plan.count(.unchanged))) unchanged" }
    return text.isEmpty ? "the manifest is out of date" : "out of date: \(text)"
  }

  /// A line for each file that changes: `add Generated/WOT/Client.swift`; with `isVerbose`, for all files.
  public func list(isVerbose: Bool = false) -> String {
    let words: [OutputPlan.Kind: String] = [.added: "add", .changed: "change", .orphaned: "remove"]
    let others: [OutputPlan.Kind: String] = [
      .unchanged: "keep", .kept: "leave", .foreign: "leave", .unlisted: "leave",
    ]
    return plan.entries.compactMap { entry in
      guard let word = words[entry.kind] ?? (isVerbose ? others[entry.kind] : nil) else { return nil }
      return "\(word) \(name(entry))\n"
    }.joined()
  }

  /// The result of a check, file by file, with the differences of changed files.
  ///
  /// - Parameters:
  ///   - tree: the expected content of the folder.
  ///   - folder: the folder.
  ///   - diff: the format of differences; nil to omit them.
  ///   - sink: receives errors of the file system.
  public func check(
    _ tree: OutputTree, in folder: OutputFolder, diff: UnifiedDiff?, into sink: inout DiagnosticSink
  ) -> String {
    var text = ""
    for entry in plan.entries {
      switch entry.kind {
      case .unchanged, .kept, .foreign, .blocked: continue
      case .added: text += "missing: \(name(entry))\n"
      case .orphaned: text += "orphaned: \(name(entry))\n"
      case .unlisted: text += "unlisted: \(name(entry))\n"
      case .changed:
        text += "changed: \(name(entry))\n"
        guard let diff, let new = content(of: entry, in: tree) else { continue }
        do {
          text += diff.text(old: try folder.read(entry.path), new: new, path: plan.displayPath(entry.path))
        } catch {
          sink.append(error.diagnostic)
        }
      }
    }
    return text
  }

  /// The result of a check as diagnostics, for tools.
  ///
  /// - Parameters:
  ///   - tree: the expected content of the folder.
  ///   - folder: the folder.
  public func checkDiagnostics(_ tree: OutputTree, in folder: OutputFolder) -> [Diagnostic] {
    plan.entries.compactMap { entry in
      var place = SourceSpan.unknown(file: plan.displayPath(entry.path))
      let problem: String
      switch entry.kind {
      case .unchanged, .kept, .foreign, .blocked: return nil
      case .added: problem = "this generated file is missing"
      case .changed:
        problem = "this generated file is out of date"
        if let new = content(of: entry, in: tree), let old = try? folder.read(entry.path) {
          place.start = firstDifference(old, new)
          place.end = place.start
        }
      case .orphaned: problem = "this generated file is no longer generated"
      case .unlisted: problem = "this file was generated, but doesn't belong to the output"
      }
      let remedy = entry.kind == .unlisted ? "remove it" : "run wgnapi-gen and commit its output"
      return Diagnostic(.error, .staleOutput, "\(problem); \(remedy)", at: place)
    }
  }

  private func content(of entry: OutputPlan.Entry, in tree: OutputTree) -> [UInt8]? {
    tree[entry.path] ?? (entry.path == Manifest.name ? plan.manifest : nil)
  }

  /// The start of the first line of `old` that differs from `new`.
  private func firstDifference(_ old: [UInt8], _ new: [UInt8]) -> SourceLocation {
    let common = old.prefix(zip(old, new).prefix { $0 == $1 }.count)
    let start = common.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return SourceLocation(line: common.count { $0 == UInt8(ascii: "\n") } + 1, column: 1, offset: start)
  }

  /// A line about modules in the folder that aren't in the specs, and how to remove them; nil without any.
  public var otherModules: String? {
    let modules = plan.otherModules
    guard let first = modules.first else { return nil }
    let shown = modules.prefix(5).map(visibleText).joined(separator: ", ")
    let names = modules.count > 5 ? "\(shown) and \(modules.count - 5) more" : shown
    let what =
      modules.count == 1 ? "the module \(visibleText(first)) isn't" : "the modules \(names) aren't"
    let them = modules.count == 1 ? "it" : "them"
    return "left alone \(files(plan.count(.kept))): \(what) in these specs; "
      + "if no other specs generate \(them), use --prune to remove \(them)"
  }

  private func name(_ entry: OutputPlan.Entry) -> String { visibleText(plan.displayPath(entry.path)) }

  private func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
