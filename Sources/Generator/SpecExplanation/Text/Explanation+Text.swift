import Diagnostics

extension Explanation {
  /// The explanation for a terminal.
  package var text: String {
    var page = TextPage()
    if let endpoint { page.add(endpoint) }
    if let type { page.add(type, isAlone: true) }
    if let group { page.add(group) }
    if let module { page.add(module) }
    if let error { page.add(error) }
    if let value { page.add(value) }
    if let language { page.add(language) }
    if let meanings { page.add(meanings) }
    if let diagnostic {
      page.heading("\(diagnostic.id): \(diagnostic.title)")
      page.paragraph("\n" + diagnostic.text)
    }
    if !types.isEmpty {
      page.heading("TYPES")
      for type in types { page.add(type, isAlone: false) }
    }
    if let endpoint { page.addCalls(of: endpoint) }
    return page.text
  }
}

extension TextPage {
  // MARK: Endpoints

  fileprivate mutating func add(_ endpoint: EndpointFacts) {
    heading(endpoint.name + (endpoint.position.map { "  (\($0))" } ?? ""))
    if endpoint.isDeprecated { paragraph(Self.deprecation(endpoint.deprecation)) }
    paragraph(endpoint.summary)
    if let details = endpoint.details { paragraph("\n" + details) }
    heading("SWIFT")
    code("client." + Self.receiver(endpoint) + endpoint.signature)
    heading("HTTP")
    code("\(endpoint.methods.joined(separator: " or ")) \(endpoint.path)")
    if let id = endpoint.operationID { paragraph("operationId \(id)", indent: 2) }
    if !endpoint.siblings.isEmpty {
      paragraph("the same method and path: \(wordList(endpoint.siblings))", indent: 2)
    }
    if !endpoint.parameters.isEmpty {
      heading("PARAMETERS")
      rows(endpoint.parameters.map(row))
      for requirement in endpoint.requirements { paragraph(requirement, indent: 2) }
    }
    heading("RESPONSE")
    code(endpoint.response.type ?? "nothing")
    let more = [
      endpoint.response.envelope.map { "in the envelope \($0)" },
      endpoint.response.headers.map { "with the header fields \($0)" },
      endpoint.response.cases.isEmpty ? nil : "for \(endpoint.response.cases.joined(separator: ", "))",
    ].compactMap(\.self)
    if !more.isEmpty { paragraph(more.joined(separator: "; "), indent: 2) }
    addFailures(of: endpoint)
    heading("BEHAVIOUR")
    rows(endpoint.behaviour.map { (["-"], $0) })
  }

  /// The groups before the method: `repos.`.
  private static func receiver(_ endpoint: EndpointFacts) -> String {
    let parts = endpoint.call.split(separator: ".").dropFirst().dropLast()
    return parts.map { $0 + "." }.joined()
  }

  private mutating func addFailures(of endpoint: EndpointFacts) {
    heading("ERRORS")
    rows(
      endpoint.failures.map { failure in
        (["error.body as \(failure.type)"], failure.statuses.joined(separator: ", "))
      })
    let own = endpoint.errors.filter { !$0.isShared }
    rows(own.map(row))
    let shared = endpoint.errors.filter(\.isShared)
    if !shared.isEmpty {
      paragraph("Of every endpoint:", indent: 2)
      rows(shared.map(row))
    }
    if endpoint.failures.isEmpty, endpoint.errors.isEmpty {
      paragraph("APIError, without a body or code that the spec describes.", indent: 2)
    }
  }

  fileprivate mutating func addCalls(of endpoint: EndpointFacts) {
    if let swift = endpoint.swift {
      heading("EXAMPLE")
      code(swift)
    }
    if let example = endpoint.response.example {
      heading("EXAMPLE RESPONSE")
      code(example)
    }
    if let curl = endpoint.curl {
      heading("CURL")
      code(curl)
    }
  }

  private func row(_ error: ErrorFacts) -> (columns: [String], text: String) {
    let notes = [error.summary, error.isRetryable ? "May be repeated." : nil].compactMap(\.self)
    return (["\(error.code) \(error.message)", error.name], notes.joined(separator: " "))
  }

  // MARK: Values

  private func row(_ value: ValueFacts) -> (columns: [String], text: String) {
    let place = [value.place, value.wireName == value.name ? nil : value.wireName].compactMap(\.self)
    return ([value.name, value.type ?? "", place.joined(separator: " ")], Self.notes(on: value))
  }

  private func memberRow(_ value: ValueFacts) -> (columns: [String], text: String) {
    let wire = value.wireName == value.name ? nil : value.wireName
    return ([value.name, value.type ?? "", wire ?? ""], Self.notes(on: value))
  }

  private static func notes(on value: ValueFacts) -> String {
    var notes: [String] = []
    if value.isDeprecated { notes.append(deprecation(value.deprecation)) }
    notes += [value.summary, value.details].compactMap(\.self)
    notes += value.limits + [value.defaultValue, value.example].compactMap(\.self)
    if value.isSecret { notes.append("Secret.") }
    if value.hasSecrets { notes.append("Has secrets.") }
    return notes.joined(separator: " ")
  }

  private static func deprecation(_ text: String?) -> String {
    "Deprecated." + (text.map { " \($0)" } ?? "")
  }

  // MARK: Types

  fileprivate mutating func add(_ type: TypeFacts, isAlone: Bool) {
    let margin = isAlone ? 0 : 2
    if isAlone {
      heading("\(type.module).\(type.name)" + (type.position.map { "  (\($0))" } ?? ""))
    }
    code(type.declaration, indent: margin)
    if type.isDeprecated { paragraph(Self.deprecation(type.deprecation), indent: margin) }
    paragraph(type.summary, indent: margin + (isAlone ? 0 : 2))
    if isAlone, let details = type.details { paragraph("\n" + details) }
    if !type.limits.isEmpty {
      paragraph(type.limits.joined(separator: " "), indent: margin + (isAlone ? 0 : 2))
    }
    if isAlone, !type.members.isEmpty { heading("MEMBERS") }
    rows(type.members.map(memberRow), indent: isAlone ? 2 : 6)
    guard isAlone else { return }
    if !type.usedBy.isEmpty {
      heading("USED BY")
      rows(type.usedBy.map { ([$0.name], $0.isEndpoint ? "" : "type") })
    }
    if let example = type.example {
      heading("EXAMPLE")
      code(example)
    }
  }

  // MARK: Lists

  fileprivate mutating func add(_ meanings: [MeaningFacts]) {
    heading("This name means several things. Explain one by its full name:")
    rows(
      meanings.map { entry in
        (
          [entry.kind.words, entry.name],
          [entry.route, entry.summary].compactMap(\.self).joined(separator: ". ")
        )
      })
  }

  fileprivate mutating func add(_ group: GroupFacts) {
    heading(group.name)
    paragraph(group.summary)
    if let details = group.details { paragraph("\n" + details) }
    heading("ENDPOINTS")
    rows(group.endpoints.map { ([$0.name], $0.summary ?? "") })
  }

  fileprivate mutating func add(_ module: ModuleFacts) {
    heading(module.name)
    paragraph(module.summary)
    if let details = module.details { paragraph("\n" + details) }
    if !module.servers.isEmpty {
      heading("SERVERS")
      rows(module.servers.map { ([$0.name, $0.url], $0.summary ?? "") })
    }
    if !module.behaviour.isEmpty {
      heading("BEHAVIOUR")
      rows(module.behaviour.map { (["-"], $0) })
    }
    if !module.groups.isEmpty {
      heading("GROUPS")
      rows(module.groups.map { ([$0.name, counted($0.endpoints.count, "endpoint")], $0.summary ?? "") })
    }
    if !module.endpoints.isEmpty {
      heading("ENDPOINTS")
      rows(module.endpoints.map { ([$0.name], $0.summary ?? "") })
    }
    if !module.types.isEmpty {
      heading("TYPES")
      paragraph(module.types.joined(separator: " "), indent: 2)
    }
  }

  fileprivate mutating func add(_ explanation: ValueExplanation) {
    heading(explanation.name + (explanation.position.map { "  (\($0))" } ?? ""))
    paragraph(explanation.role)
    rows([row(explanation.value)])
    guard let example = explanation.example else { return }
    heading("EXAMPLE")
    code(example)
  }

  fileprivate mutating func add(_ language: LanguageExplanation) {
    heading("\(language.name), of the spec language")
    var facts: [(columns: [String], text: String)] = [(["JSON"], language.json)]
    if let swift = language.swift { facts.append((["Swift"], "`\(swift)`")) }
    rows(facts)
    if let details = language.details { paragraph("\n" + details) }
  }

  fileprivate mutating func add(_ explanation: ErrorExplanation) {
    let error = explanation.error
    heading(error.name)
    rows([(["code \(error.code)", error.message], error.summary ?? "")])
    if error.isRetryable { paragraph("May be repeated.", indent: 2) }
    heading("USED BY")
    if error.isShared { paragraph("Every endpoint that reports errors.", indent: 2) }
    rows(explanation.endpoints.map { ([$0.name], $0.summary ?? "") })
  }
}

extension Explanation.Kind {
  fileprivate var words: String { self == .error ? "error code" : rawValue }
}
