import APIModel
import Diagnostics
import SpecReader
import SwiftEmitter

extension Module {
  /// The module with names of credentials, servers and groups that the spec language accepts. In Swift, they are called as before
  /// where the language can say it.
  ///
  /// - Parameter renamed: The names that were replaced.
  func withWritableNames(_ renamed: inout RenamedNames, into sink: inout DiagnosticSink) -> Module {
    var module = self
    module.renameCredentials(&renamed)
    module.renameServers(&renamed, into: &sink)
    module.renameGroups(&renamed, into: &sink)
    return module
  }

  private mutating func renameCredentials(_ renamed: inout RenamedNames) {
    var names: [String: String] = [:]
    // Names that the language accepts stay.
    var taken = reservedCredentialNames.union(credentials.map(\.name.text).filter(isUsableName))
    for position in credentials.indices {
      let name = credentials[position].name.text
      guard !isUsableName(name) || reservedCredentialNames.contains(name) else { continue }
      let swiftName = credentials[position].swiftArgumentName
      let new = ModuleWriter.asciiName(name, else: "credential", &taken)
      names[name] = new
      renamed.add(.credential, credentials[position].name, new)
      credentials[position].name.text = new
      if credentials[position].swiftArgumentName != swiftName {
        credentials[position].swiftName = Name(swiftName, span: credentials[position].name.span)
      }
    }
    guard !names.isEmpty else { return }
    func rename(_ uses: inout [[CredentialUse]]) {
      for (outer, inner) in uses.indices.flatMap({ outer in uses[outer].indices.map { (outer, $0) } }) {
        let name = uses[outer][inner].name.text
        uses[outer][inner].name.text = names[name] ?? name
      }
    }
    authentication = authentication.map { uses in
      var uses = uses
      rename(&uses)
      return uses
    }
    for position in endpoints.indices {
      guard case .credentials(var uses)? = endpoints[position].policies.authentication else { continue }
      rename(&uses)
      endpoints[position].policies.authentication = .credentials(uses)
    }
    for position in otherServers.indices {
      for secret in otherServers[position].secrets.indices {
        let name = otherServers[position].secrets[secret].text
        otherServers[position].secrets[secret].text = names[name] ?? name
      }
    }
  }

  private mutating func renameServers(_ renamed: inout RenamedNames, into sink: inout DiagnosticSink) {
    var names = WritableNames(taken: Set(servers.map(\.name.text)), kind: .server)
    for position in servers.indices {
      names.replace(
        &servers[position].name, usual: usualMemberName(servers[position].name.text), &renamed, into: &sink)
    }
    for position in endpoints.indices {
      guard let list = endpoints[position].servers else { continue }
      endpoints[position].servers = list.map(names.name)
    }
    for position in otherServers.indices {
      for address in otherServers[position].addresses.indices {
        let server = otherServers[position].addresses[address].server
        otherServers[position].addresses[address].server = server.map(names.name)
      }
    }
  }

  private mutating func renameGroups(_ renamed: inout RenamedNames, into sink: inout DiagnosticSink) {
    let all = groups.flatMap(\.path) + endpoints.flatMap(\.group)
    var names = WritableNames(taken: Set(all.map(\.text)), kind: .group)
    for var name in all { names.replace(&name, usual: usualGroupName(name), &renamed, into: &sink) }
    for position in groups.indices { groups[position].path = groups[position].path.map(names.name) }
    for position in endpoints.indices {
      endpoints[position].group = endpoints[position].group.map(names.name)
    }
  }
}

/// Names that the spec language accepts, in place of others.
private struct WritableNames {
  private var names: [String: String] = [:]
  private var taken: Set<String>
  private let kind: RenamedNames.Kind
  private var stem: String { kind.rawValue }

  init(taken: Set<String>, kind: RenamedNames.Kind) {
    self.taken = taken
    self.kind = kind
  }

  /// The name that replaces one.
  func name(_ name: Name) -> Name { Name(names[name.text] ?? name.text, span: name.span) }

  /// Replaces a name that the language doesn't accept, and says so if the name in Swift changes, too.
  mutating func replace(
    _ name: inout Name, usual: String, _ renamed: inout RenamedNames, into sink: inout DiagnosticSink
  ) {
    guard !isUsableName(name.text) || name.text.contains(".") else { return }
    if names[name.text] == nil {
      let new = ModuleWriter.asciiName(usual, else: stem, &taken)
      names[name.text] = new
      if new == usual {
        renamed.add(kind, name, new)
      } else {
        sink.warning(
          .leftOut,
          "in the spec language, the name of a \(stem) has ASCII letters and digits, so '\(abbreviate(name.text))' is called "
            + "'\(new)'; rename it in what was written here", at: name.span)
      }
    }
    name = self.name(name)
  }
}
