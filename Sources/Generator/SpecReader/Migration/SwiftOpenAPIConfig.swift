import APIModel
import Diagnostics

/// What a configuration of swift-openapi-generator says, `openapi-generator-config.yaml`.
package struct SwiftOpenAPIConfig: Sendable {
  /// Which parts of a document are wanted. What any of the lists has is.
  package struct Filter: Sendable {
    /// The position of the key.
    package var span: SourceSpan
    package var operations: [Name] = []
    package var tags: [Name] = []
    package var paths: [Name] = []
    package var schemas: [Name] = []
  }

  /// A name in the document, and what stands for it in Swift.
  package struct Override: Sendable {
    package var name: Name
    package var swift: Name
  }

  /// The kinds of code: `types`, `client` and `server`.
  package var generate: [Name] = []
  /// Who can use the code; nil, which means `internal`.
  package var access: Name?
  package var imports: [Name] = []
  package var comments: [Name] = []
  package var filter: Filter?
  /// How names become those of Swift; nil, which means `defensive`.
  package var namingStrategy: Name?
  package var nameOverrides: [Override] = []
  package var typeOverrides: [Override] = []
  package var featureFlags: [Name] = []
}
