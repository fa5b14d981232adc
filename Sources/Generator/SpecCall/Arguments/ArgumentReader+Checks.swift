import APIModel
import CallComposing
import Diagnostics
import MockServer
import SchemaValues

extension ArgumentReader {
  /// Checks all arguments by the spec.
  mutating func check(_ places: ArgumentPlaces) {
    let closedModule = module.closingRequests()
    let closed = ValueChecker(SchemaIndex(closedModule))
    let closedEndpoint = closedModule.endpoints.first {
      $0.name == endpoint.name && $0.group == endpoint.group
    }
    // A mistyped name is reported once.
    let hasMistakes = problems.contains { !$0.isWarning }
    for (position, parameter) in endpoint.parameters.enumerated() {
      check(
        parameter, arguments.parameters[position], isSecret: places.isSecret(parameter), closed,
        closedEndpoint?.parameters[position].schema)
    }
    for (position, parameter) in places.clientParameters {
      check(
        parameter, arguments.client[position], isSecret: places.isSecret(parameter), closed,
        closedModule.clientParameters[position].schema)
    }
    checkRequirements()
    checkFields()
    if endpoint.takesToken, arguments.token == nil, !allowsMissingSecrets {
      add(
        CallProblem(
          "the token is missing; set the environment variable \(environment.tokenVariable)",
          at: endpoint.name.span))
    }
    let body = endpoint.body(arguments.alternative)
    if !(isBodyBroken || hasMistakes && body != nil && arguments.body == nil) {
      checkBody(closed, closedEndpoint?.body(arguments.alternative))
    }
  }

  private mutating func check(
    _ parameter: Parameter, _ value: Literal?, isSecret: Bool, _ closed: ValueChecker, _ closedSchema: Schema?
  ) {
    let name = parameter.argumentName
    guard let value else {
      let isNeeded =
        parameter.isRequired && (parameter.schema.defaultValue == nil || parameter.location == .path)
      guard isNeeded, !(isSecret && allowsMissingSecrets) else { return }
      // Another problem says why there is no value.
      if problems.contains(where: { !$0.isWarning && $0.message.hasPrefix("'\(name)'") }) { return }
      let hint = isSecret ? "; set the environment variable \(environment.variable(of: parameter))" : ""
      return add(CallProblem("'\(name)' is missing\(hint)", at: parameter.name.span))
    }
    checkValue(value, parameter.schema, named: name, isSecret: isSecret, closed, closedSchema)
    checkText(parameter, value, name, isSecret: isSecret)
  }

  /// Reports what the schema says against a value.
  ///
  /// - Parameter isKnown: Whether it is said elsewhere that no alternative describes the whole value.
  mutating func checkValue(
    _ value: Literal, _ schema: Schema, named name: String, isSecret: Bool = false, _ closed: ValueChecker,
    _ closedSchema: Schema?, isKnown: Bool = false
  ) {
    let masked = mask.masked(value, schema)
    func text(_ violation: ValueViolation) -> String {
      let place = violation.path.isEmpty ? "" : " at \(violation.path.pointer)"
      let hides = isSecret || SecretMask.hides(violation.path, of: value, masked: masked)
      let message = hides ? "the secret value breaks it" : violation.message
      return "'\(name)'\(place): \(message) [\(violation.keyword)]"
    }
    guard let found = checker.violations(ofExample: value, by: schema) else {
      return add(CallProblem("'\(name)' takes too much work to check", at: schema.span))
    }
    for violation in found {
      var problem = CallProblem(text(violation), at: violation.span ?? schema.span)
      if violation.keyword == "properties", let unknown = violation.path.last, case .key(let key) = unknown {
        let known = checker.keys(at: violation.path.dropLast(), of: value, by: schema)
        problem.message += closestMatch(to: key, in: known).map { "; did you mean '\($0)'?" } ?? ""
      }
      if violation.keyword == "required", name == "body", let variable = variable(ofMissing: violation) {
        problem.message += "; set the environment variable \(variable)"
      }
      add(problem)
    }
    guard found.isEmpty, let closedSchema else { return }
    for violation in closed.violations(of: value, by: closedSchema) ?? [] {
      let isUnion = ["oneOf", "anyOf"].contains(violation.keyword)
      if isUnion, isKnown, violation.path.isEmpty { continue }
      var problem = CallProblem(text(violation), isWarning: true, at: violation.span ?? schema.span)
      if isUnion {
        let place = violation.path.isEmpty ? "" : " at \(violation.path.pointer)"
        problem.message = "'\(name)'\(place): matches no known alternative [\(violation.keyword)]"
      }
      problem.message += "; the spec allows values that it doesn't list, so it is sent"
      if case .string(let word)? = value.part(at: violation.path), !isSecret {
        let listed = listedValues(schema)
        problem.message += closestMatch(to: word, in: listed).map { "; did you mean '\($0)'?" } ?? ""
      }
      add(problem)
    }
  }

  /// The environment variable of a secret in the body that is missing; nil if it is no secret.
  private func variable(ofMissing violation: ValueViolation) -> String? {
    let places = places
    let keys = violation.path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    guard keys.count == violation.path.count, let schema = places.schema(at: keys) else { return nil }
    let missing = places.objects(of: schema).lazy.compactMap { index.flattenedObject($0) }
      .flatMap(\.properties).first { $0.name.span == violation.span }
    return missing.flatMap { mask.isSecret($0.schema) ? environment.variable(ofBody: [$0.name.text]) : nil }
  }

  private func listedValues(_ schema: Schema) -> [String] {
    let resolved = index.resolved(schema).schema
    let element = resolved[.items].map { index.resolved($0).schema }
    return [resolved, element].compactMap { $0?.enumeration }.flatMap { $0.cases.map(\.value.text) }
  }

  /// What a value can't be as text, whatever its schema says.
  private mutating func checkText(_ parameter: Parameter, _ value: Literal, _ name: String, isSecret: Bool) {
    let span = parameter.name.span
    if parameter.style == nil, !parameter.keepsReserved, case .array(let items) = value,
      case .separated(let separator) = parameter.listStyle,
      items.contains(where: { $0.text.contains(separator) })
    {
      add(CallProblem("'\(name)': an element contains the list's separator '\(separator)'", at: span))
    }
    let texts = StyledText(parameter: parameter, value: value)
    switch parameter.location {
    case .header:
      if texts.texts.contains(where: { !HeaderText.isValid($0) }) {
        add(
          CallProblem(
            "'\(name)': a header field can't contain line breaks or control characters, or begin or end with white space",
            at: span))
      }
    case .path:
      let path = texts.texts.joined()
      if path.isEmpty, parameter.mayBeEmpty { return }
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      if segments.contains(where: { ["", ".", ".."].contains($0.prefix { $0 != ";" }) && $0.first != ";" }) {
        add(CallProblem("'\(name)': a value in the path can't be empty, '.' or '..'", at: span))
      }
    case .url:
      if let problem = CallURL.problem(ofWhole: value.text) {
        add(CallProblem("'\(name)': \(isSecret ? "isn't a URL that can be called" : problem)", at: span))
      }
    case .query, .form, .cookie: break
    }
  }

  private mutating func checkRequirements() {
    for requirement in endpoint.requirements {
      let names = requirement.parameters.map(\.text)
      let given = endpoint.parameters.enumerated().filter { position, parameter in
        names.contains(parameter.name.text) && arguments.parameters[position] != nil
      }
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      if given.isEmpty {
        add(CallProblem("one of \(list) is needed", at: requirement.parameters.first?.span))
      } else if given.count > 1, requirement.kind == .exactlyOne {
        add(CallProblem("only one of \(list) is allowed", at: requirement.parameters.first?.span))
      }
    }
  }

  private mutating func checkFields() {
    guard let partial = endpoint.policies.partial, let most = partial.maximum else { return }
    for (name, texts) in arguments.fields where texts.count > most {
      add(CallProblem("'\(name)': \(texts.count) elements, at most \(most) expected", at: endpoint.name.span))
    }
  }
}
