import Diagnostics
import SwiftEmitter

extension OutputTree {
  /// The products of the package that each module's target needs, by the module's name. Both are sorted.
  public var products: [(module: String, products: [String])] {
    imports.map { ($0.key, $0.value.filter(Self.isProduct).sorted()) }
      .filter { !$0.products.isEmpty }.sorted { $0.module < $1.module }
  }

  /// The user's own modules that a target imports: those with the types and policies that specs name.
  private func ownModules(_ names: Set<String>, of target: String, _ imports: [String: Set<String>])
    -> [String]
  {
    // The modules that tests are of aren't in their tree.
    let tested = target.hasSuffix("Tests") ? String(target.dropLast(5)) : target
    return names.filter {
      !Self.isProduct($0) && imports[$0] == nil && $0 != tested && !Self.systemModules.contains($0)
    }.sorted()
  }

  private static let systemModules: Set = [
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Swift", "Testing", "XCTest",
  ]

  /// The targets of the modules, in order.
  ///
  /// - Parameter folder: the path of the output folder.
  public func targets(in folder: String) -> [ManifestTarget] {
    let imports = imports
    let root = trimmingFolderPath(folder)
    return imports.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { module, names in
      let own = ownModules(names, of: module, imports)
      let others = names.filter {
        !Self.isProduct($0) && !own.contains($0) && !Self.systemModules.contains($0)
      }
      return ManifestTarget(
        name: module, isTest: names.contains("Testing"), modules: others.sorted(), ownModules: own,
        products: names.filter(Self.isProduct).sorted(),
        path: root.isEmpty ? module : root.hasByteSuffix("/") ? root + module : "\(root)/\(module)")
    }
  }

  private static func isProduct(_ module: String) -> Bool { module.hasPrefix("WGNAPI") }

  /// What the files of each module import.
  private var imports: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for file in files where file.path.hasSuffix(".swift") {
      found[OutputPath.module(of: file.path), default: []].formUnion(Self.imports(of: file.bytes))
    }
    return found
  }

  /// The modules that a file imports. Only comments, conditions and empty lines precede the imports.
  private static func imports(of bytes: [UInt8]) -> [String] {
    var modules: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      let level =
        ["internal ", "package ", "public ", "@testable "].first { line.starts(with: $0.utf8) } ?? ""
      let statement = line.dropFirst(level.utf8.count)
      if statement.starts(with: "import ".utf8) {
        modules.append(String(decoding: statement.dropFirst(7), as: UTF8.self))
      } else if !line.isEmpty, !line.starts(with: "//".utf8) {
        break
      }
    }
    return modules
  }

  /// The same in words, with a line for all modules with the same needs: "the target Shop needs WGNAPIRuntime, and your module
  /// Payments".
  public var productSummary: String {
    struct Needs: Equatable {
      var products: [String]
      var own: [String]
    }
    let imports = imports
    var groups: [(needs: Needs, modules: [String])] = []
    for entry in products {
      let own = ownModules(imports[entry.module] ?? [], of: entry.module, imports)
      let needs = Needs(products: entry.products, own: own)
      if let index = groups.firstIndex(where: { $0.needs == needs }) {
        groups[index].modules.append(entry.module)
      } else {
        groups.append((needs, [entry.module]))
      }
    }
    return groups.map { group in
      let shown = group.modules.prefix(5).joined(separator: ", ")
      let rest = group.modules.count > 5 ? " and \(group.modules.count - 5) more" : ""
      let needs = group.modules.count == 1 ? "the target \(shown) needs" : "the targets \(shown)\(rest) need"
      let own =
        group.needs.own.isEmpty
        ? "" : ", and your module\(group.needs.own.count == 1 ? "" : "s") \(wordList(group.needs.own))"
      let trait = ManifestTarget.traitWords(for: group.needs.products)
      return "\(needs) \(wordList(group.needs.products))\(own)\(trait)\n"
    }.joined()
  }

  /// What to paste into `Package.swift` for the modules that a folder didn't have yet.
  ///
  /// - Parameter others: What the same run writes to other folders.
  public func manifestBlock(of modules: Set<String>, in folder: String, beside others: [OutputTree] = [])
    -> String
  {
    let known = targets(in: folder)
    let all = known.filter { modules.contains($0.name) }
    guard !all.isEmpty else { return "" }
    let most = 3
    let rest = all.count > most ? "  and \(all.count - most) more: wgnapi-gen dump products --swift\n" : ""
    let lines = ManifestTexts(Array(all.prefix(most)), beside: known + others.flatMap { $0.targets(in: "") })
      .lines
    return "add to Package.swift, or the compiler reports 'no such module':\n"
      + lines.map { visibleText($0) + "\n" }.joined() + rest
  }
}

/// The targets that modules need, as ``OutputTree/targets(in:)`` has them for the generated files.
package func manifestTargets(of surfaces: [ModuleSurface]) -> [ManifestTarget] {
  var sink = DiagnosticSink()
  let files = surfaces.map {
    OutputTree.File(path: "\($0.module.text)/Imports.swift", bytes: Array($0.importStatements.utf8))
  }
  return OutputTree(files, into: &sink).targets(in: "")
}
