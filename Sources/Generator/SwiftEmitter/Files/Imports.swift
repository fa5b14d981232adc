import APIModel

/// The imports of a generated file, besides the runtime.
struct Imports: Hashable, Sendable, ExpressibleByArrayLiteral {
  static let foundation = Imports(products: 1)
  /// `WGNAPIFormats`: patterns and asserted formats.
  static let formats = Imports(products: 2)
  /// `WGNAPIStreams`: responses that are read as they arrive.
  static let streams = Imports(products: 4)
  /// `WGNAPIWebhooks`: messages from the service.
  static let webhooks = Imports(products: 8)
  /// `WGNAPIForms`: bodies that aren't `application/json`, the styles of parameters, cookies, whole URLs and constants.
  static let forms = Imports(products: 16)
  /// Foundation, for code that others can't see.
  private static let foundationInside = Imports(products: 32)
  /// `WGNAPICache`: the policy `cache`, and what acts on it.
  static let cache = Imports(products: 64)
  /// `WGNAPIRetry`: the policy `retry`, and what acts on it.
  static let retry = Imports(products: 128)
  /// `WGNAPILimits`: the limits on the number of requests, and what acts on them.
  static let limits = Imports(products: 256)
  /// `WGNAPIPolicies`: what a spec says about pages, lists that can be split, and requests that can wait.
  static let policies = Imports(products: 512)
  /// `WGNAPIPartial`: requests that can ask for some fields, and models that can have only some.
  static let partial = Imports(products: 1_024)
  /// `WGNAPIPartial`, for a policy.
  static let partialInside = Imports(products: 2_048)
  /// `WGNAPIResponses`: described header fields of responses.
  static let responses = Imports(products: 4_096)
  /// `WGNAPIResponses`: responses by status or media type, and described failures.
  static let responsesInside = Imports(products: 8_192)

  /// `WGNAPISchema`: declarations that are schemas.
  static let schemas = Imports(products: 16_384)
  /// `WGNAPISchema`: constraints that are schemas.
  static let schemasInside = Imports(products: 32_768)
  /// `WGNAPIServers`: servers whose URLs have variables.
  static let servers = Imports(products: 65_536)

  /// What the package and the system provide, as bits: each piece of code has its imports.
  private var products = 0
  /// The user's modules, and whether declarations that others can use have types of theirs.
  private(set) var own: [String: Bool] = [:]

  private init(products: Int) { self.products = products }

  init(arrayLiteral parts: Imports...) { self.init(of: parts) }

  /// A user-defined module.
  ///
  /// - Parameter isExposed: whether a declaration that others can use has a type of it.
  init(own module: String, isExposed: Bool) { own = [module: isExposed] }

  /// The union of several sets of imports.
  init(of parts: some Sequence<Imports>) {
    for part in parts { formUnion(part) }
  }

  mutating func formUnion(_ other: Imports) {
    products |= other.products
    if !other.own.isEmpty { own.merge(other.own) { $0 || $1 } }
  }

  /// The same imports, with the user's modules for code that others can't see.
  var hidingOwn: Imports {
    var imports = self
    imports.own = own.mapValues { _ in false }
    return imports
  }

  /// The same imports for code that others can't see.
  var hidden: Imports {
    var imports = hidingOwn
    if contains(.foundation) {
      imports.products &= ~Self.foundation.products
      imports.products |= Self.foundationInside.products
    }
    return imports
  }

  /// The modules of others than the package: the user's, and Foundation.
  var others: Set<String> {
    let usesFoundation = contains(.foundation) || contains(.foundationInside)
    return Set(own.keys).union(usesFoundation ? ["Foundation"] : [])
  }

  private func contains(_ imports: Imports) -> Bool { products & imports.products == imports.products }

  /// The statements, sorted by module.
  ///
  /// Those of modules with types in declarations that others can use have the same access level, for targets that import
  /// internally by default (SE-0409). The compiler warns of a public import that isn't needed.
  ///
  /// - Parameters:
  ///   - runtime: the runtime module that all files of a module import.
  ///   - access: who can use the module's declarations.
  ///   - isUsed: whether declarations that others can use need the runtime.
  func statements(runtime: String, access: AccessLevel, isUsed: Bool = true) -> String {
    let exposed = access == .internal ? "" : "\(access.rawValue) "
    // Where another file has `package import`, the compiler refuses an import that doesn't say its access level.
    let hidden = access == .package ? "internal " : ""
    var modules = own.mapValues { $0 ? exposed : hidden }
    modules[runtime] = isUsed ? exposed : hidden
    for (imports, module) in Self.inside where contains(imports) { modules[module] = "" }
    // Other files of the module have another access level.
    let inside = access == .internal ? "" : "internal "
    if contains(.partialInside) { modules["WGNAPIPartial"] = inside }
    if contains(.responsesInside) { modules["WGNAPIResponses"] = inside }
    if contains(.schemasInside) { modules["WGNAPISchema"] = inside }
    // The compiler takes a conformance for no use in a declaration of the package.
    if contains(.partial) { modules["WGNAPIPartial"] = access == .package ? hidden : exposed }
    if contains(.responses) { modules["WGNAPIResponses"] = exposed }
    if contains(.schemas) { modules["WGNAPISchema"] = exposed }
    if contains(.streams) { modules["WGNAPIStreams"] = exposed }
    if contains(.webhooks) { modules["WGNAPIWebhooks"] = exposed }
    let statements = modules.sorted { $0.key < $1.key }.map { "\($1)import \($0)" }.joined(separator: "\n")
    guard contains(.foundation) || contains(.foundationInside) else { return statements }
    return statements + "\n\n" + Self.foundation(contains(.foundation) ? exposed : hidden)
  }

  /// The modules that only code needs that others can't see.
  private static let inside: [(Imports, String)] = [
    (.cache, "WGNAPICache"), (.formats, "WGNAPIFormats"), (.forms, "WGNAPIForms"), (.limits, "WGNAPILimits"),
    (.policies, "WGNAPIPolicies"), (.retry, "WGNAPIRetry"), (.servers, "WGNAPIServers"),
  ]

  /// Imports FoundationEssentials where it exists. Statically linked programs on Linux would be more than twice as
  /// large with all of Foundation.
  private static func foundation(_ prefix: String) -> String {
    """
    #if canImport(FoundationEssentials)
      \(prefix)import FoundationEssentials
    #else
      \(prefix)import Foundation
    #endif
    """
  }
}

extension Module {
  /// What all files import: a module that only reads JSON needs neither a client nor HTTP.
  var runtime: String { endpoints.isEmpty ? "WGNAPIJSON" : "WGNAPIGenerated" }
}

extension SwiftType {
  /// Whether a declaration with it needs the runtime.
  var usesRuntime: Bool {
    switch self {
    case .standard(let type):
      [.calendarDate, .filePart, .json, .requestBody].contains(type)
    case .own(let own): own.module == nil
    // It is in a module of its own.
    case .stream(_, let element): element?.usesRuntime ?? false
    case .named: false
    // The name is the module's.
    case .alias: false
    case .array(let element), .optional(let element): element.usesRuntime
    case .dictionary(let key, let value): key.usesRuntime || value.usesRuntime
    }
  }

  /// The imports of a declaration that others can use.
  var imports: Imports {
    var imports: Imports = []
    addImports(to: &imports)
    return imports
  }

  private func addImports(to imports: inout Imports) {
    switch self {
    case .standard(let type): if type.isFoundation { imports.formUnion(.foundation) }
    case .named: break
    case .own(let own):
      if let module = own.module { imports.formUnion(Imports(own: module, isExposed: true)) }
    case .alias(_, let meaning): meaning.addImports(to: &imports)
    case .array(let element), .optional(let element): element.addImports(to: &imports)
    case .stream(_, let element):
      imports.formUnion(.streams)
      element?.addImports(to: &imports)
    case .dictionary(let key, let value):
      key.addImports(to: &imports)
      value.addImports(to: &imports)
    }
  }
}
