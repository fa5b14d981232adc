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

/// A name that is unknown or ambiguous.
package struct UnknownSubject: Error, Hashable {
  /// One sentence, without a full stop.
  package var message: String
}

/// All names in the specs: the names in Swift, in the spec, and in an OpenAPI document.
package struct SubjectNames {
  /// The meanings of each name, in the order in which names are looked up.
  private let tables: [[String: [Entry]]]
  private let explainers: [ModuleExplainer]

  package init(_ explainers: [ModuleExplainer]) {
    self.explainers = explainers
    tables = Kind.allCases.map { kind in
      var table: [String: [Entry]] = [:]
      for explainer in explainers {
        let module = explainer.module.name.text
        for entry in Self.entries(kind, of: explainer) {
          let names = [entry.name] + entry.names + entry.names.map { "\(module).\($0)" }
          for name in Set(names) { table[name, default: []].append(entry) }
        }
      }
      return table
    }
  }

  /// Finds what a name means. The module's name may be left out if that is unambiguous.
  ///
  /// - Parameter files: The specs, whose documents may have schemas without a type of their own.
  /// - Throws: With near names, or with what the schema is a part of.
  package func find(_ name: String, in files: [SpecFile] = []) throws(UnknownSubject) -> Subject {
    let wanted = name.hasPrefix("client.") ? String(name.dropFirst("client.".count)) : name
    for table in tables {
      let distinct = (table[wanted] ?? []).reduce(into: [Entry]()) { list, entry in
        if !list.contains(where: { $0.name == entry.name }) { list.append(entry) }
      }
      if let best = Self.best(of: distinct, for: wanted) { return best.subject }
      if distinct.count > 1 {
        let names = distinct.prefix(6).map { "'\($0.name)'" } + (distinct.count > 6 ? ["others"] : [])
        throw UnknownSubject(message: "'\(name)' has several meanings: \(wordList(names))")
      }
    }
    if let message = DocumentSchemas(files, explainers).message(about: wanted) {
      throw UnknownSubject(message: message)
    }
    throw UnknownSubject(message: "the specs have nothing called '\(name)'\(hint(wanted))")
  }

  /// What a name means: the only entry, the one with this name in Swift, or the first of one part of the spec; nil for none or several.
  private static func best(of entries: [Entry], for wanted: String) -> Entry? {
    guard let first = entries.first, entries.count > 1 else { return entries.first }
    guard entries.allSatisfy({ $0.module == first.module }) else { return nil }
    let exact = entries.filter { [wanted, "\($0.module).\(wanted)"].contains($0.name) }
    if exact.count == 1 { return exact[0] }
    return first.origin != nil && entries.allSatisfy { $0.origin == first.origin } ? first : nil
  }

  /// Nearly the same names, closest first.
  private func hint(_ wanted: String) -> String {
    var candidates = Set(DiagnosticID.all.map(\.rawValue)).union(
      tables.flatMap { $0.values.flatMap { $0.flatMap { $0.names + [$0.name] } } })
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

  /// In the order in which names are looked up.
  private enum Kind: CaseIterable { case endpoint, type, group, module, operation, error, webhook, parameter }

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
          [endpoint.operation, endpoint.operationID, endpoint.swiftMethodName, endpoint.name.text]
            + routes(of: endpoint),
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
    } + [path, "/\(path)"]
  }
}

extension Endpoint {
  /// What endpoints have in common that are one operation of the spec.
  var route: String { "\(methods.map { $0.rawValue.uppercased() }.joined(separator: ",")) \(path.text)" }
}
