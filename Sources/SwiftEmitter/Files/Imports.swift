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

  /// The statements, sorted. They are public for targets that import internally by default (SE-0409).
  ///
  /// - Parameter runtime: the runtime module that all files of a module import.
  func statements(runtime: String) -> String {
    let modules = [
      contains(.formats) ? "WGNAPIFormats" : nil, contains(.forms) ? "WGNAPIForms" : nil, runtime,
      contains(.streams) ? "WGNAPIStreams" : nil, contains(.webhooks) ? "WGNAPIWebhooks" : nil,
    ]
    let statements = modules.compactMap(\.self).sorted().map { "public import \($0)" }.joined(separator: "\n")
    return contains(.foundation) ? statements + "\n\n" + Self.foundationStatement : statements
  }

  /// Imports FoundationEssentials where it exists. Statically linked programs on Linux would be more than twice as
  /// large with all of Foundation.
  private static let foundationStatement = """
    #if canImport(FoundationEssentials)
      public import FoundationEssentials
    #else
      public import Foundation
    #endif
    """
}

extension SwiftType {
  var imports: Imports { needsFoundation ? .foundation : [] }
}
