import APIModel
import Diagnostics
import SpecYAML

extension Report {
  /// The names of groups from the outermost inwards: `repos.releases`, or `none`.
  func groupPath(_ node: YAMLNode) -> [Name]? {
    guard let text = node.text, !text.isEmpty else {
      mismatch(node, expected: "the name of a group, such as 'repos' or 'repos.releases'", for: "'group'")
      return nil
    }
    if text == "none" { return [] }
    let name = Name(text, span: node.occurrence)
    return checkDefinitionName(name, of: "a group") ? path(name, of: "a group") : nil
  }

  /// The parts of a dotted name.
  func path(_ name: Name, of kind: String) -> [Name]? {
    let parts = name.text.byteParts(separatedBy: ".").map { Name(String($0), span: name.span) }
    if let part = parts.first(where: { !isDefinitionName($0.text) }) {
      let found = part.text.isEmpty ? "an empty part" : "the part '\(abbreviate(part.text))'"
      error(
        .invalidName,
        "'\(abbreviate(name.text))' can't be the name of \(kind): each part between dots begins with a letter, and this "
          + "has \(found)", at: name.span)
      return nil
    }
    return parts
  }
}

/// An endpoint with the names of its groups, from its own key, its `group` and its file.
///
/// - Parameter fileGroup: the group of the file.
func endpointDefinition(_ entry: YAMLMapping.Entry, in fileGroup: [Name], _ report: Report) -> Definition? {
  let name = Name(entry.name, span: entry.key.occurrence)
  guard report.checkDefinitionName(name, of: Section.endpoints.article),
    let parts = report.path(name, of: Section.endpoints.article)
  else { return nil }
  let outer = entry.value["group"].map { report.groupPath($0) ?? [] } ?? fileGroup
  let path = outer + parts
  return Definition(
    name: Name(path.map(\.text).joined(separator: "."), span: name.span), group: Array(path.dropLast()),
    isMarkedOptional: false, node: entry.value)
}

extension ModuleReader {
  /// A module's `groups`.
  func groups(_ node: YAMLNode) -> [EndpointGroup] {
    var groups: [EndpointGroup] = []
    // A group may be called `x-group`.
    let entries = report.entries(
      node, for: "'groups'", areWireNames: true, form: "{repos: Repositories and their contents.}")
    for entry in entries {
      let name = Name(entry.name, span: entry.key.occurrence)
      guard report.checkDefinitionName(name, of: "a group"), let path = report.path(name, of: "a group")
      else { continue }
      var group = EndpointGroup(path: path)
      if entry.value.mapping == nil {
        group.documentation.summary = report.text(entry.value, for: "a group's summary")
      } else if let fields = Fields(
        entry.value, what: "a group", keys: ["summary", "docs"],
        hints: ["description": "a group has a 'summary' and 'docs'"], report: report)
      {
        group.documentation = fields.documentation()
      }
      groups.append(group)
    }
    return groups
  }

  /// Whether `group: files` precedes an endpoint `files.get`.
  private func repeatsItself(_ group: [String]) -> Bool {
    group.count.isMultiple(of: 2) && group.prefix(group.count / 2) == group.suffix(group.count / 2)
  }

  /// Once a module lists its groups, any other group is a mistake.
  func checkGroups(of module: Module, isListed: Bool) {
    guard isListed else { return }
    let listed = module.groups.map { $0.path.map(\.text) }
    var reported: Set<String> = []
    for endpoint in module.endpoints {
      let group = endpoint.group.map(\.text)
      let name = group.joined(separator: ".")
      guard !group.isEmpty, !listed.contains(where: { $0.starts(with: group) }),
        reported.insert(name).inserted
      else { continue }
      report.unknown(
        .unknownGroup, "group", Name(name, span: endpoint.group.last?.span ?? endpoint.name.span),
        among: listed.map { $0.joined(separator: ".") },
        tail: repeatsItself(group)
          ? ": 'group' is put before the group in the endpoint's name; write it only once"
          : ": 'groups' under 'module' lists all of them")
    }
  }
}
