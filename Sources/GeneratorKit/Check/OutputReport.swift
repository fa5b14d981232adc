import Diagnostics

/// Tells people what a plan means: what `--check` found, what `--dry-run` would do, what was done.
public struct OutputReport: Sendable {
  private let plan: OutputPlan

  /// Makes a report of a plan.
  public init(_ plan: OutputPlan) { self.plan = plan }

  /// "wrote 3 files, removed 1, 120 unchanged"; "would write 3 files, …" for a plan that isn't carried out.
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

  /// What a check found, in one line.
  public var checkSummary: String {
    let counts: [(Int, String)] = [
      (plan.count(.added), "missing"), (plan.count(.changed) + plan.count(.blocked), "changed"),
      (plan.count(.orphaned), "orphaned"), (plan.count(.unchanged), "unchanged"),
    ]
    let text = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }.joined(separator: ", ")
    if plan.isUpToDate { return "up to date, \(files(plan.count(.unchanged))) unchanged" }
    return text.isEmpty ? "the manifest is out of date" : "out of date: \(text)"
  }

  /// A line for each file that will be touched: `add Generated/WOT/Client.swift`; with `isVerbose` for all others too.
  public func list(isVerbose: Bool = false) -> String {
    let words: [OutputPlan.Kind: String] = [.added: "add", .changed: "change", .orphaned: "remove"]
    let others: [OutputPlan.Kind: String] = [.unchanged: "keep", .kept: "leave", .foreign: "leave"]
    return plan.entries.compactMap { entry in
      guard let word = words[entry.kind] ?? (isVerbose ? others[entry.kind] : nil) else { return nil }
      return "\(word) \(name(entry))\n"
    }.joined()
  }

  /// What a check found, file by file; changed ones with their differences.
  ///
  /// - Parameters:
  ///   - tree: what the folder should hold.
  ///   - folder: the folder.
  ///   - diff: how to write differences; nil to leave them out.
  ///   - sink: takes errors of the file system.
  public func check(
    _ tree: OutputTree, in folder: OutputFolder, diff: UnifiedDiff?, into sink: inout DiagnosticSink
  ) -> String {
    var text = ""
    for entry in plan.entries {
      switch entry.kind {
      case .unchanged, .kept, .foreign, .blocked: continue
      case .added: text += "missing: \(name(entry))\n"
      case .orphaned: text += "orphaned: \(name(entry))\n"
      case .changed:
        text += "changed: \(name(entry))\n"
        guard let diff, let new = tree[entry.path] ?? (entry.path == Manifest.name ? plan.manifest : nil)
        else {
          continue
        }
        do {
          text += diff.text(old: try folder.read(entry.path), new: new, path: plan.displayPath(entry.path))
        } catch {
          sink.append(error.diagnostic)
        }
      }
    }
    return text
  }

  /// What a check found as diagnostics, for the tools that read those.
  public var checkDiagnostics: [Diagnostic] {
    plan.entries.compactMap { entry in
      let message: String
      switch entry.kind {
      case .unchanged, .kept, .foreign, .blocked: return nil
      case .added: message = "is missing: the specs ask for it"
      case .changed: message = "is not what the specs and templates make now"
      case .orphaned: message = "is left over: the specs don't ask for it any more"
      }
      return Diagnostic(.error, .staleOutput, message, at: .unknown(file: plan.displayPath(entry.path)))
    }
  }

  /// Tells of modules that the folder has and the specs don't, and how to remove them: a line; nil where there are none.
  public var otherModules: String? {
    let modules = plan.otherModules
    guard let first = modules.first else { return nil }
    let shown = modules.prefix(5).map(visibleText).joined(separator: ", ")
    let names = modules.count > 5 ? "\(shown) and \(modules.count - 5) more" : shown
    let what =
      modules.count == 1 ? "the module \(visibleText(first)) is" : "the modules \(names) are"
    return "left alone \(files(plan.count(.kept))): \(what) not in these specs; --prune removes what isn't"
  }

  private func name(_ entry: OutputPlan.Entry) -> String { visibleText(plan.displayPath(entry.path)) }

  private func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
