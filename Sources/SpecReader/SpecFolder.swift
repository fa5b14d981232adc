import APIModel
import Diagnostics
import SpecYAML

/// The parts of a spec that hold named definitions.
enum Section: String, CaseIterable {
  case schemas, parameters, envelopes, endpoints, slices, webhooks

  /// One of its definitions in the words of a message.
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

  /// The same without its article.
  var noun: String { String(rawValue.dropLast()) }
}

/// A name with what it stands for, not read yet.
struct Definition {
  /// The name without its mark; of an endpoint, with those of its groups.
  let name: Text
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
  /// What the spec calls it.
  var label: Text
  var parameter: Parameter
  /// Whether the spec says where it goes.
  var hasLocation: Bool
  /// What it says about how the value is written.
  var style = WrittenStyle()

  /// The parameter with what the spec calls it, where that isn't the wire name.
  var labelled: Parameter {
    var parameter = parameter
    if label.text != parameter.name.text { parameter.label = Name(label.text, span: label.span) }
    return parameter
  }
}

/// A folder of specs: a module or a library.
final class SpecFolder {
  let name: String
  /// A place for what concerns the folder as a whole.
  let span: SourceSpan
  /// The value of the `module` key.
  var moduleNode: YAMLNode?
  var isLibrary = false
  /// Whether a misspelled key has schemas, so that unknown types are no mistakes of their own.
  var hasLostSchemas = false
  /// What was defined, in order.
  var definitions: [Section: [Definition]] = [:]
  var errorNodes: [YAMLNode] = []
  /// The libraries that it names.
  var imports: [SpecFolder] = []

  /// The libraries that may not be used here.
  var otherLibraries: [SpecFolder] = []

  /// Which folder defines a name that may be used here: this one, or a library that is imported directly or
  /// through another.
  var owners: [Section: [String: SpecFolder]] = [:]
  /// Own definitions by name.
  var index: [Section: [String: Definition]] = [:]

  // What reading makes of the definitions, by name.
  var schemas: [String: Schema] = [:]
  var parameters: [String: ReadParameter] = [:]
  var envelopes: [String: Envelope] = [:]
  /// The payload hole in its place, for walking paths.
  var envelopeShapes: [String: Schema] = [:]
  var errors: [ErrorCase] = []
  /// The places where single endpoints are.
  var inlineServers: [OtherServer] = []

  /// The JSON types of named schemas, as far as they have been asked for.
  var knownTypes: [String: KnownTypes?] = [:]

  init(name: String, span: SourceSpan) {
    self.name = name
    self.span = span
  }

  /// Points at the definition in a library that isn't imported.
  func notImported(_ name: String, in section: Section) -> [Diagnostic.Note] {
    for library in otherLibraries {
      guard let definition = library.index[section]?[name] else { continue }
      return [
        .init("the library \(library.name), which isn't imported, defines it here", at: definition.name.span)
      ]
    }
    return []
  }

  /// This folder's libraries and theirs, each once, in the order in which they are named.
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

  /// Every name of a section that may be used here.
  func visibleNames(in section: Section) -> [String] { Array((owners[section] ?? [:]).keys) }

  func schema(named name: String) -> Schema? { owners[.schemas]?[name]?.schemas[name] }

  func parameter(named name: String) -> ReadParameter? { owners[.parameters]?[name]?.parameters[name] }
}
