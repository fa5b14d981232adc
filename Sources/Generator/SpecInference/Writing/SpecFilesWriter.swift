import Diagnostics
import Foundation
import GeneratorKit

/// Writes the files of a module.
package struct SpecFilesWriter {
  package let model: SpecModel
  private let guesses: GuessWriter

  package init(_ model: SpecModel) {
    self.model = model
    guesses = GuessWriter(groups: model.groups)
  }

  /// The files, below the module's folder.
  package func files(exchanges: Int) -> [ConvertedFile] {
    var files: [ConvertedFile] = []
    var sections: [String: [(String, SpecValue?)]] = [:]
    let order = order
    sections["module"] = [("module", module)]
    if let envelope = model.envelope {
      let value = SpecValue.map([(envelope.name, self.envelope(envelope))])
      sections["envelope", default: []].append(("envelopes", value))
    }
    if !model.errors.isEmpty {
      let file = model.envelope == nil ? "common" : "envelope"
      sections[file, default: []].append(("errors", errors(model.errors)))
    }
    if !model.clientParameters.isEmpty {
      let parameters = model.clientParameters.map {
        ($0.isRequired ? $0.name : "\($0.name)?", Optional(guesses.value($0, asEntries: true)))
      }
      sections["common", default: []].append(("parameters", .map(parameters)))
    }
    for name in order {
      let endpoints = model.endpoints.filter { $0.file == name }
      if !endpoints.isEmpty {
        sections[name, default: []].append(("endpoints", .map(endpoints.map { entry($0) })))
      }
      let schemas = self.schemas(of: name)
      if !schemas.isEmpty { sections[name, default: []].append(("schemas", .map(schemas))) }
    }
    for name in order {
      guard let entries = sections[name] else { continue }
      var text = "wgnapi: 1\n"
      for (key, value) in entries { text += section(key, value?.entries ?? []) }
      if name == "module" {
        text = "# Inferred from \(counted(exchanges, "exchange")). What is uncertain has a comment.\n" + text
      }
      files.append(ConvertedFile(path: "\(name).yaml", text: text))
    }
    return files
  }

  /// The names of the files.
  private var order: [String] {
    var order: [String] = ["module", "envelope", "common"]
    for endpoint in model.endpoints where !order.contains(endpoint.file) { order.append(endpoint.file) }
    return order
  }

  /// The number of schemas that the files name.
  package var schemas: Int { order.reduce(0) { $0 + schemas(of: $1).count } }

  /// A part of a file, with blank lines as people write them.
  private func section(_ key: String, _ entries: [SpecValue.Entry]) -> String {
    if key == "module" { return "\(key):\n" + SpecPrinter.print(entries, depth: 1) }
    var text = "\n\(key):\n"
    var wasLong = false
    for (place, entry) in entries.enumerated() {
      let own = Self.block(entry, in: key)
      let isLong = own.utf8.count { $0 == UInt8(ascii: "\n") } > 1
      if place > 0, isLong || wasLong { text += "\n" }
      text += own
      wasLong = isLong
    }
    return text
  }

  /// An entry of a section, indented by two spaces.
  package static func block(_ entry: SpecValue.Entry, in section: String) -> String {
    let own = SpecPrinter.print([entry], depth: 1)
    guard section == "endpoints" else { return own }
    let comment = entry.comment.map { "  # \($0)\n" } ?? ""
    let head = own.split(separator: "\n").first { !$0.hasPrefix("  #") } ?? ""
    let name = entry.key.contains(":") ? head : "  \(entry.key):"
    return comment + name + "\n" + SpecPrinter.print(entry.value.entries, depth: 2)
  }

  // MARK: Schemas

  private func file(of group: SchemaGroup) -> String {
    let files = group.files.subtracting(["module"])
    return files.count == 1 && group.files.count == 1 ? files.first ?? "common" : "common"
  }

  private func schemas(of file: String) -> [SpecValue.Entry] {
    var entries: [SpecValue.Entry] = []
    if file == "common" {
      for name in model.newtypes.keys.sorted() {
        let base = SpecValue.text(model.newtypes[name] ?? "string")
        entries.append(.init(key: name, value: .map([("type", base), ("newtype", .plain("true"))])))
      }
    }
    for (key, group) in model.groups.sorted(by: { $0.value.order < $1.value.order }) {
      guard self.file(of: group) == file, let entry = schemaEntry(key, group) else { continue }
      entries.append(entry)
    }
    return entries
  }

  /// The schema of a group; nil if it is written where it is used.
  package func schemaEntry(_ key: String, _ group: SchemaGroup) -> SpecValue.Entry? {
    guard !guesses.isInline(key) else { return nil }
    let comments = [
      group.members.count == 1 ? "one sample" : nil,
      group.hasOtherKeys ? "without keys that can't be properties" : nil,
    ].compactMap(\.self)
    return .init(
      key: group.name, value: guesses.schema(group),
      comment: comments.isEmpty ? nil : comments.joined(separator: "; "))
  }

  // MARK: The module

  private var module: SpecValue {
    var entries = SpecValue.map([
      (
        "basePath",
        model.basePath.isEmpty
          ? nil : .text(model.basePath.map(EndpointNames.escaped).joined(separator: "/") + "/")
      ),
      ("servers", .map(model.servers.map { ($0.name, Optional(SpecValue.text($0.url))) })),
      (
        "credentials",
        model.credentials.isEmpty ? nil : .map(model.credentials.map { ($0.name, Optional(credential($0))) })
      ),
      ("authentication", model.authentication.map { .text($0) }),
      ("parameters", model.clientParameters.isEmpty ? nil : .texts(model.clientParameters.map(\.name))),
      ("envelope", model.envelope.map { .text($0.name) }),
      ("failures", failures),
    ]).entries
    if model.serverIsUnknown, let place = entries.firstIndex(where: { $0.key == "servers" }) {
      entries[place].comment = "the server isn't known"
    }
    if !model.cookies.isEmpty, let place = entries.firstIndex(where: { $0.key == "credentials" }) {
      entries[place].comment =
        "requests also had a session in the cookie \(model.cookies.joined(separator: ", "))"
    }
    if !model.foreignFailures.isEmpty, let place = entries.firstIndex(where: { $0.key == "failures" }) {
      let statuses = model.foreignFailures.map(String.init).joined(separator: ", ")
      entries[place].comment = "without the bodies of \(statuses), which have another form"
    }
    return .map(entries)
  }

  private func credential(_ credential: SpecModel.Credential) -> SpecValue {
    .map([
      ("scheme", .text(credential.scheme)),
      (credential.place?.key ?? "", credential.place.map { .text($0.name) }),
      ("prefix", credential.prefix.map { .text($0) }),
    ])
  }

  private var failures: SpecValue? {
    guard let (guess, form) = model.failure else { return nil }
    guard let form else { return .map([("default", guesses.value(guess))]) }
    return .map([
      (
        "default",
        .map([
          ("schema", guesses.value(guess)), ("code", form.code.map { .text($0) }),
          ("message", form.message.map { .text($0) }),
          ("field", form.field.map { .text($0) }),
        ])
      )
    ])
  }

  private func envelope(_ envelope: EnvelopeGuess) -> SpecValue {
    var properties = guesses.properties(
      model.envelopeProperties.map { property in
        // The flag tells failures only if its values are known.
        guard let flag = envelope.failure?.flag, flag.name == property.name, !flag.value.isEmpty,
          envelope.failure?.isBoolean == false
        else { return property }
        var property = property
        let values = envelope.members.shape(of: flag.name)?.texts?.values.keys.sorted().reversed() ?? []
        if !values.isEmpty { property.guess.kind = .enumeration(Array(values)) }
        property.guess.comment = nil
        return property
      }
    ).entries
    if let payload = envelope.payload {
      properties.append(.init(key: "\(payload)?", value: .text("payload")))
    }
    var entries: [SpecValue.Entry] = [.init(key: "properties", value: .map(properties))]
    if envelope.payload == nil { entries.append(.init(key: "payload", value: .text("rest"))) }
    if let failure = envelope.failure, let flag = failure.flag {
      let when =
        flag.value.isEmpty
        ? SpecValue.text(flag.name)
        : .map([(flag.name, failure.isBoolean ? .plain("false") : .text(flag.value))])
      let value = SpecValue.map([
        ("when", when), ("code", failure.code.map { .text($0) }),
        ("message", failure.message.map { .text($0) }),
        ("field", failure.field.map { .text($0) }), ("value", failure.value.map { .text($0) }),
      ])
      entries.append(.init(key: "failure", value: value))
    }
    return .map(entries)
  }

  private func errors(_ errors: [ErrorGuess]) -> SpecValue {
    .map(
      errors.map { error -> (String, SpecValue?) in
        if let name = error.name { return (error.code, .map([("*", .text(name))])) }
        switch error.messages.count {
        case 0: return (error.code, .plain("null"))
        case 1: return (error.code, .text(error.messages[0]))
        default: return (error.code, .texts(error.messages))
        }
      })
  }

  // MARK: Endpoints

  package func entry(_ endpoint: EndpointGuess) -> SpecValue.Entry {
    var entries: [SpecValue.Entry] = [.init(key: endpoint.method.lowercased(), value: .text(endpoint.path))]
    let parameters = endpoint.parameters.filter { own in
      !model.clientParameters.contains {
        $0.location == own.location && ($0.wireName ?? $0.name) == (own.wireName ?? own.name)
      }
    }
    if !parameters.isEmpty {
      let isForm = endpoint.body == nil && ["POST", "PUT", "PATCH"].contains(endpoint.method)
      entries.append(
        .init(
          key: "parameters",
          value: .map(
            parameters.map { guesses.entry($0, isForm: isForm) })))
    }
    if !endpoint.parts.isEmpty {
      let parts = endpoint.parts.map { part in
        let value = part.fileType.map { .map([("file", .text($0))]) } ?? guesses.value(part.guess)
        return SpecValue.Entry(key: part.isRequired ? part.name : "\(part.name)?", value: value)
      }
      entries.append(.init(key: "body", value: .map([("multipart", .map(parts))])))
    } else if let body = endpoint.body {
      entries.append(.init(key: "body", value: self.body(body), comment: body.guess.comment))
    }
    entries.append(answers(endpoint))
    if !endpoint.failures.isEmpty {
      let failures = endpoint.failures.map { failure -> (String, SpecValue?) in
        switch failure.body {
        case .json(let guess): ("\(failure.status)", guesses.value(guess))
        case .text: ("\(failure.status)", .text("text"))
        case .none: ("\(failure.status)", .text("empty"))
        }
      }
      entries.append(.init(key: "failures", value: .map(failures)))
    }
    if model.envelope != nil, !endpoint.hasEnvelope {
      entries.append(.init(key: "envelope", value: .text("none")))
    }
    switch endpoint.authentication {
    case SpecAuthentication.none?: entries.append(.init(key: "authentication", value: .text("none")))
    case .required(let names)?:
      let value: SpecValue = names.count == 1 ? .text(names[0]) : .texts(names)
      entries.append(.init(key: "authentication", value: value))
    case .optional(let name)?:
      entries.append(.init(key: "authentication", value: .map([("anyOf", .texts([name, "none"]))])))
    case nil: break
    }
    if !endpoint.pagination.isEmpty {
      let value = SpecValue.map(endpoint.pagination.map { ($0.key, Optional(SpecValue.text($0.value))) })
      entries.append(.init(key: "pagination", value: value, comment: "a guess by names"))
    }
    if !endpoint.errors.isEmpty, endpoint.hasEnvelope || model.failure?.form?.code != nil {
      entries.append(.init(key: "errors", value: errors(endpoint.errors)))
    }
    return .init(
      key: endpoint.name, value: .map(entries), comment: comment(on: endpoint))
  }

  private func comment(on endpoint: EndpointGuess) -> String? {
    let parts = [
      endpoint.samples == 1 ? "one request" : nil,
      endpoint.lacksBody ? "its requests have a body, which a GET can't have here" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func body(_ body: (guess: Guess, kind: String, isOptional: Bool)) -> SpecValue {
    switch body.kind {
    case "json":
      let value = guesses.value(body.guess)
      return body.isOptional ? .map([("json", value), ("optional", .plain("true"))]) : value
    case "multipart": return .map([("bytes", .text("multipart/form-data"))])
    default:
      guard case .scalar(let type) = body.guess.kind else { return .text("bytes") }
      return .map([(body.kind, .text(type))])
    }
  }

  private func answers(_ endpoint: EndpointGuess) -> SpecValue.Entry {
    func value(_ response: EndpointGuess.Response) -> SpecValue {
      switch response {
      case .json(let guess):
        let value = guesses.value(guess)
        if case .text("string") = value { return .map([("json", value)]) }
        return value
      case .empty: return .text("empty")
      case .text(let type): return .map([("text", .text(type))])
      case .bytes(let type): return .map([("bytes", .text(type))])
      }
    }
    if endpoint.responses.count == 1, let (_, response) = endpoint.responses.first {
      return .init(key: "response", value: value(response), comment: endpoint.responseComment)
    }
    return .init(
      key: "responses",
      value: .map(endpoint.responses.map { ("\($0.status)", Optional(value($0.response))) }),
      comment: endpoint.responseComment)
  }
}
