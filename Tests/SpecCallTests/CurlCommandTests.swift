import APIModel
import Diagnostics
import Foundation
import MockServer
import Testing

@testable import SpecCall

/// Commands of curl: their text, and what a shell and curl make of them.
@Suite struct CurlCommandTests {
  private static let specs = """
    wgnapi: 1
    module: {servers: {main: https://shop.example.com/}, credentials: {login: {scheme: basic}, bot: {scheme: apiKey, path: token}, key: {scheme: apiKey, form: key}}}
    endpoints:
      find: {get: items, parameters: {q: string, pin: {type: string, secret: true}}, response: empty}
      login: {get: login, authentication: login, response: empty}
      bot: {get: "bot{token}/me", authentication: bot, response: empty}
      form: {post: form, authentication: key, parameters: {a: string, b?: string}, response: empty}
      create: {put: items, body: Item, response: empty}
      text: {post: text, body: {text: text/plain}, response: empty}
      upload: {post: upload, body: {multipart: {picture: {file: image/png}, "title?": string}}, response: empty}
      head: {head: items}
    schemas: {Item: {properties: {name: string, password?: {type: string, secret: true}}}}
    """

  private func curl(
    _ name: String, _ arguments: [String] = [], environment: [String: String] = [:],
    files: [String: String] = [:], _ change: (inout CallInput) -> Void = { _ in }
  ) throws -> String {
    let call = try API.reading(specs: Self.specs).call(
      name, arguments, environment: environment, files: files
    ) {
      $0.isOnlyShown = true
      change(&$0)
    }
    return call.curl.split(separator: "\n").filter { !$0.contains("Accept: ") }.joined(separator: "\n")
      .replacing(" \\\n  ", with: " ").trimmingCharacters(in: ["\\", " "])
  }

  @Test func secretsAreVariables() throws {
    #expect(
      try curl("find", ["q=it's $(x)"])
        == "curl 'https://shop.example.com/items?q=it%27s%20%24%28x%29' --url-query pin=\"$WGNAPI_SHOP_PIN\"")
    #expect(
      try curl("login")
        == "curl https://shop.example.com/login --user \"$WGNAPI_SHOP_LOGIN_USER\":\"$WGNAPI_SHOP_LOGIN_PASSWORD\""
    )
    #expect(try curl("bot") == "curl https://shop.example.com/bot\"$WGNAPI_SHOP_BOT\"/me")
    #expect(
      try curl("form", ["a=1", "b=2"])
        == "curl https://shop.example.com/form --data-raw 'a=1&b=2' --data-urlencode key=\"$WGNAPI_SHOP_KEY\""
    )
    // Neither the value nor a part of it is shown.
    let text = try curl("create", ["name=it's"], environment: ["WGNAPI_SHOP_PASSWORD": "hunter22"])
    #expect(
      text == "curl --request PUT https://shop.example.com/items --header 'Content-Type: application/json' "
        + "--data-raw '{\"name\":\"it'\\''s\",\"password\":\"'\"$WGNAPI_SHOP_PASSWORD\"'\"}'")
  }

  @Test func bodiesAndMethods() throws {
    #expect(try curl("head") == "curl --head https://shop.example.com/items")
    #expect(
      try curl("text") { $0.body = "a\u{1B}[31m'\nb" }
        == "curl https://shop.example.com/text --header 'Content-Type: text/plain; charset=utf-8' "
        + "--data-raw $'a\\033[31m\\'\\012b'")
    #expect(
      try curl("upload", ["picture=@a \"b\".png", "title=x;\"y"], files: ["a \"b\".png": "x"])
        == "curl https://shop.example.com/upload --form 'picture=@\"a \\\"b\\\".png\";type=image/png' "
        + "--form 'title=\"x;\\\"y\"'")
  }

  // MARK: With curl

  /// What curl sends is accepted by the mock server, whatever the arguments are.
  @Test(
    .enabled(if: CurlShell.isUsable, "needs bash and curl 7.87"),
    arguments: [
      "Tests/Golden/Requests/Specs", "Tests/Golden/Credentials/Specs", "Tests/Golden/Recipes/Specs",
      "Tests/Golden/Features/Specs",
    ])
  func pastedCommandsWork(_ folder: String) async throws {
    var count = 0
    for module in try API.reading(folder: folder).modules where !module.endpoints.isEmpty {
      let listener = MockListener(MockServer(API(modules: [module])))
      let port = try await listener.start()
      let samples = CallSamples(module)
      let server = MockServer(API(modules: [module]))
      let path = (server.modules.first?.paths.first ?? "").replacing(/\{\w+\}/, with: "x")
      for endpoint in module.endpoints
      where endpoint.otherServer == nil && endpoint.urlParameter == nil && samples.server(of: endpoint) != nil
      {
        for (name, arguments) in samples.arguments(of: endpoint) where name == "full" || name == "hostile" {
          guard let (plain, files) = samples.input(endpoint, arguments) else { continue }
          var input = plain
          // A secret in JSON isn't escaped.
          if name == "hostile", input.body == "@body" { continue }
          input.server = "http://127.0.0.1:\(port)\(path)"
          input.isOnlyShown = true
          let shell = try CurlShell(files)
          let call = try PreparedCall(.init(module: module, endpoint: endpoint), input) { files[$0] }
          let secrets = samples.bodyVariables(endpoint, arguments)
          // No field of a form has an object as a whole.
          if case .form = endpoint.body(arguments.alternative),
            secrets.values.contains(where: { $0.hasPrefix("{") })
          {
            continue
          }
          let environment = input.environment.merging(secrets) { own, _ in own }
          let response = try await shell.run(call.curl, environment: environment)
          #expect(
            response.hasPrefix("2") && !response.contains("problem: "),
            "\(endpoint.operation) \(name): \(response) \(call.curl)")
          count += 1
        }
      }
      await listener.stop()
    }
    #expect(count > 0)
  }
}

/// A shell in a folder of its own, in which commands of curl print the status and what the mock server says.
struct CurlShell {
  private let folder: URL

  init(_ files: [String: [UInt8]]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "call-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
  }

  /// Doesn't block the threads that the mock server answers on.
  func run(_ command: String, environment: [String: String]) async throws -> String {
    defer { try? FileManager.default.removeItem(at: folder) }
    let format = "%{http_code} %header{mock-warning}problem: %header{mock-problem}\\n"
    let text = "curl() { command curl -s -o /dev/null -w '\(format)' \"$@\"; }\n\(command)"
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.output(text, in: folder, environment) })
      }
    }.replacing("problem: \n", with: "")
  }

  static let isUsable: Bool = {
    let text = (try? output("curl --help all", in: FileManager.default.temporaryDirectory, [:])) ?? ""
    return text.contains("--url-query")
  }()

  private static func output(_ text: String, in folder: URL, _ environment: [String: String]) throws -> String
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", text]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
