import APIModel
import Diagnostics

/// The groups of a module's endpoints: properties of the client, and the types that have the endpoints' methods.
struct EndpointGroups {
  struct Group {
    var path: [Name]
    /// The client's property.
    var name: String
    /// The type, which is nested in the client's.
    var type: String
    /// The type of the enclosing group.
    var parent: String?
    var documentation: Documentation
  }

  /// Outer groups come before inner ones.
  let groups: [Group]

  init(_ module: Module) {
    var groups: [Group] = []
    var seen: Set<[String]> = []
    let documentation = Dictionary(
      module.groups.map { ($0.path.map(\.text), $0.documentation) }, uniquingKeysWith: { first, _ in first })
    for endpoint in module.endpoints {
      for count in endpoint.group.indices.map({ $0 + 1 }) {
        let path = Array(endpoint.group.prefix(count))
        guard let own = path.last, seen.insert(path.map(\.text)).inserted else { continue }
        groups.append(
          Group(
            path: path, name: SwiftName.group(own, isInner: count > 1), type: SwiftName.groupType(path),
            parent: count > 1 ? SwiftName.groupType(path.dropLast()) : nil,
            documentation: documentation[path.map(\.text)] ?? Documentation()))
      }
    }
    self.groups = groups
  }

  /// Claims the names of the groups and of all methods, within their groups.
  func claimMembers(of module: Module, into sink: inout DiagnosticSink) {
    var scopes: [[String]: NameScope] = [:]
    func claim(_ name: String, for source: Name, in path: [Name], as kind: String? = nil) {
      let group = path.map(\.text)
      let what =
        path.isEmpty
        ? "two methods of the client" : "two members of the group '\(group.joined(separator: "."))'"
      let remedy = groups.isEmpty ? "set 'swiftName' on one of them" : "rename one of them"
      scopes[group, default: NameScope(what, remedy: remedy)].claim(
        name, for: source, as: kind, into: &sink)
    }
    for group in groups {
      guard let own = group.path.last else { continue }
      let outer = group.path.dropLast()
      claim(group.name, for: own, in: Array(outer), as: outer.isEmpty ? "two groups of the client" : nil)
      if module.origin == .specs {
        reportReserved(group.name, for: own, isInner: !outer.isEmpty, into: &sink)
      }
    }
    for endpoint in module.endpoints {
      claim(SwiftName.method(endpoint), for: endpoint.swiftName ?? endpoint.name, in: endpoint.group)
      // `wgnapi-gen names` tells about the names in documents.
      if module.origin == .specs { reportReserved(endpoint, into: &sink) }
    }
  }

  /// Reports a group that has another name in Swift, because clients or groups have a member of that name.
  private func reportReserved(
    _ name: String, for group: Name, isInner: Bool, into sink: inout DiagnosticSink
  ) {
    let wanted = SwiftName.member(group.text)
    guard name != wanted else { return }
    sink.warning(
      .reservedName,
      "every \(isInner ? "group" : "client") has a member '\(wanted)', so the group is called '\(name)'; rename the group to choose a name",
      at: group.span)
  }

  /// Reports a method that has another name than its endpoint, because clients have a member of that name.
  private func reportReserved(_ endpoint: Endpoint, into sink: inout DiagnosticSink) {
    let wanted = SwiftName.wantedMethod(endpoint)
    let method = SwiftName.method(endpoint)
    guard method != wanted else { return }
    let owner = endpoint.group.isEmpty ? "client" : "group"
    if let chosen = endpoint.swiftName {
      sink.error(
        .reservedName,
        "every \(owner) has a member '\(wanted)', so a method can't be called that; set another 'swiftName'",
        at: chosen.span)
    } else {
      sink.warning(
        .reservedName,
        "every \(owner) has a member '\(wanted)', so the method is called '\(method)'; set 'swiftName' to choose a name",
        at: endpoint.name.span)
    }
  }
}
