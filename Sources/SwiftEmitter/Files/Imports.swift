import APIModel

/// The imports of a generated file, besides the runtime.
struct Imports: OptionSet, Hashable, Sendable {
  let rawValue: Int

  static let foundation = Imports(rawValue: 1)
  /// `WGNAPIFormats`: patterns and asserted formats.
  static let formats = Imports(rawValue: 2)
  /// `WGNAPIStreams`: answers that are read as they arrive.
  static let streams = Imports(rawValue: 4)
  /// `WGNAPIWebhooks`: messages from the service.
  static let webhooks = Imports(rawValue: 8)
  /// `WGNAPIForms`: bodies that aren't `application/json`, and the styles of parameters.
  static let forms = Imports(rawValue: 16)

  /// The union of several sets of imports.
  init(of parts: some Sequence<Imports>) {
    self = parts.reduce(into: []) { $0.formUnion($1) }
  }

  init(rawValue: Int) { self.rawValue = rawValue }

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
    let prefix = access == .internal ? "" : "\(access.rawValue) "
    var modules = [runtime: isUsed]
    if contains(.formats) { modules["WGNAPIFormats"] = false }
    if contains(.forms) { modules["WGNAPIForms"] = false }
    if contains(.streams) { modules["WGNAPIStreams"] = true }
    if contains(.webhooks) { modules["WGNAPIWebhooks"] = true }
    let statements = modules.sorted { $0.key < $1.key }.map { name, isUsed in
      "\(isUsed ? prefix : "")import \(name)"
    }.joined(separator: "\n")
    return contains(.foundation) ? statements + "\n\n" + Self.foundation(prefix) : statements
  }

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

extension SwiftType {
  var imports: Imports { needsFoundation ? .foundation : [] }
}
