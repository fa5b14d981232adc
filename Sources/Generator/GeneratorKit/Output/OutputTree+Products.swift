import Diagnostics

extension OutputTree {
  /// The products of the package that each module's target needs, by the module's name. Both are sorted.
  public var products: [(module: String, products: [String])] {
    var found: [String: Set<String>] = [:]
    for file in files where file.path.hasSuffix(".swift") {
      found[OutputPath.module(of: file.path), default: []].formUnion(Self.imports(of: file.bytes))
    }
    return found.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
  }

  /// The modules that a file imports. Only comments and empty lines precede the imports.
  private static func imports(of bytes: [UInt8]) -> [String] {
    var modules: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      let level = ["internal ", "package ", "public "].first { line.starts(with: $0.utf8) } ?? ""
      let statement = line.dropFirst(level.utf8.count)
      if statement.starts(with: "import ".utf8) {
        let module = String(decoding: statement.dropFirst(7), as: UTF8.self)
        if module.hasPrefix("WGNAPI") { modules.append(module) }
      } else if !line.isEmpty, !line.starts(with: "//".utf8) {
        break
      }
    }
    return modules
  }

  /// The same in words, with a line for all modules with the same needs: "the target Shop needs WGNAPIRuntime".
  public var productSummary: String {
    var groups: [(products: [String], modules: [String])] = []
    for entry in products {
      if let index = groups.firstIndex(where: { $0.products == entry.products }) {
        groups[index].modules.append(entry.module)
      } else {
        groups.append((entry.products, [entry.module]))
      }
    }
    return groups.map { group in
      let shown = group.modules.prefix(5).joined(separator: ", ")
      let rest = group.modules.count > 5 ? " and \(group.modules.count - 5) more" : ""
      let needs = group.modules.count == 1 ? "the target \(shown) needs" : "the targets \(shown)\(rest) need"
      let trait = group.products.contains("WGNAPIWebhooks") ? "; set the package's trait Webhooks, too" : ""
      return "\(needs) \(wordList(group.products))\(trait)\n"
    }.joined()
  }

  /// What to do with ``productSummary``, for people who see it for the first time.
  public static let productAdvice =
    "add them to the target's dependencies in Package.swift; if one is missing, the compiler reports 'no such module'\n"
}
