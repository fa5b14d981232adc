import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  /// Reads an endpoint's parameters and compares them with its path.
  ///
  /// - Parameters:
  ///   - template: the path, or nil if the endpoint has none.
  ///   - client: the client parameters that the endpoint uses.
  ///   - credentials: the client's credentials; some may be in the path.
  /// - Returns: everything that the endpoint's policies and requirements may name.
  func readParameters(
    _ fields: Fields, template: PathPlaceholders?, client: [ReadParameter],
    credentials: [CredentialDefinition], into endpoint: inout Endpoint
  ) -> ParameterNames {
    var names = ParameterNames()
    var taken: [String: (span: SourceSpan, isClient: Bool)] = [:]
    for parameter in client {
      let name = parameter.parameter.name
      names.add(label: parameter.label.text, wireName: name.text, definedAt: parameter.label.span)
      taken[name.text] = (parameter.label.span, true)
    }
    let inPath = Set(template?.parameters.map(\.text) ?? [])
    var labels: [String: SourceSpan] = [:]
    for entry in fields["parameters"].map({
      report.entries($0, for: "'parameters'", areWireNames: true, form: "{name: type}")
    })
      ?? []
    {
      let marked = MarkedName(entry.name)
      let label = Name(marked.name, span: entry.key.occurrence)
      if let first = labels.updateValue(label.span, forKey: label.text) {
        report.duplicate("the parameter '\(abbreviate(label.text))'", at: label.span, first: first)
        continue
      }
      guard report.checkWireName(label, of: "a parameter"),
        var read = endpointParameter(entry.value, label: label, isMarkedOptional: marked.isOptional)
      else { continue }
      place(&read, in: endpoint, isInPath: inPath.contains(read.parameter.name.text))
      // A named parameter has been checked where it is defined.
      if !read.hasLocation, entry.value["$parameter"] == nil {
        report.warnOfHeaderName(read.parameter, at: read.parameter.name.span)
      }
      checkColons(read, in: endpoint)
      if template?.reserved.contains(read.parameter.name.text) == true {
        read.style.isReserved = true
        read.style.spans["reserved"] = read.style.spans["reserved"] ?? label.span
      }
      read.style.resolve(&read.parameter, report: report)
      if read.parameter.mayBeEmpty { checkEmpty(&read) }
      let name = read.parameter.name
      let constant = read.parameter.constant(schemas.resolved(read.parameter.schema))
      names.add(
        label: label.text, wireName: name.text, definedAt: label.span, wireNameAt: name.span,
        isConstant: constant != nil)
      report.notePlace(.parameter, label, definedAt: label.span)
      for placeholder in template?.parameters ?? [] where placeholder.text == name.text {
        report.notePlace(.parameter, placeholder, definedAt: name.span)
      }
      if let first = taken[name.text] {
        reportTaken(name, at: label.span, first: first)
      } else {
        taken[name.text] = (label.span, false)
        endpoint.parameters.append(read.labelled)
      }
    }
    let inPathAlready = credentials.compactMap(\.pathName)
    for name in template?.parameters ?? []
    where taken[name.text] == nil && !inPathAlready.contains(name.text) {
      let suggestion = report.suggestion(for: name.text, in: taken.keys.sorted())
      let advice = suggestion == nil ? "; add it to 'parameters'" : ""
      report.error(
        .pathParameter, "'{\(abbreviate(name.text))}' in the path isn't one of the parameters\(advice)",
        at: name.span, suggestion: suggestion)
    }
    for name in template?.parameters ?? []
    where inPathAlready.contains(name.text) && template?.reserved.contains(name.text) == true {
      report.error(
        .pathParameter, "'{+\(abbreviate(name.text))}' is a credential, which can't contain slashes",
        at: name.span)
    }
    checkBatched(endpoint)
    for parameter in endpoint.parametersOfEmptyParts {
      report.error(
        .pathParameter,
        "'{\(abbreviate(parameter.name.text))}' may be empty, but is a whole part of the path before the last one, and "
          + "servers may drop an empty part; leave 'mayBeEmpty' out", at: parameter.name.span)
    }
    for parameter in endpoint.parametersOfDotParts {
      report.error(
        .pathParameter,
        "'{\(abbreviate(parameter.name.text))}' may be empty, but its part of the path would then be '.' or '..', which is removed "
          + "from URLs; leave 'mayBeEmpty' out", at: parameter.name.span)
    }
    return names
  }

  /// Checks that an empty text can be a value.
  private func checkEmpty(_ read: inout ReadParameter) {
    guard let reason = read.parameter.reasonNotToBeEmpty(schemas.resolved(read.parameter.schema)) else {
      return
    }
    read.parameter.mayBeEmpty = false
    report.error(.keywordMismatch, "'mayBeEmpty' \(reason)", at: read.emptySpan ?? read.label.span)
  }

  /// `items/:id` with a parameter `id` is how other tools write `items/{id}`.
  private func checkColons(_ read: ReadParameter, in endpoint: Endpoint) {
    let name = read.parameter.name.text
    guard endpoint.path.text.byteParts(separatedBy: "/").contains(":\(name)") else { return }
    report.error(
      .pathParameter,
      "':\(abbreviate(name))' in the path is text and not the parameter; write '{\(abbreviate(name))}'",
      at: endpoint.path.span)
  }

  private func reportTaken(_ name: Name, at span: SourceSpan, first: (span: SourceSpan, isClient: Bool)) {
    guard first.isClient else {
      report.duplicate("the parameter '\(abbreviate(name.text))'", at: span, first: first.span)
      return
    }
    report.error(
      .duplicateName,
      "'\(abbreviate(name.text))' is already a parameter of the client; list it under 'omit' to define "
        + "another here",
      at: span, notes: [.init("the client's parameter is here", at: first.span)])
  }

  /// A parameter in place, or one that `$parameter` refers to.
  private func endpointParameter(_ node: YAMLNode, label: Name, isMarkedOptional: Bool) -> ReadParameter? {
    guard node["$parameter"] != nil else {
      return ParameterReader(schemas: schemas).parameter(
        Definition(name: label, isMarkedOptional: isMarkedOptional, node: node))
    }
    guard let fields = Fields(node, what: "a reference to a parameter", keys: ["$parameter"], report: report),
      let name = fields.placedText("$parameter")
    else { return nil }
    guard var shared = folder.takeParameter(named: name, report) else {
      report.unknown(
        .unknownParameter, "parameter", name, among: folder.visibleNames(in: .parameters),
        notes: folder.notImported(name.text, in: .parameters))
      // Avoids further errors about references to this parameter.
      var placeholder = Parameter(
        name: label, location: .query, schema: Schema(span: label.span),
        isRequired: false)
      placeholder.isRequired = !isMarkedOptional
      return ReadParameter(label: label, parameter: placeholder, hasLocation: false)
    }
    shared.label = label
    if isMarkedOptional { shared.parameter.isRequired = false }
    return shared
  }

  private func place(_ read: inout ReadParameter, in endpoint: Endpoint, isInPath: Bool) {
    let name = abbreviate(read.parameter.name.text)
    if !read.hasLocation { read.parameter.location = isInPath ? .path : endpoint.usualLocation }
    let span = read.label.span
    switch read.parameter.location {
    case .path where !isInPath:
      report.error(
        .pathParameter, "the parameter '\(name)' is in the path, but the path has no '{\(name)}'", at: span)
    case .path where !read.parameter.isRequired:
      report.error(
        .pathParameter, "the parameter '\(name)' is part of the path and can't be optional", at: span)
    case .url where endpoint.path.text != "{\(read.parameter.name.text)}":
      report.error(
        .pathParameter,
        "the parameter '\(name)' is the whole URL, so the path must be \"{\(name)}\" and nothing else",
        at: span)
    case .url where !read.parameter.isRequired:
      report.error(
        .pathParameter, "the parameter '\(name)' is the whole URL and can't be optional", at: span)
    case .query where isInPath, .header where isInPath, .form where isInPath, .cookie where isInPath:
      report.error(
        .pathParameter, "'{\(name)}' is part of the path, but 'in' says \(read.parameter.location.rawValue)",
        at: span)
    case .form where endpoint.body != nil:
      report.error(
        .conflictingKeys, "a request can't have both a body and the form field '\(name)'", at: span)
    case .form where !endpoint.methods.contains(where: \.allowsBody):
      report.error(
        .conflictingKeys, "a GET, HEAD or TRACE request can't have the form field '\(name)'", at: span)
    default: break
    }
  }

  private func checkBatched(_ endpoint: Endpoint) {
    let batched = endpoint.parameters.filter(\.isBatched)
    guard let first = batched.first, let second = batched.dropFirst().first else { return }
    report.error(
      .conflictingKeys, "an endpoint can have only one batched parameter", at: second.name.span,
      notes: [.init("the other is here", at: first.name.span)])
  }
}
