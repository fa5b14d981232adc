import APIModel
import Diagnostics
import SpecYAML

/// The sections of a spec that contain named definitions.
enum Section: String, CaseIterable {
  case schemas, parameters, envelopes, endpoints, slices, webhooks

  /// A definition in messages.
  var article: String {
    switch self {
    case .schemas: "a schema"
    case .parameters: "a parameter"
    case .envelopes: "an envelope"
    case .endpoints: "an endpoint"
    case .slices: "a slice"
    case .webhooks: "a webhook"
    }
  }

  /// The same without the article.
  var noun: String { String(rawValue.dropLast()) }
}

/// A name with its definition, which hasn't been read yet.
struct Definition {
  /// The name without its mark; an endpoint's includes those of its groups.
  let name: Name
  /// The groups of an endpoint, the outermost first.
  var group: [Name] = []
  /// Whether it was marked with `?`; parameters only.
  let isMarkedOptional: Bool
  let node: YAMLNode

  /// The name of an endpoint within its group.
  var ownName: Name {
    let length = group.reduce(0) { $0 + $1.text.utf8.count + 1 }
    return Name(String(name.text.dropFirst(length)), span: name.span)
  }
}

/// A parameter as it was defined.
struct ReadParameter {
  /// The label in the spec.
  var label: Name
  var parameter: Parameter
  /// Whether the spec sets the location.
  var hasLocation: Bool
  /// The style keys of the parameter.
  var style = WrittenStyle()
  /// Where the spec says that it may be empty.
  var emptySpan: SourceSpan?

  /// The parameter with its label, if that differs from the wire name.
  var labelled: Parameter {
    var parameter = parameter
    if label.text != parameter.name.text { parameter.label = label }
    return parameter
  }
}

/// A folder of specs: a module or a library.
final class SpecFolder {
  let name: String
  /// The position for mistakes about the folder as a whole.
  let span: SourceSpan
  /// The value of the `module` key.
  var moduleNode: YAMLNode?
  /// Where the key `module` is.
  var moduleKeySpan: SourceSpan?
  var isLibrary = false
  /// Whether `module.yaml` says nothing that can be used (`findBrokenModules`).
  var hasBrokenModule = false
  /// Whether one of its files isn't well-formed, so that some of its definitions are missing.
  var hasUnreadableFile = false
  /// Whether definitions may be missing because a file can't be read.
  var lacksDefinitions: Bool { hasBrokenModule || hasUnreadableFile }
  /// Whether a misspelled key contains schemas, so that unknown types aren't reported as well.
  var hasLostSchemas = false
  /// The definitions, in order.
  var definitions: [Section: [Definition]] = [:]
  var errorNodes: [YAMLNode] = []
  private var usedParameters: Set<String> = []
  /// The libraries that it imports.
  var imports: [SpecFolder] = []

  /// The libraries that it doesn't import.
  var otherLibraries: [SpecFolder] = []

  /// The folder that defines a visible name: this one, or a library that it imports directly or indirectly.
  var owners: [Section: [String: SpecFolder]] = [:]
  /// Own definitions by name.
  var index: [Section: [String: Definition]] = [:]

  // The results of reading the definitions, by name.
  var schemas: [String: Schema] = [:]
  var parameters: [String: ReadParameter] = [:]
  var envelopes: [String: Envelope] = [:]
  /// The envelopes with the payload in its place, for resolving paths.
  var envelopeShapes: [String: Schema] = [:]
  var errors: [ErrorCase] = []
  /// The failures of a library, which the modules that import it share.
  var failures: [Failure] = []
  /// The parameters of a document's endpoints, by the endpoints' names.
  var endpointParameters: [String: ParameterNames] = [:]
  /// The servers of single endpoints.
  var inlineServers: [OtherServer] = []

  /// The JSON types of named schemas, as far as they have been computed.
  var knownTypes: [String: KnownTypes?] = [:]

  init(name: String, span: SourceSpan) {
    self.name = name
    self.span = span
  }

  /// Ends the circles of references through which folders keep each other.
  func forgetOthers() { (owners, imports, otherLibraries) = ([:], [], []) }

  /// A note about the definition in a library that isn't imported.
  func notImported(_ name: String, in section: Section) -> [Diagnostic.Note] {
    for library in otherLibraries {
      guard let definition = library.index[section]?[name] else { continue }
      return [
        .init("the library \(library.name), which isn't imported, defines it here", at: definition.name.span)
      ]
    }
    return []
  }

  /// This folder's libraries and theirs, each once, in import order.
  func libraries() -> [SpecFolder] {
    var found: [SpecFolder] = []
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var queue = imports
    var next = 0
    while next < queue.count {
      let library = queue[next]
      next += 1
      guard seen.insert(ObjectIdentifier(library)).inserted else { continue }
      found.append(library)
      queue.append(contentsOf: library.imports)
    }
    return found
  }

  func definition(_ name: String, in section: Section) -> Definition? {
    owners[section]?[name]?.index[section]?[name]
  }

  /// All visible names of a section.
  func visibleNames(in section: Section) -> [String] { Array((owners[section] ?? [:]).keys) }

  func schema(named name: String) -> Schema? { owners[.schemas]?[name]?.schemas[name] }

  func parameter(named name: String) -> ReadParameter? { owners[.parameters]?[name]?.parameters[name] }

  /// The same for one that becomes a part of a request.
  func takeParameter(named name: Name, _ report: Report) -> ReadParameter? {
    usedParameters.insert(name.text)
    report.notePlace(.parameter, name, definedAt: definition(name.text, in: .parameters)?.name.span)
    return parameter(named: name.text)
  }

  /// Its parameters that no request has taken.
  var unusedParameters: [Definition] {
    (definitions[.parameters] ?? []).filter { !usedParameters.contains($0.name.text) }
  }
}
