import APIModel
import CallComposing
import SchemaValues

/// A call whose secrets are replaced by texts that stand for environment variables, for commands that are shown.
struct SecretPlaces {
  /// The variables, by the numbers of the texts.
  private(set) var variables: [String] = []
  private(set) var arguments: CallArguments
  /// The values of `Authorization` that are a user and a password, with the two variables.
  private(set) var logins: [String: [String]] = [:]

  private static let beginning = "WGNAPISECRET"
  private static let end = "END"

  init(
    _ arguments: CallArguments, _ endpoint: Endpoint, _ module: Module, _ environment: CallEnvironment,
    uses: [CredentialDefinition], _ index: SchemaIndex, wholes: [[String]: String] = [:]
  ) {
    self.arguments = arguments
    func isSecret(_ parameter: Parameter) -> Bool {
      parameter.isSecret || index.containsSecret(parameter.schema)
    }
    for (position, parameter) in endpoint.parameters.enumerated()
    where isSecret(parameter) && (parameter.isRequired || arguments.parameters[position] != nil) {
      self.arguments.parameters[position] = .string(text(environment.variable(of: parameter)))
    }
    for (position, parameter) in module.clientParameters.enumerated()
    where isSecret(parameter) && (parameter.isRequired || arguments.client[position] != nil) {
      self.arguments.client[position] = .string(text(environment.variable(of: parameter)))
    }
    if arguments.token != nil || endpoint.policies.authentication.map(Self.takesToken) == true {
      self.arguments.token = text(environment.tokenVariable)
    }
    for credential in uses {
      let variables = environment.variables(credential)
      let place = text(variables[0])
      self.arguments.credentials[credential.name.text] = place
      if case .basic = credential.scheme { logins["Basic \(base64(place))"] = variables }
    }
    if case .value(var body)? = arguments.body {
      // JSON that a variable has as a whole stays what it is.
      for (path, variable) in wholes.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        body = body.setting(path[...], to: .string(Self.jsonMark + text(variable)))
      }
      self.arguments.body = .value(body)
    }
    replaceInBody(endpoint.body, environment, index)
  }

  /// What precedes a variable that is JSON, and not a text in JSON.
  private static let jsonMark = "WGNAPIJSON"

  /// A body without the quotes around variables that are JSON.
  func withoutQuotes(_ body: String) -> String {
    var result = body
    for number in variables.indices {
      let text = Self.text(number)
      result = result.replacing("\"\(Self.jsonMark)\(text)\"", with: text)
    }
    return result
  }

  private static func takesToken(_ authentication: Policies.Authentication) -> Bool {
    if case .bearer = authentication { true } else { false }
  }

  private mutating func replaceInBody(
    _ body: Endpoint.Body?, _ environment: CallEnvironment, _ index: SchemaIndex
  ) {
    var body = body
    if case .alternatives(let all) = body {
      body = all.indices.contains(arguments.alternative) ? all[arguments.alternative].body : nil
    }
    var found: [String] = []
    var count = variables.count
    let mask = SecretMask(index: index) { secret in
      let own = environment.variable(ofBody: secret.path.suffix(1))
      let whole = environment.variable(ofBody: secret.path)
      found.append(environment[own] == nil && environment[whole] != nil ? whole : own)
      count += 1
      // What isn't a text is JSON in the variable, too.
      let mark = if case .string = secret.value { "" } else { Self.jsonMark }
      return .string(mark + Self.text(count - 1))
    }
    if case .value(let value)? = arguments.body, let schema = body?.schemas.first {
      arguments.body = .value(mask.masked(value, schema))
    }
    if case .multipart(let parts) = body {
      for (position, part) in parts.enumerated() {
        guard case .value(let schema) = part.content, case .value(let value)? = arguments.parts[position]
        else {
          continue
        }
        arguments.parts[position] = .value(mask.masked(value, schema, at: [part.name.text]))
      }
    }
    variables += found
  }

  private mutating func text(_ variable: String) -> String {
    variables.append(variable)
    return Self.text(variables.count - 1)
  }

  /// Letters and digits only, which no encoding changes.
  private static func text(_ number: Int) -> String { "\(beginning)\(number)\(end)" }

  /// The parts of a text: plain ones, and variables.
  func parts(of text: String) -> [(text: String, isVariable: Bool)] {
    var parts: [(String, Bool)] = []
    var rest = text[...]
    while let start = rest.firstRange(of: Self.beginning) {
      let digits = rest[start.upperBound...].prefix { $0.isNumber }
      let after = rest[digits.endIndex...]
      guard let number = Int(digits), variables.indices.contains(number), after.hasPrefix(Self.end) else {
        parts.append((String(rest[..<start.upperBound]), false))
        rest = rest[start.upperBound...]
        continue
      }
      var before = rest[..<start.lowerBound]
      if before.hasSuffix(Self.jsonMark) { before = before.dropLast(Self.jsonMark.count) }
      if !before.isEmpty { parts.append((String(before), false)) }
      parts.append((variables[number], true))
      rest = after.dropFirst(Self.end.count)
    }
    if !rest.isEmpty { parts.append((String(rest), false)) }
    return parts
  }

  /// The variable that a text stands for; nil if it is something else.
  func variable(_ text: String) -> String? {
    let parts = parts(of: text)
    guard parts.count == 1, let only = parts.first, only.isVariable else { return nil }
    return only.text
  }
}
