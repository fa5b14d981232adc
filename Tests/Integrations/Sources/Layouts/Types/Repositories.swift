// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Repositories

enum RepositoriesTypes: ModuleTypes {
  static let module = "Repositories"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(IssueRow.self, [\.number, \.title]),
      ModelType(BasicError.self, [\.message, \.documentationURL]),
      ModelType(Issue.self, [\.id, \.number, \.title, \.state, \.comments]),
      ModelType(Repo.self, [\.id, \.name, \.fullName, \.stars, \.archived]),
    ]
  }
}
