import Diagnostics
import GeneratorKit
import SwiftEmitter

/// What happens to modules as a whole.
extension VersionChanges {
  /// Adds that a module is gone, has another name, or is new.
  mutating func add(_ kind: ChangeKind, _ old: ModuleSurface?, _ new: ModuleSurface?) {
    guard let module = new?.module ?? old?.module, let oldModule = old?.module ?? new?.module else { return }
    func line(_ surface: ModuleSurface?) -> CodeLine? { surface.map { CodeLine("import \($0.module.text)") } }
    differences.append(
      Difference(
        kind: kind, module: module.text, oldModule: oldModule.text, place: oldModule.text,
        message: kind == .renamed ? "renamed to '\(module.text)'" : kind.rawValue, old: old?.module.span,
        new: new?.module.span, rewrites: [Rewrite(before: line(old), after: line(new))],
        uses: old == nil ? [] : [LineMaker.module]))
  }

  /// Adds what the target of a module imports that it didn't import before.
  mutating func addDependencies(
    _ old: ModuleSurface, _ new: ModuleSurface, _ oldTargets: [ManifestTarget], _ newTargets: [ManifestTarget]
  ) {
    func dependencies(_ surface: ModuleSurface, _ targets: [ManifestTarget]) -> [ManifestTarget.Dependency] {
      targets.first { $0.name == surface.module.text && !$0.isTest }?.dependencies ?? []
    }
    let known = Set(dependencies(old, oldTargets).map(\.name))
    for dependency in dependencies(new, newTargets) where !known.contains(dependency.name) {
      differences.append(
        Difference(
          kind: .newDependency, module: new.module.text, oldModule: old.module.text, place: new.module.text,
          message: "its target needs \(dependency.words)", old: old.module.span, new: new.module.span,
          rewrites: [Rewrite(after: CodeLine(dependency.line))]))
    }
  }
}

/// Which modules of two versions are the same.
struct ModulePairs {
  /// The new modules by the names of the old ones.
  private var counterparts: [String: ModuleSurface] = [:]
  private var paired: Set<String> = []

  init(_ old: [ModuleSurface], _ new: [ModuleSurface]) {
    // A module of one document is called after its file.
    if old.count == 1, new.count == 1 {
      pair(old[0], new[0])
      return
    }
    for surface in old {
      if let other = new.first(where: { $0.module.text == surface.module.text }) { pair(surface, other) }
    }
    // A folder that has another name: most of what it has is the same on the wire.
    var candidates: [(score: Double, old: ModuleSurface, new: ModuleSurface)] = []
    for surface in old where counterparts[surface.module.text] == nil {
      let known = surface.identities
      for other in new where !paired.contains(other.module.text) {
        let found = other.identities
        let common = Double(known.intersection(found).count)
        let score = common / Double(max(known.union(found).count, 1))
        if score >= 0.5 { candidates.append((score, surface, other)) }
      }
    }
    for (_, surface, other) in candidates.sorted(by: { $0.score > $1.score })
    where counterparts[surface.module.text] == nil && !paired.contains(other.module.text) {
      pair(surface, other)
    }
  }

  private mutating func pair(_ old: ModuleSurface, _ new: ModuleSurface) {
    counterparts[old.module.text] = new
    paired.insert(new.module.text)
  }

  /// The new form of an old module; nil if it is gone.
  func counterpart(of surface: ModuleSurface) -> ModuleSurface? { counterparts[surface.module.text] }

  /// Whether a new module has an old form.
  func hasCounterpart(_ surface: ModuleSurface) -> Bool { paired.contains(surface.module.text) }
}

extension ModuleSurface {
  /// What its types are in the API, apart from those that every module has.
  fileprivate var identities: Set<SurfaceType.Identity> {
    Set(
      types.compactMap(\.identity).filter { ![.client, .server, .errorCodes, .constraints].contains($0) })
  }
}
