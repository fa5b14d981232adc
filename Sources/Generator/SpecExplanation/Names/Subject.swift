import APIModel
import Diagnostics
import SpecReader
import SwiftEmitter

/// The part of the specs that a name refers to.
package enum Subject {
  case endpoint(ModuleExplainer, Endpoint)
  case type(ModuleExplainer, SurfaceType)
  case group(ModuleExplainer, [String])
  case module(ModuleExplainer)
  case error(ModuleExplainer, ErrorFacts)
  case webhook(ModuleExplainer, Webhooks.Event)
  case parameter(ModuleExplainer, Parameter)
}

/// One of the things that a name refers to.
package struct Meaning {
  /// In Swift, with the module: `WOT.searchPlayers`.
  package var name: String
  package var subject: Subject
}

/// An unknown name.
package struct UnknownSubject: Error, Hashable {
  /// One sentence, without a full stop.
  package var message: String
}

/// All names in the specs: the names in Swift, in the spec, and in an OpenAPI document.
package struct SubjectNames {
  /// The meanings of each name.
  private let tables: [Kind: [String: [Entry]]]
  private let explainers: [ModuleExplainer]

  package init(_ explainers: [ModuleExplainer]) {
    self.explainers = explainers
    tables = Kind.allCases.reduce(into: [:]) { tables, kind in
      var table: [String: [Entry]] = [:]
      for explainer in explainers {
        let module = explainer.module.name.text
        for entry in Self.entries(kind, of: explainer) {
          let names = [entry.name] + entry.names + entry.names.map { "\(module).\($0)" }
          for name in Set(names) { table[name, default: []].append(entry) }
        }
      }
      tables[kind] = table
    }
  }

  /// Finds everything that a name means, at least one thing. The module's name may be left out.
  ///
  /// - Parameter files: The specs, whose documents may have schemas without a type of their own.
  /// - Throws: With near names, or with what the schema is a part of.
  package func find(_ name: String, in files: [SpecFile] = []) throws(UnknownSubject) -> [Meaning] {
    let wanted = name.hasPrefix("client.") ? String(name.dropFirst("client.".count)) : name
    var endpoints = entries([.endpoint, .operation], wanted)
    let others = Self.otherKinds.flatMap { entries([$0], wanted) }
    if !endpoints.isEmpty || others.isEmpty {
      endpoints = entries([.endpoint, .operation, .part], wanted)
    }
    let found = endpoints + others
    // A full name in Swift is that of one thing, whatever else has the name in the spec.
    let full = found.filter { $0.name == wanted }
    // That of a module is also the first part of other names.
    let meant = wanted.contains(".") && !full.isEmpty ? full : full + found.filter { $0.name != wanted }
    if !meant.isEmpty { return meant.map { Meaning(name: $0.name, subject: $0.subject) } }
    let routes = EndpointRoutes(explainers).find(wanted).map { explainer, endpoint in
      Meaning(name: explainer.name(of: endpoint), subject: .endpoint(explainer, endpoint))
    }
    if !routes.isEmpty { return routes }
    if let message = DocumentSchemas(files, explainers).message(about: wanted) {
      throw UnknownSubject(message: message)
    }
    throw UnknownSubject(message: "the specs have nothing called '\(name)'\(hint(wanted))")
  }

  /// What a name means in each module among things of the first of these kinds that has it there: what one module calls so
  /// doesn't hide what others do.
  private func entries(_ kinds: [Kind], _ wanted: String) -> [Entry] {
    kinds.reduce(into: []) { found, kind in
      let modules = Set(found.map(\.module))
      let entries = (tables[kind]?[wanted] ?? []).filter { !modules.contains($0.module) }
      found += Self.narrowed(entries, for: wanted)
    }
  }

  /// What a name means among things of one kind: the one with this name in Swift, the first of one part of the spec, or all.
  private static func narrowed(_ entries: [Entry], for wanted: String) -> [Entry] {
    let distinct = entries.reduce(into: [Entry]()) { list, entry in
      if !list.contains(where: { $0.name == entry.name }) { list.append(entry) }
    }
    guard let first = distinct.first, distinct.allSatisfy({ $0.module == first.module }) else {
      return distinct
    }
    let exact = distinct.filter { [wanted, "\($0.module).\(wanted)"].contains($0.name) }
    if exact.count == 1 { return exact }
    return first.origin != nil && distinct.allSatisfy { $0.origin == first.origin } ? [first] : distinct
  }

  /// Nearly the same names, closest first.
  private func hint(_ wanted: String) -> String {
    var candidates = Set(DiagnosticID.all.map(\.rawValue)).union(
      tables.values.flatMap { $0.values.flatMap { $0.flatMap { $0.names + [$0.name] } } })
    var near: [String] = []
    while near.count < 3, let match = closestMatch(to: wanted, in: candidates) {
      near.append(match)
      candidates.remove(match)
    }
    if near.isEmpty {
      // The beginning or a part of a name.
      let folded = wanted.lowercased()
      near = candidates.filter { folded.count > 2 && $0.lowercased().contains(folded) }
        .sorted { ($0.count, $0) < ($1.count, $1) }.prefix(3).map(\.self)
    }
    return near.isEmpty ? "" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: ", or "))?"
  }

  // MARK: Entries

  private enum Kind: CaseIterable {
    case endpoint, operation, type, group, module, error, webhook, parameter
    /// A part of an endpoint's name or route. It is meant in modules without an endpoint of that name, if others have one or
    /// nothing else has the name.
    case part
  }

  /// The kinds of what isn't an endpoint, in the order of lists.
  private static let otherKinds: [Kind] = [.type, .group, .module, .error, .webhook, .parameter]

  private struct Entry {
    var module: String
    /// With the module.
    var name: String
    /// Without it, and other names.
    var names: [String]
    var subject: Subject
    /// The part of the spec that may be several things in Swift: bodies of several media types, requests and responses.
    var origin: String?
  }

  private static func entries(_ kind: Kind, of explainer: ModuleExplainer) -> [Entry] {
    let module = explainer.module.name.text
    func entry(
      _ own: String, _ others: [String?] = [], _ subject: Subject, origin: String? = nil
    ) -> Entry {
      Entry(
        module: module, name: "\(module).\(own)", names: [own] + others.compactMap(\.self), subject: subject,
        origin: origin)
    }
    switch kind {
    case .endpoint:
      return explainer.module.endpoints.map { endpoint in
        entry(
          endpoint.swiftPath, [explainer.requests[endpoint.operation]?.name], .endpoint(explainer, endpoint))
      }
    case .operation:
      return explainer.module.endpoints.map { endpoint in
        entry(
          endpoint.swiftPath,
          [endpoint.operation, endpoint.operationID] + routes(of: endpoint), .endpoint(explainer, endpoint),
          origin: endpoint.route)
      }
    case .part:
      return explainer.module.endpoints.map { endpoint in
        let path = endpoint.path.text
        return entry(
          endpoint.swiftPath, [endpoint.swiftMethodName, endpoint.name.text, path, "/\(path)"],
          .endpoint(explainer, endpoint), origin: endpoint.route)
      }
    case .type:
      return explainer.types.map { type in
        let name = explainer.specName(of: type)
        return entry(type.name, [name], .type(explainer, type), origin: name)
      }
    case .group:
      return explainer.groups.map { group in
        let own = String(group.facts.name.dropFirst(module.count + 1))
        return entry(own, [group.path.joined(separator: ".")], .group(explainer, group.path))
      }
    case .module: return [Entry(module: module, name: module, names: [], subject: .module(explainer))]
    case .error:
      return explainer.allErrors.map { error in
        entry(
          error.name, [error.message, error.code, String(error.name.drop { $0 != "." }.dropFirst())],
          .error(explainer, error))
      }
    case .webhook:
      return (explainer.module.webhooks?.events ?? []).map { event in
        entry(event.name.text, [event.swiftName?.text], .webhook(explainer, event))
      }
    case .parameter:
      return explainer.module.clientParameters.map { parameter in
        entry(
          (parameter.label ?? parameter.name).text, [parameter.name.text, parameter.swiftName()],
          .parameter(explainer, parameter))
      }
    }
  }

  /// `GET account/list/`
  private static func routes(of endpoint: Endpoint) -> [String?] {
    let path = endpoint.path.text
    return endpoint.methods.flatMap { method in
      let verb = method.rawValue.uppercased()
      return ["\(verb) \(path)", "\(verb) /\(path)"]
    }
  }
}

extension Endpoint {
  /// What endpoints have in common that are one operation of the spec.
  var route: String { "\(methods.map { $0.rawValue.uppercased() }.joined(separator: ",")) \(path.text)" }
}
