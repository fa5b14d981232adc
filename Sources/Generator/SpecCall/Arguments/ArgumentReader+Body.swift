import APIModel
import CallComposing
import SchemaValues

extension ArgumentReader {
  /// Reads the body that is given as a whole.
  mutating func readBody(_ text: String?) {
    guard let text else { return }
    guard let body = endpoint.body(arguments.alternative) else {
      return add(CallProblem("--body: \(endpoint.operation) has no body", at: endpoint.name.span))
    }
    collecting("--body") { reader throws(CallRefusal) in
      switch body {
      case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _):
        let file = try reader.file(text)
        let value = try reader.typed.json(
          file?.bytes ?? Array(text.utf8), isSecret: file != nil && reader.index.containsSecret(schema))
        if file == nil,
          let refusal = reader.secretRefusal(
            value, schema, at: [], "pass it with --body @file or --body -")
        {
          throw refusal
        }
        reader.setBody(.value(reader.checker.canonical(value, schema)))
      case .text:
        if let file = try reader.file(text) {
          reader.setBody(.text(String(decoding: file.bytes, as: UTF8.self)))
        } else {
          reader.setBody(.text(text))
        }
      case .bytes, .file:
        reader.setBody(.file(try reader.file(text) ?? CallFile(path: "", bytes: Array(text.utf8))))
      case .multipart:
        throw CallRefusal(
          "can't be given as a whole, because it has several parts; write name=value or name=@file")
      case .alternatives: break
      }
    }
  }

  /// The file that `@path` or `-` names; nil for any other text.
  private func file(_ text: String) throws(CallRefusal) -> CallFile? {
    if text == "-" { return try readFile("-") }
    return text.hasPrefix("@") ? try readFile(String(text.dropFirst())) : nil
  }

  // MARK: Checks

  /// Checks the body, or that none is needed.
  mutating func checkBody(_ closed: ValueChecker, _ closedBody: Endpoint.Body?) {
    guard let body = endpoint.body(arguments.alternative) else { return }
    if case .multipart(let parts) = body { return checkParts(parts, closed, closedBody) }
    guard let content = arguments.body else {
      guard !endpoint.isBodyOptional else { return }
      // An object without required properties may be empty.
      if case .form(let schema, _, _, _) = body, checker.isAccepted(.object([]), schema) {
        return setBody(.value(.object([])))
      }
      return add(
        CallProblem("the body is missing; give it with --body, or its properties", at: endpoint.name.span))
    }
    guard case .value(let value) = content, let schema = body.schemas.first else { return }
    let before = problems.count { !$0.isWarning }
    let isUnknown = BodyConstants(checker: checker).isUnknown(value, schema)
    checkValue(value, schema, named: "body", closed, closedBody?.schemas.first, isKnown: isUnknown)
    guard isUnknown, problems.count(where: { !$0.isWarning }) == before else { return }
    let tag = index.forms(ofUnion: index.resolved(schema).schema).discriminator
    add(
      CallProblem(
        "the body is none of the alternatives, or could be several; "
          + (tag.map { "give '\($0)'" } ?? "give its properties"), isWarning: true, at: schema.span))
  }

  private mutating func checkParts(
    _ parts: [Endpoint.Part], _ closed: ValueChecker, _ closedBody: Endpoint.Body?
  ) {
    var closedSchemas = (closedBody?.schemas ?? [])[...]
    for (position, part) in parts.enumerated() {
      let name = part.name.text
      var closedSchema: Schema?
      if case .value = part.content { closedSchema = closedSchemas.popFirst() }
      switch (part.content, arguments.parts[position]) {
      case (.value(let schema), .value(let value)):
        checkValue(value, schema, named: name, closed, closedSchema)
      case (_, nil) where part.isRequired:
        let isSecret = part.schema.map(mask.isSecret) ?? false
        let hint = isSecret ? "; set the environment variable \(environment.variable(ofBody: [name]))" : ""
        add(CallProblem("'\(name)' is missing\(hint)", at: part.name.span))
      default: break
      }
    }
  }
}
