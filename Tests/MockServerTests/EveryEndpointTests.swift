import APIModel
import MockServer
import Testing

/// Every endpoint of many modules is called with the arguments of generated tests, and with some that it refuses.
@Suite struct EveryEndpointTests {
  static let folders = [
    "Specs", "Tests/Golden/APIs/Specs", "Tests/Golden/Credentials/Specs", "Tests/Golden/Edges/Specs",
    "Tests/Golden/Failures/Specs", "Tests/Golden/Features/Specs", "Tests/Golden/Hostile/Specs",
    "Tests/Golden/OpenAPI/Specs", "Tests/Golden/Pages/Specs", "Tests/Golden/Recipes/Specs",
    "Tests/Golden/Requests/Specs",
    "Tests/Golden/Services/Specs",
  ]

  /// Messages without any content, which their schemas exclude with `not` and open alternatives: clients don't check
  /// these, but the server does.
  private static let unusual: Set<String> = [
    "Discord createMessage minimal", "Discord createMessageWithFiles minimal",
    "Discord executeWebhook minimal",
  ]

  @Test(arguments: folders)
  func acceptsWhatGeneratedTestsSend(_ folder: String) throws {
    var count = 0
    for module in try API.reading(folder: folder).modules where !module.endpoints.isEmpty {
      let server = MockServer(API(modules: [module]))
      let requests = EndpointRequests(module)
      for endpoint in module.endpoints {
        for (name, request) in requests.all(of: endpoint) {
          let title = "\(module.name.text) \(endpoint.operation) \(name)"
          if Self.unusual.contains(title) { continue }
          let response = server.response(to: request)
          let problem = response.problem ?? ""
          #expect(
            response.status < 300 && problem.isEmpty && response.header("Mock-Warning") == nil,
            "\(title): \(response.status) \(problem) \(request.method) \(request.path)?\(request.query)"
          )
          count += 1
        }
      }
    }
    #expect(count > 0)
  }
}
