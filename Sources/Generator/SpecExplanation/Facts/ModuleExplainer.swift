import APIModel
import Diagnostics
import SchemaValues
import SpecCall
import SwiftEmitter

/// Collects the facts about a module, one part at a time.
///
/// Swift names and types come from the module's surface, which is made by lowering, and the rest from the representation.
package final class ModuleExplainer {
  /// The module, with placeholders for the values of secrets.
  package let module: Module
  package let surface: ModuleSurface
  let described: DescribedTypes
  private let samples: SampleMaker
  /// Makes the values that are shown, with examples as they are written.
  let shownSamples: SampleMaker
  /// Where users find what was read.
  private let places: SourcePlaces
  let requests: [String: SurfaceType]
  private(set) lazy var examples = ExampleCall.Context(module, samples, swift: calls)
  /// What calls of the module share in Swift; nil until it is needed.
  private let calls: SwiftCall.Context?
  private(set) lazy var words = EndpointWords(module)
  private(set) lazy var uses = TypeUses(self)
  /// The examples of responses so far.
  var knownExamples: [ExampleKey: String?] = [:]
  /// The examples of types, if they have been made for all together.
  var typeExamples: [String: String?] = [:]
  private(set) lazy var responses = ResponseSamples(shownSamples)
  /// The type of error codes, and the names of its members by what they stand for; nil without one.
  private(set) lazy var errorCodes = surface.types.first { $0.kind == .errorCodes }.map(ErrorCodes.init)
  /// The errors of the module and its endpoints, by what they are in Swift.
  private(set) lazy var errorCases = Dictionary(
    (module.errors + module.endpoints.flatMap(\.errors)).map { ($0.identity, $0) }
  ) { first, _ in first }
  private let typePositions: [String: Int]
  private let endpoints: [String: Endpoint]

  var index: SchemaIndex { described.index }

  /// - Parameters:
  ///   - places: where users find what is at the places of the representation.
  ///   - calls: what calls of the module share in Swift, if it is known.
  package init(
    _ hidden: HiddenSecrets, _ surface: ModuleSurface, places: SourcePlaces = .init(),
    calls: SwiftCall.Context? = nil
  ) {
    module = hidden.module
    self.calls = calls
    self.surface = surface
    self.places = places
    let index = SchemaIndex(module)
    described = DescribedTypes(module, surface, index)
    samples = SampleMaker(ValueChecker(index))
    shownSamples = SampleMaker(samples.checker, keepsWritten: true)
    requests = Dictionary(
      surface.types.compactMap { type in
        if case .endpoint(let identity)? = type.identity { (identity.operation, type) } else { nil }
      }
    ) { first, _ in first }
    endpoints = Dictionary(module.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    typePositions = Dictionary(surface.types.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// Another explainer of the same module, for another thread. The two share what is expensive to compute.
  init(sharing other: ModuleExplainer) {
    module = other.module
    surface = other.surface
    places = other.places
    calls = other.calls
    described = other.described
    requests = other.requests
    endpoints = other.endpoints
    typePositions = other.typePositions
    samples = SampleMaker(ValueChecker(other.described.index))
    shownSamples = SampleMaker(samples.checker, keepsWritten: true)
    uses = other.uses
    typeExamples = other.typeExamples
  }

  /// The explainers of all modules; nil if one of them can't be generated.
  package static func all(
    _ api: API, places: SourcePlaces = .init(), into sink: inout DiagnosticSink
  ) -> [ModuleExplainer]? {
    guard let surfaces = surfaces(of: api, places: places, into: &sink) else { return nil }
    let modules = onLargeStack { api.modules.map(HiddenSecrets.init) }
    return zip(modules, surfaces).map { ModuleExplainer($0, $1, places: places) }
  }

  /// The surfaces of all modules; nil if one of them can't be generated.
  static func surfaces(
    of api: API, places: SourcePlaces, into sink: inout DiagnosticSink
  ) -> [ModuleSurface]? {
    let (surfaces, found) = onLargeStack {
      var sink = DiagnosticSink()
      let surfaces = api.surfaces(into: &sink)
      return (surfaces, sink)
    }
    let errors = found.diagnostics.filter { $0.severity == .error }
    sink.append(contentsOf: errors.map(places.shown))
    return errors.isEmpty ? surfaces : nil
  }

  // MARK: Names

  /// `WOT.searchPlayers`
  func name(of endpoint: Endpoint) -> String { "\(module.name.text).\(endpoint.swiftPath)" }

  /// The endpoint with a name in the spec.
  package func endpoint(of operation: String) -> Endpoint? { endpoints[operation] }

  /// The type with a name such as `Vehicle.Gun`.
  func type(named name: String) -> SurfaceType? { typePositions[name].map { surface.types[$0] } }

  /// The types that are explained: the types of values, but not the client and the requests.
  package var types: [SurfaceType] { surface.types.filter(\.isExplained) }

  /// The same, as a reader looks for them: by name, with nested types after the types around them.
  var sortedTypes: [SurfaceType] {
    func precedes(_ one: [String], _ other: [String]) -> Bool { one.lexicographicallyPrecedes(other) }
    return types.map { (type: $0, folded: $0.path.map { $0.lowercased() }) }.sorted { one, other in
      one.folded == other.folded
        ? precedes(one.type.path, other.type.path) : precedes(one.folded, other.folded)
    }.map(\.type)
  }

  /// `Specs/WOT/account.yaml:12`; nil if it has no place in a file.
  func position(_ span: SourceSpan?) -> String? {
    guard let span = places.shown(span), !span.file.isEmpty else { return nil }
    return span.start.line > 0 ? "\(span.file):\(span.start.line)" : span.file
  }

  /// The names of types that a type's text mentions.
  func mentioned(in text: String) -> [String] {
    TypeText.parts(of: text) { typePositions[$0] != nil }.compactMap { $0.isType ? $0.text : nil }
  }

  // MARK: The module

  /// The module as a whole.
  package var facts: ModuleFacts {
    ModuleFacts(
      name: module.name.text, summary: module.documentation.summary, details: module.documentation.details,
      servers: module.servers.map {
        ServerFacts(name: $0.name.text, url: $0.url + module.basePath, summary: $0.documentation.summary)
      },
      behaviour: module.endpoints.isEmpty ? [] : [ModuleWords(module).limits],
      groups: groups.filter { $0.path.count == 1 }.map(\.facts),
      endpoints: module.endpoints.filter(\.group.isEmpty).map(line), types: sortedTypes.map(\.name))
  }

  func line(_ endpoint: Endpoint) -> EndpointLine {
    EndpointLine(name: name(of: endpoint), summary: endpoint.documentation.summary)
  }

  /// The groups, in the order of their first endpoints, with the names in the spec.
  var groups: [(path: [String], facts: GroupFacts)] {
    let documentation = Dictionary(module.groups.map { ($0.path.map(\.text), $0.documentation) }) {
      first, _ in first
    }
    var found: [(path: [String], swift: String, endpoints: [EndpointLine])] = []
    var positions: [[String]: Int] = [:]
    for endpoint in module.endpoints {
      for count in endpoint.group.indices.map({ $0 + 1 }) {
        let path = endpoint.group.prefix(count).map(\.text)
        let position = positions[path] ?? found.count
        if position == found.count {
          positions[path] = position
          found.append((path, groupPath(endpoint.group, count), []))
        }
        found[position].endpoints.append(line(endpoint))
      }
    }
    return found.map { group in
      let own = documentation[group.path]
      return (
        group.path,
        GroupFacts(
          name: "\(module.name.text).\(group.swift)", summary: own?.summary, details: own?.details,
          endpoints: group.endpoints)
      )
    }
  }

  private func groupPath(_ group: [Name], _ count: Int) -> String {
    usualGroupNames(group).prefix(count).joined(separator: ".")
  }
}

/// What examples of responses are alike.
struct ExampleKey: Hashable {
  let schema: Schema
  let envelope: String?
}

extension SurfaceType {
  /// Whether it is a type of values.
  var isExplained: Bool {
    switch kind {
    case .request, .client, .server, .group, .constraints: false
    case .errorCodes: !members.isEmpty
    default: true
    }
  }
}

/// The Swift names of error codes.
struct ErrorCodes {
  let type: String
  let names: [String: String]

  fileprivate init(_ type: SurfaceType) {
    self.type = type.name
    names = Dictionary(type.members.map { ($0.identity, $0.name) }) { first, _ in first }
  }
}

extension ErrorCase {
  /// What identifies its member of the type of error codes.
  var identity: String { "code \(code.text) \(message.text)" }
}
