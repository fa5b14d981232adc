import GeneratorKit
import WGNAPIJSON

/// A language server for specs (Language Server Protocol 3.17), without its streams.
///
/// Messages are queued, so that a request can be cancelled before it is handled. Diagnostics are published by ``check()``, when
/// nothing else is to be done.
package final class LanguageServer {
  private enum Phase { case new, running, shutDown }

  private let send: ([UInt8]) -> Void
  private var phase = Phase.new
  private var queue: [Message] = []
  private var next = 0
  var workspace = Workspace()
  var encoding = PositionEncoding.utf16
  /// What was published last, by URI.
  var lastPublished: [String: JSON] = [:]
  private var watchesFiles = false

  /// The status of the process, once the client has sent `exit`.
  package private(set) var exitStatus: Int32?

  /// A message that is to be handled.
  private struct Message {
    var id: JSON?
    var method: String
    var parameters: Parameters
  }

  /// - Parameter send: sends the bytes of a message.
  package init(send: @escaping ([UInt8]) -> Void) { self.send = send }

  /// Whether there are messages to handle.
  package var isBusy: Bool { next < queue.count }

  /// Whether diagnostics may have changed.
  package var needsCheck: Bool { phase == .running && workspace.needsCheck }

  /// The status of the process if the client goes away.
  package var statusAtEnd: Int32 { exitStatus ?? (phase == .shutDown ? 0 : 1) }

  // MARK: Messages

  /// Queues a message. What isn't one is reported to the client.
  package func receive(_ bytes: [UInt8]) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes)
    } catch {
      return respond(to: .null, .failure(.parseError("the message isn't JSON: \(error.message)")))
    }
    guard let object = json.object else {
      return respond(to: .null, .failure(.invalidRequest("a message is an object")))
    }
    let id = object["id"].flatMap { $0.string != nil || $0.number != nil ? $0 : nil }
    guard let method = object["method"]?.string else {
      // The response to a request of the server.
      if object["result"] != nil || object["error"] != nil { return }
      return respond(to: id ?? .null, .failure(.invalidRequest("a request has a 'method'")))
    }
    if method == "$/cancelRequest" { return cancel(object["params"]?["id"]) }
    queue.append(Message(id: id, method: method, parameters: Parameters(object["params"])))
  }

  /// Tells the client about bytes that are no message.
  package func reject(_ problem: String) { respond(to: .null, .failure(.invalidRequest(problem))) }

  private func cancel(_ id: JSON?) {
    guard let id, let place = queue[next...].firstIndex(where: { $0.id == id }) else { return }
    queue.remove(at: place)
    respond(to: id, .failure(.cancelled))
  }

  /// Handles the next message.
  package func handleNext() {
    guard isBusy else { return }
    let message = queue[next]
    next += 1
    if next == queue.count { (queue, next) = ([], 0) }
    guard let id = message.id else { return notify(message.method, message.parameters) }
    do throws(ResponseError) {
      respond(to: id, .success(try result(of: message.method, message.parameters)))
    } catch {
      respond(to: id, .failure(error))
    }
  }

  private func respond(to id: JSON, _ result: Result<JSON, ResponseError>) {
    var message: JSONObject = ["jsonrpc": "2.0", "id": id]
    switch result {
    case .success(let value): message["result"] = value
    case .failure(let error):
      message["error"] = ["code": .integer(error.code), "message": .string(error.message)]
    }
    write(message)
  }

  /// Sends a notification.
  func notify(client method: String, _ parameters: JSON) {
    write(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  private func write(_ message: JSONObject) {
    guard let bytes = try? JSON.object(message).encoded() else { return }
    send(bytes)
  }

  // MARK: Life

  private func result(of method: String, _ parameters: Parameters) throws(ResponseError) -> JSON {
    switch (phase, method) {
    case (.new, "initialize"): return initialize(parameters)
    case (.new, _): throw .notInitialized
    case (.shutDown, _): throw .invalidRequest("the server has been shut down")
    case (.running, "initialize"): throw .invalidRequest("the server is initialized already")
    case (.running, "shutdown"):
      phase = .shutDown
      return .null
    default: return try feature(method, parameters)
    }
  }

  private func initialize(_ parameters: Parameters) -> JSON {
    phase = .running
    let encodings = parameters["capabilities", "general", "positionEncodings"]?.array ?? []
    encoding = encodings.contains("utf-8") ? .utf8 : .utf16
    watchesFiles =
      parameters["capabilities", "workspace", "didChangeWatchedFiles", "dynamicRegistration"]?.bool ?? false
    var folders = (parameters["workspaceFolders"]?.array ?? []).compactMap { $0["uri"]?.string }
    if folders.isEmpty, let root = parameters["rootUri"]?.string { folders = [root] }
    workspace.addFolders(folders.compactMap(FileURI.path))
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "wgnapi-gen", "version": .string(generatorVersion)],
    ]
  }

  private func notify(_ method: String, _ parameters: Parameters) {
    if method == "exit" {
      exitStatus = phase == .shutDown ? 0 : 1
      return
    }
    guard phase == .running else { return }
    // A notification has no response, so one that isn't valid is ignored.
    try? handle(method, parameters)
  }

  private func handle(_ method: String, _ parameters: Parameters) throws(ResponseError) {
    switch method {
    case "initialized": if watchesFiles { watchFiles() }
    case "textDocument/didOpen":
      workspace.open(
        try parameters.document(), uri: try parameters.string("textDocument", "uri"),
        text: try parameters.string("textDocument", "text"),
        version: parameters["textDocument", "version"]?.int)
    case "textDocument/didChange":
      workspace.change(
        try parameters.document(), parameters["contentChanges"]?.array ?? [],
        version: parameters["textDocument", "version"]?.int, encoding)
    case "textDocument/didSave": workspace.save(try parameters.document())
    case "textDocument/didClose": workspace.close(try parameters.document())
    case "workspace/didChangeWatchedFiles": workspace.reloadAll()
    case "workspace/didChangeWorkspaceFolders":
      let paths = { (key: String) in
        (parameters["event", key]?.array ?? []).compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
      }
      workspace.removeFolders(paths("removed"))
      workspace.addFolders(paths("added"))
    default: break
    }
  }

  /// Asks the client to report files that others change.
  private func watchFiles() {
    let watchers: JSON = [["globPattern": "**/*.{yaml,yml,json,mustache}"]]
    write([
      "jsonrpc": "2.0", "id": "wgnapi-gen/watch", "method": "client/registerCapability",
      "params": [
        "registrations": [
          [
            "id": "wgnapi-gen/watch", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": watchers],
          ]
        ]
      ],
    ])
  }
}
