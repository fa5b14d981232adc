import APIModel

/// The groups of a module's endpoints.
struct GroupsView: TemplateView {
  static let fields = TemplateFields<GroupsView>([
    .views("groups", "the groups; outer ones come before inner ones") { view in
      view.groups.enumerated().map { GroupView($0.element, of: view.client, isFirst: $0.offset == 0) }
    },
    .text("client", "the type of the client") { $0.client },
  ])

  let client: String
  let groups: [EndpointGroups.Group]
}

/// A group of endpoints.
struct GroupView: TemplateView {
  static let fields = TemplateFields<GroupView>([
    .lines("documentation", "the documentation comment of the property and the type") { view in
      DocComment.lines(
        summary: view.group.documentation.summary, details: view.group.documentation.details, indent: 2)
    },
    .text("owner", "the type that has the property: `Client`, or that of the group around this one") { view in
      view.group.parent.map { "\(view.client).\($0)" } ?? view.client
    },
    .text("name", "the property's name") { SwiftName.escaped($0.group.name) },
    .text("type", "the type's name, as the property has it: `ReposEndpoints`") { $0.type },
    .text("typeName", "the type's name alone") { $0.group.type },
    .text("value", "the property's value") { view in
      "\(view.type)(client: \(view.group.parent == nil ? "self" : "client"))"
    },
    .flag("isFirst", "whether it is the first") { $0.isFirst },
  ])

  private let group: EndpointGroups.Group
  private let client: String
  private let isFirst: Bool
  private var type: String { group.parent == nil ? group.type : "\(client).\(group.type)" }

  init(_ group: EndpointGroups.Group, of client: String, isFirst: Bool) {
    self.group = group
    self.client = client
    self.isFirst = isFirst
  }
}
