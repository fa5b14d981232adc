// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import GitHub

enum GitHubTypes: ModuleTypes {
  static let module = "GitHub"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(BasicError.self, [\.message, \.documentationURL, \.status]),
      ModelType(ValidationError.self, [\.message, \.documentationURL, \.errors]),
      ModelType(Problem.self, [\.resource, \.field, \.code, \.message]),
      ModelType(Issue.self, [\.id, \.number, \.state, \.title, \.user, \.labels, \.comments, \.pullRequest, \.htmlURL, \.createdAt, \.updatedAt, \.closedAt]),
      UnionType(Issue.LabelOrName.self),
      ModelType(Issue.PullRequestValue.self, [\.htmlURL]),
      ModelType(Label.self, [\.id, \.name, \.description, \.color]),
      ModelType(NewIssue.self, [\.title, \.body, \.labels, \.assignees]),
      ModelType(IssueChange.self, [\.title, \.state, \.labels]),
      ModelType(PullsMergeRequest.Payload.self, [\.commitTitle, \.sha, \.mergeMethod]),
      ModelType(PullsMergeRequest.OkResponse.self, [\.sha, \.merged, \.message]),
      ModelType(PullRequest.self, [\.id, \.number, \.state, \.title, \.draft, \.merged, \.mergeable, \.head, \.base, \.additions, \.deletions]),
      ModelType(Branch.self, [\.ref, \.sha]),
      ModelType(Release.self, [\.id, \.tagName, \.name, \.draft, \.prerelease, \.publishedAt, \.assets]),
      ModelType(Asset.self, [\.id, \.name, \.label, \.state, \.contentType, \.size, \.downloadCount, \.browserDownloadURL]),
      ModelType(SearchRepositoriesRequest.Response.self, [\.totalCount, \.incompleteResults, \.items]),
      ModelType(Repository.self, [\.id, \.name, \.fullName, \.owner, \.`private`, \.description, \.fork, \.htmlURL, \.language, \.stargazersCount, \.openIssuesCount, \.topics, \.defaultBranch, \.license, \.pushedAt]),
      ModelType(Repository.License.self, [\.key, \.name, \.spdxID]),
      ModelType(User.self, [\.id, \.login, \.type, \.avatarURL, \.htmlURL]),
      ModelType(Account.self, [\.id, \.login, \.type, \.avatarURL, \.htmlURL, \.name, \.email, \.publicRepos, \.twoFactorAuthentication, \.plan]),
      ModelType(Account.Plan.self, [\.name, \.space, \.privateRepos]),
      ModelType(WebhookEvent.Ping.self, [\.zen, \.hookID]),
      ModelType(WebhookEvent.ReleaseValue.self, [\.action, \.release, \.repository]),
      ModelType(Push.self, [\.ref, \.before, \.after, \.created, \.deleted, \.forced, \.commits, \.repository, \.sender]),
      ModelType(Push.Commit.self, [\.id, \.message, \.timestamp]),
      ModelType(IssueEvent.self, [\.action, \.repository, \.sender]),
      ModelType(RepositoryName.self, [\.id, \.fullName]),
    ]
  }
}
