import APIModel
import Diagnostics
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

  package init(_ explainers: [ModuleExplainer]) {
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
  /// - Throws: With near names.
  package func find(_ name: String) throws(UnknownSubject) -> Subject {
    let wanted = name.hasPrefix("client.") ? String(name.dropFirst("client.".count)) : name
    for table in tables {
      let distinct = (table[wanted] ?? []).reduce(into: [Entry]()) { list, entry in
        if !list.contains(where: { $0.name == entry.name }) { list.append(entry) }
      }
      if distinct.count > 1 {
        let names = distinct.prefix(6).map { "'\($0.name)'" } + (distinct.count > 6 ? ["others"] : [])
        throw UnknownSubject(message: "'\(name)' has several meanings: \(wordList(names))")
      }
      if let only = distinct.first { return only.subject }
    }
    throw UnknownSubject(message: "the specs have nothing called '\(name)'\(hint(wanted))")
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
    /// With the module.
    var name: String
    /// Without it, and other names.
    var names: [String]
    var subject: Subject
  }

  private static func entries(_ kind: Kind, of explainer: ModuleExplainer) -> [Entry] {
    let module = explainer.module.name.text
    func entry(_ own: String, _ others: [String?] = [], _ subject: Subject) -> Entry {
      Entry(name: "\(module).\(own)", names: [own] + others.compactMap(\.self), subject: subject)
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
          .endpoint(explainer, endpoint))
      }
    case .type:
      return explainer.types.map { type in
        entry(type.name, [explainer.specName(of: type)], .type(explainer, type))
      }
    case .group:
      return explainer.groups.map { group in
        let own = String(group.facts.name.dropFirst(module.count + 1))
        return entry(own, [group.path.joined(separator: ".")], .group(explainer, group.path))
      }
    case .module: return [Entry(name: module, names: [], subject: .module(explainer))]
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
