import APIModel
import Diagnostics

/// The settings of a project: what its `wgnapi-gen.yaml` says.
public struct ProjectSettings: Sendable {
  /// What to generate, in the file's order.
  public var jobs: [GenerationJob] = []
  /// Whether warnings are errors; nil if the file doesn't say.
  public var warningsAsErrors: Bool?
  /// Whether mistakes in documents are errors; nil if the file doesn't say.
  public var strict: Bool?
  /// The version since which old names are kept; nil for none.
  public var shims: Name?
  /// The changes of the API that `breaking` accepts.
  public var allowedChanges: [AllowedChangeSetting] = []
}

/// A change that breaks apps, and that the project accepts.
public struct AllowedChangeSetting: Sendable, Hashable {
  /// The kind of change, as reports name it: `renamed`.
  public var id: Name
  /// What changed, as reports name it; nil for all changes of the kind.
  public var place: String?
  /// Why apps can live with it.
  public var reason: String
}

/// Specs, and where their modules go. Paths are relative to the folder of the settings.
public struct GenerationJob: Sendable, Hashable {
  /// The folder of specs, or a single file.
  public var specs: Name
  /// The folder for the modules.
  public var output: Name
  /// The folder for tests of the modules; nil for none.
  public var tests: Name?
  /// The name of a single file's module.
  public var module: Name?
  /// The folders of JSON Schemas by prefixes of their URIs.
  public var maps: [Map] = []
  /// The folder of templates that replace bundled ones.
  public var templates: Name?
  /// Whether to remove modules that the specs don't describe.
  public var prune = false
  /// Whether modules get a DocC catalog.
  public var docC = false
  /// The position of the key that says so.
  public var docCSpan: SourceSpan?

  /// A folder, or a single file, of JSON Schemas.
  public struct Map: Sendable, Hashable {
    /// What the schemas' URIs begin with.
    public var prefix: String
    /// The folder or file.
    public var path: Name
  }
}
