import APIModel
import Diagnostics
import SpecYAML

/// Where a schema is written.
struct SchemaSite {
  let node: YAMLNode
  /// The index in the library's documents.
  let document: Int
  /// The index in the library's resources.
  let resource: Int
  /// From the document's root.
  let path: [String]
  /// From the resource's root.
  let pointer: String
}

/// A schema's identity within a library.
struct SchemaKey: Hashable {
  let document: Int
  /// A JSON Pointer from the document's root.
  let pointer: String

  init(document: Int, path: [String]) {
    self.document = document
    pointer = path.map { "/" + pointerToken($0) }.joined()
  }
}

/// A loaded document.
struct LoadedDocument {
  let name: Name
  let source: String
  let root: YAMLNode
  /// The URI it was loaded from, whatever its `$id` is.
  let retrievalURI: URIReference
  /// The index of the root's resource.
  var resource = 0
}

/// A schema with an identifier of its own.
struct LoadedResource {
  /// Absolute, without a fragment.
  let uri: URIReference
  let root: SchemaKey
  let node: YAMLNode
  /// From the document's root.
  let path: [String]
  /// The resource around it; nil for a document's root.
  let parent: Int?
  var anchors: [String: SchemaKey] = [:]
  var dynamicAnchors: [(name: String, key: SchemaKey)] = []
  var anchorSpans: [String: SourceSpan] = [:]
}
