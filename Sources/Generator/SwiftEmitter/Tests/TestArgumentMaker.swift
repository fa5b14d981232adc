import APIModel
import CallComposing
import SchemaValues

/// Makes arguments for the test requests of an endpoint.
struct TestArgumentMaker {
  let samples: SampleMaker
  let module: Module
  let endpoint: Endpoint
  /// The position of the body among several.
  var alternative = 0

  private var index: SchemaIndex { samples.checker.index }

  /// The name of files: by default, one that must be escaped.
  var fileName = "a \"file\".txt"

  private func file(_ text: String) -> CallFile { CallFile(path: fileName, bytes: Array(text.utf8)) }

  /// Only the required arguments.
  func minimal() -> CallArguments? { arguments(.minimal, words: .plain) }

  /// All arguments.
  func full() -> CallArguments? { arguments(.full, words: .plain) }

  /// All arguments, with texts that break if they aren't escaped.
  func hostile() -> CallArguments? { arguments(.full, words: .hostile) }

  /// Empty texts and lists, where they are allowed.
  func empty() -> CallArguments? {
    guard var arguments = arguments(.full, words: .empty) else { return nil }
    for (position, parameter) in endpoint.parameters.enumerated() where arguments.parameters[position] != nil
    {
      if isList(parameter), samples.checker.isAccepted(.array([]), parameter.schema),
        parameter.location != .path
      {
        arguments.parameters[position] = .array([])
      }
    }
    return arguments
  }

  /// As many elements as the lists may have, up to 100.
  func many() -> CallArguments? { many(from: full()) }

  /// The same, from all arguments, which may take long to make.
  func many(from full: CallArguments?) -> CallArguments? {
    guard var arguments = full else { return nil }
    for (position, parameter) in endpoint.parameters.enumerated() where arguments.parameters[position] != nil
    {
      guard isList(parameter) else { continue }
      let resolved = index.resolved(parameter.schema).schema
      let most = parameter.schema.counts[.maxItems] ?? resolved.counts[.maxItems] ?? 100
      let list = samples.list(resolved, count: min(most, 100), hint: parameter.name.text)
      if let list, samples.checker.isAccepted(list, parameter.schema) {
        arguments.parameters[position] = list
      }
    }
    return arguments
  }

  func isList(_ parameter: Parameter) -> Bool { index.resolved(parameter.schema).schema.types == [.array] }

  private func arguments(_ extent: SampleMaker.Extent, words: SampleMaker.Words) -> CallArguments? {
    var arguments = CallArguments()
    guard let given = givenNames(extent) else { return nil }
    for (position, parameter) in endpoint.parameters.enumerated() where given.contains(parameter.name.text) {
      guard let value = value(of: parameter, words) else {
        if parameter.isRequired { return nil }
        continue
      }
      arguments.parameters[position] = value
    }
    if endpoint.takesToken { arguments.token = "token" }
    arguments.alternative = alternative
    switch endpoint.body(alternative) {
    case nil: break
    case .multipart(let parts):
      for (position, part) in parts.enumerated() where part.isRequired || extent == .full {
        switch part.content {
        case .file(_, let isList):
          arguments.parts[position] = .files(
            (isList && extent == .full ? ["one", "two"] : ["one"]).map(file))
        case .value(let schema):
          guard let value = samples.sample(of: schema, extent, words: words, hint: part.name.text) else {
            return nil
          }
          // A part is written without percent-encoding, so a separator in it can't be told apart.
          let style = part.style.map { StyledField(name: part.name, style: $0).parameter(schema) }
          guard let sendable = style.map({ $0.sendable(value, samples.checker, at: .header) }) ?? value else {
            return nil
          }
          arguments.parts[position] = .value(sendable)
        }
      }
    case .some(let body):
      if endpoint.isBodyOptional, extent == .minimal { break }
      // Only the user knows values of the codec's type.
      guard !endpoint.hasCodec(alternative) else { return nil }
      guard let content = content(of: body, extent, words) else { return nil }
      arguments.body = content
    }
    return arguments
  }

  private func content(
    of body: Endpoint.Body, _ extent: SampleMaker.Extent, _ words: SampleMaker.Words
  ) -> CallArguments.Content? {
    let text = words == .hostile ? "Имя + \"1\" & 50%" : "text"
    switch body {
    case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _):
      guard let value = samples.sample(of: schema, extent, words: words) else { return nil }
      guard case .form(_, _, _, let fields) = body, case .object(var members) = value else {
        return .value(value)
      }
      for position in members.indices {
        guard let field = fields.first(where: { $0.name.text == members[position].name }),
          let property = index.flattenedObject(index.resolved(schema).schema)?.property(field.name.text)
        else { continue }
        guard
          let sendable = field.parameter(property.schema).sendable(members[position].value, samples.checker)
        else { return nil }
        members[position].value = sendable
      }
      return .value(.object(members))
    case .text, .bytes: return .text(text)
    case .file: return .file(file(text))
    case .multipart, .alternatives: return nil
    }
  }

  /// The parameters that have arguments; nil if no choice satisfies groups that overlap.
  private func givenNames(_ extent: SampleMaker.Extent) -> Set<String>? {
    var given = Set(endpoint.parameters.filter { isGiven($0, extent) }.map(\.name.text))
    for group in endpoint.requirements where !group.parameters.contains(where: { given.contains($0.text) }) {
      let free = group.parameters.first { name in
        !endpoint.requirements.contains { other in
          other.kind == .exactlyOne && other.parameters.contains { $0.text == name.text }
            && other.parameters.contains { given.contains($0.text) }
        }
      }
      guard let free else { return nil }
      given.insert(free.text)
    }
    return given
  }

  private func isGiven(_ parameter: Parameter, _ extent: SampleMaker.Extent) -> Bool {
    if parameter.isRequired { return true }
    for group in endpoint.requirements
    where group.parameters.contains(where: { $0.text == parameter.name.text }) {
      let isFirst = group.parameters.first?.text == parameter.name.text
      if isFirst || (extent == .full && group.kind == .atLeastOne) { continue }
      return false
    }
    let isChosen = endpoint.requirements.contains { $0.parameters.first?.text == parameter.name.text }
    return extent == .full || isChosen
  }

  private func value(
    of parameter: Parameter, _ words: SampleMaker.Words
  ) -> Literal? {
    let schema = parameter.schema
    if let constant = parameter.constant(index.resolved(schema).schema) { return constant }
    let hint = parameter.name.text
    // An empty path segment or a header with other characters can't be sent.
    var words = words
    if parameter.location == .path, !parameter.mayBeEmpty, words == .empty { words = .plain }
    if parameter.location == .header, words == .hostile { words = .plain }
    if parameter.location == .url { return url(schema) }
    let isSecret = parameter.isSecret && words == .plain
    guard
      let value = samples.sample(
        of: schema, .full, words: words, hint: isSecret ? "secret" : hint)
    else { return nil }
    return parameter.isSendable(value) ? value : parameter.withoutSeparators(value, samples.checker)
  }
}

extension TestArgumentMaker {
  /// A whole URL with a query where a mock server has the endpoint, at a host that the schema accepts.
  private func url(_ schema: Schema) -> Literal? {
    var candidates = ["https://example.com"]
    if case .string(let sample)? = samples.sample(of: schema, .full, words: .plain, hint: "url") {
      let parts = sample.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      candidates.append(parts.prefix(3).joined(separator: "/"))
    }
    let urls = candidates.map { Literal.string("\($0)/\(endpoint.pathOfItsOwn)?signature=a%2Bb") }
    return urls.first { samples.checker.isAccepted($0, schema) && $0.text.hasPrefix("https://") }
  }
}

extension Parameter {
  /// The value, if necessary without separators in its elements; nil if the schema refuses that.
  fileprivate func sendable(
    _ value: Literal, _ checker: ValueChecker, at location: Location? = nil
  ) -> Literal? {
    var parameter = self
    parameter.location = location ?? parameter.location
    return parameter.isSendable(value) ? value : parameter.withoutSeparators(value, checker)
  }

  /// The value without separators in its elements.
  fileprivate func withoutSeparators(_ value: Literal, _ checker: ValueChecker) -> Literal? {
    var separators = [" ", "|", ",", ".", ";", "="]
    if style == nil, !keepsReserved, case .separated(let separator) = listStyle { separators = [separator] }
    func changed(_ value: Literal) -> Literal {
      switch value {
      case .string(let text):
        .string(
          separators.reduce(text) { text, separator in
            text.split(separator: separator, omittingEmptySubsequences: false).joined(separator: "_")
          })
      case .array(let items): .array(items.map(changed))
      case .object(let members): .object(members.map { .init(name: $0.name, value: changed($0.value)) })
      case .null, .boolean, .number: value
      }
    }
    let result = changed(value)
    return checker.isAccepted(result, schema) && isSendable(result) ? result : nil
  }
}
