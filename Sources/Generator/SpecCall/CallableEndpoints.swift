import APIModel
import Diagnostics
import SwiftEmitter

/// What can be called: the endpoints of an API by their names in Swift.
public struct CallableEndpoints {
  /// An endpoint and its module.
  public struct Target: Sendable {
    public var module: Module
    public var endpoint: Endpoint

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
    let hint = closestMatch(to: wanted, in: names).map { "; did you mean '\($0)'?" } ?? ""
    throw CallRefusal("the specs have no endpoint '\(name)'\(hint)")
  }

  /// A line for each endpoint: its name, its arguments and its summary.
  public var lines: [String] {
    let width = min(48, targets.map { $0.name.count }.max() ?? 0)
    return targets.map { target in
      let padding = String(repeating: " ", count: max(1, width + 2 - target.name.count))
      let parts = [target.usage, target.endpoint.documentation.summary].compactMap(\.self)
      let text = parts.filter { !$0.isEmpty }.joined(separator: "  ")
      return text.isEmpty ? target.name : target.name + padding + text
    }
  }
}

extension CallableEndpoints.Target {
  /// The required arguments: `search=`, and the number of others.
  var usage: String {
    let shown = endpoint.parameters.filter { !$0.isSecret }
    let required = shown.filter { parameter in
      parameter.isRequired && parameter.schema.defaultValue == nil && parameter.schema.const == nil
    }
    var parts = required.map { "\($0.argumentName)=" }
    if case .multipart(let all) = endpoint.body {
      parts += all.filter(\.isRequired).map { part in
        if case .value = part.content { "\(part.name.text)=" } else { "\(part.name.text)=@file" }
      }
    } else if endpoint.body != nil, !endpoint.isBodyOptional {
      parts.append("--body")
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
