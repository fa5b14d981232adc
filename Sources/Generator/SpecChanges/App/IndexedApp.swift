import Diagnostics
import Foundation

/// The declarations of generated modules that an app uses, read from the index store of the app's last build.
package struct IndexedApp {
  private struct Use {
    var file: Int
    var line: Int
    var column: Int
    var roles: IndexStore.Roles
  }

  /// The uses by module and declaration.
  private var uses: [String: [String: [Use]]] = [:]
  private var sources: [String] = []
  private let files: AppFiles
  /// Reasons why the places may be wrong, one line each.
  package private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - folder: The folder of the app.
  ///   - path: The index store; nil to find the one of the package in the folder.
  ///   - modules: What the modules' old versions declare.
  package init(of folder: String, indexStore path: String?, modules: [String: [String]]) throws(IndexFailure)
  {
    files = AppFiles(folder)
    guard let path = path ?? IndexStorePlace.find(in: files.folder) else {
      throw IndexFailure(
        message: """
          '\(folder)' has no index store; build the app first: \(Self.build(folder)). The store is the folder 'index/store' in what \
          'swift build --show-bin-path' prints; for another one, such as Xcode's 'Index.noindex/DataStore', use --index-store
          """)
    }
    let store = try IndexStore(at: path, try IndexLibrary.ofToolchain())
    let units = try store.units().filter {
      FileManager.default.fileExists(atPath: $0.file) || modules[$0.module] != nil
    }
    var found: [IndexedModule] = []
    for name in modules.keys.sorted() {
      let own = Self.newest(Self.units(of: name, among: units))
      if !own.isEmpty { found.append(try IndexedModule(name, own, in: store)) }
    }
    guard !found.isEmpty else {
      throw IndexFailure(
        message: """
          the index store '\(path)' has no unit of \(wordList(modules.keys.sorted().map { "'\($0)'" })): build the app with the \
          generated module, from source
          """)
    }
    let generated = Set(found.flatMap(\.files.keys))
    let own = Self.newest(units.filter { files.contains($0.file) && !generated.contains($0.file) })
    guard !own.isEmpty else {
      throw IndexFailure(
        message:
          "the index store '\(path)' has no file of '\(folder)'; build the app first: \(Self.build(folder))")
    }
    for index in found.indices { try addUses(of: &found[index], in: own, store) }
    checkAge(own, found, folder)
    checkModules(found, modules)
  }

  private static func build(_ folder: String) -> String {
    folder == "." || folder.isEmpty ? "'swift build'" : "'swift build --package-path \(folder)'"
  }

  /// The units of a module. If the module is compiled into the app's own module, the units of its generated folder.
  private static func units(of name: String, among units: [IndexStore.Unit]) -> [IndexStore.Unit] {
    let own = units.filter { $0.module == name }
    if !own.isEmpty { return own }
    return units.filter {
      URL(fileURLWithPath: $0.file).deletingLastPathComponent().lastPathComponent == name
        && AppFiles.isGenerated($0.file)
    }
  }

  /// A file may have been compiled in several ways.
  private static func newest(_ units: [IndexStore.Unit]) -> [IndexStore.Unit] {
    var best: [String: IndexStore.Unit] = [:]
    for unit in units {
      let key = "\(unit.module) \(unit.file)"
      if let known = best[key], known.time >= unit.time { continue }
      best[key] = unit
    }
    return best.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func addUses(
    of module: inout IndexedModule, in units: [IndexStore.Unit], _ store: IndexStore
  ) throws(IndexFailure) {
    guard !module.prefixes.isEmpty else { return }
    for unit in units {
      let file = sources.firstIndex(of: unit.file) ?? sources.endIndex
      if file == sources.endIndex { sources.append(unit.file) }
      for record in unit.records {
        for occurrence in try store.occurrences(in: record, of: module.prefixes)
        where occurrence.roles.contains(.reference) && !occurrence.roles.contains(.implicit)
          || occurrence.roles.contains(.overrideOf) && occurrence.roles.contains(.implicit)
        {
          guard let declaration = module.declaration(occurrence) else { continue }
          uses[module.name, default: [:]][declaration, default: []].append(
            Use(file: file, line: occurrence.line, column: occurrence.column, roles: occurrence.roles))
        }
      }
    }
  }

  // MARK: What may be wrong

  private mutating func checkAge(_ units: [IndexStore.Unit], _ modules: [IndexedModule], _ folder: String) {
    func isOlder(_ time: Int64, than file: String) -> Bool { AppFiles.time(file).map { $0 > time } ?? false }
    /// - Parameter verb: For one file, and for several.
    func warn(_ paths: [String], _ verb: (one: String, several: String), _ clause: String) {
      guard let first = Set(paths).min() else { return }
      let rest = Set(paths).count - 1
      let subject = "\(files.shown(first))\(rest > 0 ? " and \(counted(rest, "other file"))" : "")"
      warnings.append("\(subject) \(rest > 0 ? verb.several : verb.one) \(clause)")
    }
    warn(
      units.filter { isOlder($0.time, than: $0.file) }.map(\.file),
      ("changed", "changed"),
      "after the index store was written, so lines may be wrong or missing; build the app again: \(Self.build(folder))"
    )
    warn(
      modules.flatMap { module in module.files.filter { isOlder($0.value, than: $0.key) }.map(\.key) },
      ("was", "were"), "generated after the index store was written, which shows what the app used before")
    let compiled = Set(units.map(\.file) + modules.flatMap(\.files.keys))
    warn(
      files.paths.filter { !compiled.contains($0) && !AppFiles.isGenerated($0) },
      ("isn't", "aren't"),
      "in the index store, so what is used there is missing; 'swift build --build-tests' compiles tests, too")
  }

  /// What the old version declares, and the module didn't have when the app was built.
  private mutating func checkModules(_ found: [IndexedModule], _ modules: [String: [String]]) {
    for module in found {
      let absent = (modules[module.name] ?? []).filter { !module.declarations.contains($0) }
      // What a type has goes with it.
      let absentTypes = Set(absent)
      let missing = absent.filter { name in
        !name.indices.contains { name[$0] == "." && absentTypes.contains(String(name[..<$0])) }
      }
      guard let first = missing.first else { continue }
      warnings.append(
        """
        the app was built with another version of '\(module.name)' than the old one: '\(first)'\
        \(missing.count > 1 ? " and \(counted(missing.count - 1, "other declaration")) aren't" : " isn't") in it; build it with the old version
        """)
    }
  }

  // MARK: Uses

  /// The places where the app uses the declarations in the given ways.
  package func places(of wanted: [DeclarationUse], in module: String, _ cache: inout SourceCache)
    -> [AppPlace]
  {
    var found: Set<AppPlace> = []
    let known = uses[module] ?? [:]
    for use in wanted {
      let occurrences =
        switch use.manner {
        case .anyPart:
          known.filter { $0.key == use.declaration || $0.key.hasPrefix(use.declaration + ".") }.flatMap(
            \.value)
        case .switched: known.filter { $0.key.hasPrefix(use.declaration + ".") }.flatMap(\.value)
        default: known[use.declaration] ?? []
        }
      for occurrence in occurrences {
        guard let (line, column) = place(occurrence, use.manner, &cache) else { continue }
        var place = AppPlace(file: files.shown(sources[occurrence.file]), line: line, column: column)
        if use.manner != .switched {
          place.values = source(occurrence.file, &cache).linesWithValue(from: line, column)
        }
        found.insert(place)
      }
    }
    return found.sorted()
  }

  /// Source files that were read.
  package struct SourceCache {
    fileprivate var sources: [Int: SwiftSource] = [:]

    package init() {}
  }

  private func source(_ file: Int, _ cache: inout SourceCache) -> SwiftSource {
    if let known = cache.sources[file] { return known }
    let source = SwiftSource(AppFiles.bytes(sources[file]) ?? [])
    cache.sources[file] = source
    return source
  }

  /// The place of a use; nil if the app uses the declaration in another way.
  private func place(
    _ use: Use, _ manner: DeclarationUse.Manner, _ cache: inout SourceCache
  ) -> (line: Int, column: Int)? {
    let own = (line: use.line, column: use.column)
    switch manner {
    case .anyUse, .anyPart: return own
    case .reading:
      if use.roles.contains(.write) { return use.roles.contains(.read) ? own : nil }
      return source(use.file, &cache).isEndOfOptionalChain(use.line, use.column) ? nil : own
    case .writing: return use.roles.contains(.write) ? own : nil
    case .projected: return source(use.file, &cache).isProjected(use.line, use.column) ? own : nil
    case .switched:
      guard let choice = source(use.file, &cache).choice(around: use.line, use.column), !choice.hasDefault
      else { return nil }
      return (choice.line, choice.column)
    case .passing, .omitting, .passingLiteral, .passingValue, .ordered:
      // A reference to a method without a call depends on all of its arguments, because they are part of its type.
      guard use.roles.contains(.call),
        let arguments = source(use.file, &cache).arguments(use.line, use.column)
      else { return own }
      return manner.concerns(arguments) ? own : nil
    }
  }
}

extension DeclarationUse.Manner {
  /// Whether the change concerns a call with these arguments.
  func concerns(_ arguments: [SwiftSource.Argument]) -> Bool {
    let labels = arguments.map(\.label)
    switch self {
    case .passing(let names): return labels.contains { names.contains($0) }
    case .omitting(let names): return !names.isSubset(of: labels)
    case .passingLiteral(let names):
      return arguments.contains { names.contains($0.label) && $0.isLiteral }
    case .passingValue(let names):
      return arguments.contains { names.contains($0.label) && !$0.isLiteral }
    case .ordered(let before, let after):
      let given = Set(labels)
      return before.filter(given.contains) != after.filter(given.contains)
    case .anyUse, .anyPart, .reading, .writing, .projected, .switched: return true
    }
  }
}

extension VersionChanges {
  /// Adds where an app uses what changed.
  package mutating func find(in app: IndexedApp) {
    var cache = IndexedApp.SourceCache()
    isAboutApp = true
    for index in differences.indices {
      differences[index].places = app.places(
        of: differences[index].uses, in: differences[index].oldModule, &cache)
    }
    for index in behaviour.indices {
      behaviour[index].appPlaces = app.places(
        of: behaviour[index].uses, in: behaviour[index].oldModule, &cache)
    }
  }

  /// The changes that break the app; without an app, all breaking changes.
  package var concerning: [Difference] {
    breaking.filter { !isAboutApp || $0.kind.concernsEveryApp || $0.places?.isEmpty == false }
  }

  /// The behaviour changes of what the app uses; without an app, all of them.
  package var concerningBehaviour: [BehaviourChange] {
    behaviour.filter { !isAboutApp || $0.appPlaces?.isEmpty == false }
  }
}
