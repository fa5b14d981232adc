import APIModel
import CallComposing
import Diagnostics
import MockServer
import SchemaValues

/// Reads the arguments of a call, and checks them by the spec before anything is sent.
struct ArgumentReader {
  let module: Module
  let endpoint: Endpoint
  let environment: CallEnvironment
  /// Reads a file, or the standard input for `-`.
  let readFile: (String) throws(CallRefusal) -> CallFile
  /// Whether secrets may be missing, because only their variables are shown.
  let allowsMissingSecrets: Bool
  let index: SchemaIndex
  let checker: ValueChecker
  let typed: TypedText
  var mask: SecretMask { SecretMask(index: index) }

  private(set) var arguments = CallArguments()
  /// The parts of the body that came from variables as a whole, with secrets and anything else in them.
  private(set) var wholes: [[String]: String] = [:]
  private(set) var problems: [CallProblem] = []
  /// Whether a part of the body was refused, so that it isn't missing.
  private(set) var isBodyBroken = false

  init(
    _ target: CallableEndpoints.Target, environment: CallEnvironment, _ index: SchemaIndex,
    allowsMissingSecrets: Bool,
    readFile: @escaping (String) throws(CallRefusal) -> CallFile
  ) {
    module = target.module
    endpoint = target.endpoint
    self.environment = environment
    self.allowsMissingSecrets = allowsMissingSecrets
    self.readFile = readFile
    self.index = index
    checker = ValueChecker(index)
    typed = TypedText(checker, known: ValueChecker(SchemaIndex(target.module.closingUnions())))
  }

  /// Reads the arguments.
  ///
  /// - Parameters:
  ///   - texts: `name=value`, `name:=JSON` and `name=@file`.
  ///   - body: JSON or text, `@file`, or `-`.
  ///   - type: the media type of one of several bodies.
  mutating func read(_ texts: [String], body: String?, type: String?) {
    collecting { reader throws(CallRefusal) in
      reader.arguments.alternative = try reader.alternative(type)
    }
    var places = places
    var given: [(place: ArgumentPlaces.Place, name: String, contents: [RawArgument.Content])] = []
    for text in texts {
      collecting { _ throws(CallRefusal) in
        let raw = try RawArgument(text)
        let place = try places.place(of: raw.name)
        if let known = given.firstIndex(where: { $0.place == place }) {
          given[known].contents.append(raw.content)
        } else {
          given.append((place, raw.name, [raw.content]))
        }
      }
    }
    for case (.body(let path), _, let contents) in given {
      places.given[path] = contents.compactMap(\.scalarText)
    }
    let before = problems.count
    readBody(body)
    isBodyBroken = problems.count > before
    for (place, name, contents) in given {
      let before = problems.count
      collecting(name) { reader throws(CallRefusal) in try reader.set(place, name, contents, places) }
      if case .body = place, problems.count > before { isBodyBroken = true }
    }
    readEnvironment()
    // What a refused part has isn't missing.
    if !isBodyBroken { foldTuples() }
    addConstants()
    check(places)
  }

  /// Runs a step, and keeps its mistakes.
  mutating func collecting(
    _ name: String? = nil, _ step: (inout ArgumentReader) throws(CallRefusal) -> Void
  ) {
    do throws(CallRefusal) {
      try step(&self)
    } catch {
      problems += error.problems.map { problem in
        var problem = problem
        // Messages about a value begin with its name.
        let colon = problem.message.hasPrefix("the ") ? ":" : ""
        if let name, !problem.message.hasPrefix("'") {
          problem.message = "'\(name)'\(colon) \(problem.message)"
        }
        return problem
      }
    }
  }

  private func alternative(_ type: String?) throws(CallRefusal) -> Int {
    guard case .alternatives(let alternatives) = endpoint.body else {
      if let type { throw CallRefusal("--body-type \(type): \(endpoint.operation) has no choice of bodies") }
      return 0
    }
    guard let type else { return 0 }
    if let found = alternatives.firstIndex(where: { $0.mediaType.text.lowercased() == type.lowercased() }) {
      return found
    }
    let list = alternatives.map { "'\($0.mediaType.text)'" }.joined(separator: ", ")
    throw CallRefusal(
      "--body-type '\(type)' isn't one of the bodies: \(list)", at: alternatives.first?.mediaType.span)
  }

  // MARK: Values

  private mutating func set(
    _ place: ArgumentPlaces.Place, _ name: String, _ contents: [RawArgument.Content], _ places: ArgumentPlaces
  ) throws(CallRefusal) {
    switch place {
    case .parameter(let position):
      let parameter = endpoint.parameters[position]
      try refuseSecret(places.isSecret(parameter), contents, environment.variable(of: parameter))
      arguments.parameters[position] = try value(
        contents, parameter.schema, separator: parameter.separator, isSecret: places.isSecret(parameter))
    case .client(let position):
      let parameter = module.clientParameters[position]
      try refuseSecret(places.isSecret(parameter), contents, environment.variable(of: parameter))
      arguments.client[position] = try value(
        contents, parameter.schema, separator: parameter.separator, isSecret: places.isSecret(parameter))
    case .fields(let name):
      let separator = endpoint.policies.partial?.separator ?? ","
      let texts = try contents.flatMapTexts(self)
      arguments.fields.append((name, texts.flatMap { $0.split(separator: separator).map(String.init) }))
    case .part(let position): try setPart(position, contents)
    case .body(let path):
      guard let schema = places.schema(at: path) else { return }
      setProperty(path, try openValue(contents, schema, at: path))
    }
  }

  /// A value in the body, without secrets that come from the command line. One in an object may come from the environment.
  private func openValue(
    _ contents: [RawArgument.Content], _ schema: Schema, at path: [String]
  ) throws(CallRefusal) -> Literal {
    try refuseSecret(mask.isSecret(schema), contents, environment.variable(ofBody: path))
    let value = try value(contents, schema)
    if contents.contains(where: { if case .file = $0 { false } else { true } }) {
      let remedy = "pass a file with @"
      if let refusal = secretRefusal(value, schema, at: path, remedy) { throw refusal }
    }
    return value
  }

  /// Why a value can't be an argument, if it has a secret.
  ///
  /// - Parameters:
  ///   - path: its place in the body.
  ///   - remedy: how it can be passed with its secrets.
  func secretRefusal(
    _ value: Literal, _ schema: Schema, at path: [String], _ remedy: String
  ) -> CallRefusal? {
    var variables: [String] = []
    var isFound = false
    let mask = SecretMask(index: index) { secret in
      isFound = true
      let variable = environment.variable(ofBody: secret.path.suffix(1))
      let isRead = !secret.path.isEmpty && places.schema(at: secret.path) != nil
      if isRead, !variables.contains(variable) { variables.append(variable) }
      return .null
    }
    _ = mask.masked(value, schema, at: path)
    guard isFound else { return nil }
    let others =
      variables.isEmpty
      ? "" : ", or leave it out, and set \(wordList(variables)) in the environment"
    return CallRefusal(
      "has a secret, which others could read among the arguments; \(remedy)\(others)")
  }

  /// A secret on the command line would be in the shell's history and in lists of processes.
  private func refuseSecret(
    _ isSecret: Bool, _ contents: [RawArgument.Content], _ variable: String
  ) throws(CallRefusal) {
    guard isSecret else { return }
    for content in contents {
      if case .file = content { continue }
      throw CallRefusal(
        "is a secret, which others could read among the arguments; set the environment variable "
          + "\(variable), or pass a file with @")
    }
  }

  func value(
    _ contents: [RawArgument.Content], _ schema: Schema, separator: String = ",", isSecret: Bool = false
  ) throws(CallRefusal) -> Literal {
    if contents.count == 1, case .json(let text)? = contents.first {
      return checker.canonical(
        try typed.json(Array(text.utf8), isSecret: isSecret || index.containsSecret(schema)), schema)
    }
    return try typed.value(
      try contents.flatMapTexts(self), schema, separator: separator,
      isSecret: isSecret || index.containsSecret(schema))
  }

  private mutating func setPart(_ position: Int, _ contents: [RawArgument.Content]) throws(CallRefusal) {
    guard case .multipart(let parts) = endpoint.body(arguments.alternative) else { return }
    switch parts[position].content {
    case .value(let schema):
      arguments.parts[position] = .value(
        try openValue(contents, schema, at: [parts[position].name.text]))
    case .file(_, let isList):
      var files: [CallFile] = []
      for content in contents {
        guard case .file(let path) = content else {
          throw CallRefusal("is a file; write \(parts[position].name.text)=@path")
        }
        files.append(try readFile(path))
      }
      guard isList || files.count == 1 else { throw CallRefusal("takes only one file") }
      arguments.parts[position] = .files(files)
    }
  }

  /// The places that arguments may have, with the body that was chosen.
  var places: ArgumentPlaces {
    ArgumentPlaces(module, endpoint, body: endpoint.body(arguments.alternative), index)
  }

  mutating func noteWhole(_ path: [String], _ variable: String) { wholes[path] = variable }

  mutating func setClientParameter(_ position: Int, _ value: Literal?) { arguments.client[position] = value }

  mutating func setCredentials(token: String?, _ credentials: [String: String]) {
    (arguments.token, arguments.credentials) = (token, credentials)
  }

  /// Adds a problem.
  mutating func add(_ problem: CallProblem) { problems.append(problem) }

  mutating func setParameter(_ position: Int, _ value: Literal?) { arguments.parameters[position] = value }

  mutating func setPart(_ position: Int, _ content: CallArguments.Content) {
    arguments.parts[position] = content
  }

  mutating func setBody(_ content: CallArguments.Content?) { arguments.body = content }
}

extension Parameter {
  /// The text between the elements of a list, on the command line as on the wire.
  var separator: String {
    if style == nil, case .separated(let separator) = listStyle { separator } else { "," }
  }
}

extension [RawArgument.Content] {
  /// The texts of an argument, including those that are read from files.
  func flatMapTexts(_ reader: ArgumentReader) throws(CallRefusal) -> [String] {
    var texts: [String] = []
    for content in self {
      switch content {
      case .text(let text): texts.append(text)
      case .json(let text): texts.append(try reader.typed.json([UInt8](text.utf8), isSecret: false).text)
      case .file(let path):
        let text = String(decoding: try reader.readFile(path).bytes, as: UTF8.self)
        texts.append(text.hasSuffix("\n") ? String(text.dropLast()) : text)
      }
    }
    return texts
  }
}
