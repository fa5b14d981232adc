import APIModel
import CallComposing
import Diagnostics
import SchemaValues
import SwiftEmitter

/// What can be called: the endpoints of an API by their names in Swift.
public struct CallableEndpoints {
  /// An endpoint and its module.
  public struct Target: Sendable {
    public var module: Module
    public var endpoint: Endpoint

    package init(module: Module, endpoint: Endpoint) {
      (self.module, self.endpoint) = (module, endpoint)
    }

    /// `WOT.searchPlayers`.
    public var name: String { "\(module.name.text).\(endpoint.swiftPath)" }
  }

  private let targets: [Target]

  /// The endpoints of all modules.
  public init(_ api: API) {
    targets = api.modules.flatMap { module in
      module.endpoints.map { Target(module: module, endpoint: $0) }
    }
  }

  /// Whether there is nothing to call.
  public var isEmpty: Bool { targets.isEmpty }

  /// Finds an endpoint: by its path in Swift (`WOT.searchPlayers`, `client.repos.get`), its name in the spec, or its
  /// `operationId`. The module's name may be left out if that is unambiguous.
  public func find(_ name: String) throws(CallRefusal) -> Target {
    let wanted = name.hasPrefix("client.") ? String(name.dropFirst("client.".count)) : name
    let passes: [(Target) -> [String]] = [
      { [$0.name, $0.endpoint.swiftPath] },
      { ["\($0.module.name.text).\($0.endpoint.operation)", $0.endpoint.operation] },
      { target in target.endpoint.operationID.map { [$0, "\(target.module.name.text).\($0)"] } ?? [] },
    ]
    for names in passes {
      let found = targets.filter { names($0).contains(wanted) }
      if found.count > 1 {
        let choices = found.prefix(5).map { "'\($0.name)'" }.joined(separator: ", ")
        throw CallRefusal("'\(name)' is in several modules: \(choices)")
      }
      if let only = found.first { return only }
    }
    let names = targets.flatMap { [$0.name, $0.endpoint.swiftPath] }
    // A module or a group that was left out is more than a few letters.
    let operation = wanted.split(separator: ".").last
    let named = targets.filter { $0.name.split(separator: ".").last == operation }
    let near = named.count == 1 ? named.first?.name : closestMatch(to: wanted, in: names)
    let hint = near.map { "; did you mean '\($0)'?" } ?? ""
    throw CallRefusal("the specs have no endpoint '\(name)'\(hint); without a name, 'call' lists all")
  }

  /// A line for each endpoint: its name, its arguments and its summary.
  public var lines: [String] {
    let width = min(48, targets.map { $0.name.count }.max() ?? 0)
    var checkers: [String: ValueChecker] = [:]
    return targets.map { target in
      let module = target.module.name.text
      let checker = checkers[module] ?? ValueChecker(SchemaIndex(target.module))
      checkers[module] = checker
      let padding = String(repeating: " ", count: max(1, width + 2 - target.name.count))
      let parts = [target.usage(checker), target.endpoint.documentation.summary].compactMap(\.self)
      let text = parts.filter { !$0.isEmpty }.joined(separator: "  ")
      return text.isEmpty ? target.name : target.name + padding + text
    }
  }
}

extension CallableEndpoints.Target {
  /// The required arguments: `search=`, and the number of others. What has only one value is no argument.
  func usage(_ checker: ValueChecker) -> String {
    let constants = BodyConstants(checker: checker)
    let shown = endpoint.parameters.filter { parameter in
      !parameter.isSecret && parameter.constant(checker.index.resolved(parameter.schema).schema) == nil
    }
    let required = shown.filter { $0.isRequired && $0.schema.defaultValue == nil }
    var parts = required.map { "\($0.argumentName)=" }
    if case .multipart(let all) = endpoint.body {
      for part in all where part.isRequired {
        guard case .value(let schema) = part.content else {
          parts.append("\(part.name.text)=@file")
          continue
        }
        if constants.onlyValue(schema) == nil { parts.append("\(part.name.text)=") }
      }
    } else if let body = endpoint.body(0), !endpoint.isBodyOptional {
      if body.schemas.first.flatMap({ constants.onlyValue($0) }) == nil { parts.append("--body") }
    }
    let others = shown.count - required.count
    if others > 0 { parts.append("[+\(others)]") }
    return parts.joined(separator: " ")
  }
}

extension Parameter {
  /// The name of the argument: the one in the spec.
  var argumentName: String { (label ?? name).text }
}
