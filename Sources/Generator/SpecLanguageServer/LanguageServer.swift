import GeneratorKit
import WGNAPIJSON

/// A language server for specs (Language Server Protocol 3.17), without its streams and threads.
///
/// Messages are queued, so that a request can be cancelled before it is handled. Checks are made by whoever has the time:
/// ``beginCheck()``, `Check.run()`, ``publish(_:)``.
package final class LanguageServer {
  private enum Phase { case new, running, shutDown }

  private let send: ([UInt8]) -> Void
  private var phase = Phase.new
  /// The messages that are to be handled.
  private var queue: [JSON] = []
  var workspace = Workspace()
  /// The check that is being made, and its project.
  private var running: (check: Check, project: SpecProject)?
  private weak var lastChecked: SpecProject?
  private var watchesFiles = false

  /// The status of the process, once the client has sent `exit`.
  package private(set) var exitStatus: Int32?

  /// - Parameter send: sends the bytes of a message.
  package init(send: @escaping ([UInt8]) -> Void) { self.send = send }

  /// Whether there are messages to handle.
  package var isBusy: Bool { !queue.isEmpty }

  /// The status of the process if the client goes away.
  package var statusAtEnd: Int32 { exitStatus ?? (phase == .shutDown ? 0 : 1) }

  // MARK: Messages

  /// Queues a message. What isn't one is reported to the client.
  package func receive(_ bytes: [UInt8]) {
    guard let json = (try? JSON(parsing: bytes)) ?? (try? JSON(parsing: repairingSurrogates(in: bytes)))
    else {
      return respond(to: .null, .notJSON)
    }
    guard json.object != nil else { return reject("a message is an object") }
    guard let method = json["method"]?.string else {
      // The response to a request of the server.
      if json["result"] != nil || json["error"] != nil { return }
      return respond(to: id(of: json) ?? .null, .invalidRequest("a request has a 'method'"))
    }
    if method == "$/cancelRequest" { return cancel(json["params"]?["id"]) }
    queue.append(json)
  }

  /// The id of a request; nil for a notification.
  private func id(of message: JSON) -> JSON? {
    message["id"].flatMap { $0.string != nil || $0.number != nil ? $0 : nil }
  }

  /// Tells the client about bytes that are no message.
  package func reject(_ problem: String) { respond(to: .null, .invalidRequest(problem)) }

  private func cancel(_ id: JSON?) {
    guard let id, let place = queue.firstIndex(where: { self.id(of: $0) == id }) else { return }
    queue.remove(at: place)
    respond(to: id, .cancelled)
  }

  /// Handles the next message.
  package func handleNext() {
    guard isBusy else { return }
    let message = queue.removeFirst()
    let (method, parameters) = (message["method"]?.string ?? "", message["params"] ?? .null)
    guard let id = id(of: message) else { return notify(method, parameters) }
    do throws(ResponseError) {
      write(["jsonrpc": "2.0", "id": id, "result": try result(of: method, parameters)])
    } catch {
      respond(to: id, error)
    }
  }

  private func respond(to id: JSON, _ error: ResponseError) {
    let json: JSON = ["code": .integer(error.code), "message": .string(error.message)]
    write(["jsonrpc": "2.0", "id": id, "error": json])
  }

  private func write(_ message: JSONObject) {
    guard let bytes = try? JSON.object(message).encoded() else { return }
    send(bytes)
  }

  // MARK: Requests

  private func result(of method: String, _ parameters: JSON) throws(ResponseError) -> JSON {
    switch (phase, method) {
    case (.new, "initialize"): return initialize(parameters)
    case (.new, _): throw .notInitialized
    case (.shutDown, _): throw .invalidRequest("the server has been shut down")
    case (.running, "initialize"): throw .invalidRequest("the server is initialized already")
    case (.running, "shutdown"):
      phase = .shutDown
      return .null
    case (.running, "textDocument/definition"): return try definition(parameters)
    case (.running, "textDocument/references"): return try references(parameters)
    case (.running, "textDocument/prepareRename"): return try prepareRename(parameters)
    case (.running, "textDocument/rename"): return try rename(parameters)
    case (.running, "textDocument/completion"): return try completion(parameters)
    case (.running, "textDocument/hover"): return try hover(parameters)
    case (.running, _): throw .unknownMethod(method)
    }
  }

  private func initialize(_ parameters: JSON) -> JSON {
    phase = .running
    let client = parameters["capabilities"]
    // In the order in which the client prefers them.
    let encodings = client?["general"]?["positionEncodings"]?.array ?? []
    workspace.encoding =
      encodings.lazy.compactMap { $0.string.flatMap(PositionEncoding.init) }.first ?? .utf16
    watchesFiles = client?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    var folders = parameters["workspaceFolders"]?.folderPaths ?? []
    if folders.isEmpty, let root = parameters["rootUri"] { folders = JSON.array([["uri": root]]).folderPaths }
    workspace.changeFolders(removing: [], adding: folders)
    return [
      "capabilities": [
        "positionEncoding": .string(workspace.encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
        "definitionProvider": true, "referencesProvider": true,
        "renameProvider": ["prepareProvider": true],
        "completionProvider": ["triggerCharacters": [" ", "[", "{", "\""]], "hoverProvider": true,
        "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
      ], "serverInfo": ["name": "wgnapi-gen", "version": .string(generatorVersion)],
    ]
  }

  // MARK: Notifications

  private func notify(_ method: String, _ parameters: JSON) {
    if method == "exit" { exitStatus = statusAtEnd }
    guard phase == .running else { return }
    let document = parameters["textDocument"]
    let version = document?["version"]?.int
    switch (method, parameters.documentPath) {
    case ("initialized", _): if watchesFiles { watchFiles() }
    case ("textDocument/didOpen", let path?):
      guard let uri = document?["uri"]?.string, let text = document?["text"]?.string else { break }
      let lines = TextLines(text, workspace.encoding)
      workspace.open(path, Document(uri: uri, version: version, lines: lines))
      for project in workspace.projects { publishAgain(path, lines.bytes, for: project) }
    case ("textDocument/didChange", let path?):
      let changes = parameters["contentChanges"]?.array ?? []
      workspace.change(path, changes, version: version)
    case ("textDocument/didClose", let path?): workspace.close(path)
    case ("textDocument/didSave", _), ("workspace/didChangeWatchedFiles", _): workspace.reload()
    case ("workspace/didChangeWorkspaceFolders", _):
      let event = parameters["event"]
      workspace.changeFolders(
        removing: event?["removed"]?.folderPaths ?? [], adding: event?["added"]?.folderPaths ?? [])
    default: break
    }
    for project in workspace.formerProjects {
      for path in project.published.keys.sorted() { publish([], of: path, nil, nil, for: project) }
    }
    workspace.formerProjects = []
  }

  /// Asks the client to report files that others change.
  private func watchFiles() {
    let options: JSON = ["watchers": [["globPattern": "**/*.{yaml,yml,json,mustache}"]]]
    let registration: JSON = [
      "id": "wgnapi-gen/watch", "method": "workspace/didChangeWatchedFiles", "registerOptions": options,
    ]
    write([
      "jsonrpc": "2.0", "id": "wgnapi-gen/watch", "method": "client/registerCapability",
      "params": ["registrations": [registration]],
    ])
  }

  // MARK: Diagnostics

  /// Whether there is something to check, and nobody does.
  package var needsCheck: Bool {
    phase == .running && running == nil && workspace.projects.contains(where: \.needsCheck)
  }

  /// What has changed in a project since its last check. The result is to be passed to ``publish(_:)``.
  package func beginCheck() -> Check? {
    guard needsCheck, let project = nextProject else { return nil }
    lastChecked = project
    var check = project.nextCheck()
    (check.documents, check.encoding) = (workspace.documents, workspace.encoding)
    running = (check, project)
    return check
  }

  /// The projects take turns, so one that changes all the time doesn't keep others waiting.
  private var nextProject: SpecProject? {
    let projects = workspace.projects
    let next = (projects.firstIndex { $0 === lastChecked } ?? -1) + 1
    return (projects[next...] + projects[..<next]).first(where: \.needsCheck)
  }

  /// Publishes the diagnostics that differ from those before.
  package func publish(_ found: Check.Found) {
    guard let (check, project) = running, phase == .running else { return }
    running = nil
    guard workspace.projects.contains(where: { $0 === project }) else { return }
    project.keepIntact(check, found)
    let others = check.isWhole ? Array(project.published.keys) : []
    let texts = check.texts
    for path in Set(others + found.keys).sorted() {
      let (document, text) = (check.documents[path], texts[path])
      // A document that was opened since, with another text, is checked next. Versions begin anew when it is opened.
      if let text, let opened = workspace.documents[path], opened.lines.bytes != text,
        document.map({ $0.version ?? 0 > opened.version ?? 0 }) ?? true
      {
        continue
      }
      publish(found[path] ?? [], of: path, document, text, for: project)
    }
  }

  /// Publishes the known diagnostics of a document that was opened again, because some clients forget them when they close it.
  /// Not if the editor has another text than the one that was checked: the next check publishes those.
  private func publishAgain(_ path: String, _ text: [UInt8], for project: SpecProject) {
    guard let known = project.published[path] else { return }
    project.published[path]?.message = .null
    guard known.text ?? text == text, let found = known.message["diagnostics"]?.array else { return }
    publish(found, of: path, workspace.documents[path], known.text, for: project)
  }

  private func publish(
    _ found: [JSON], of path: String, _ document: Document?, _ text: [UInt8]?, for project: SpecProject
  ) {
    let before = project.published[path]
    // A file without any is of no interest, unless it had some.
    if found.isEmpty, document == nil, before == nil { return }
    let uri = document?.uri ?? before?.message["uri"]?.string ?? FileURI.uri(of: path)
    var message: JSONObject = ["uri": .string(uri), "diagnostics": .array(found)]
    if let version = document?.version { message["version"] = .integer(version) }
    if let before, before.message == .object(message) {
      project.published[path]?.text = text
      return
    }
    project.published[path] = found.isEmpty && document == nil ? nil : (.object(message), text)
    write(["jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": .object(message)])
  }
}
