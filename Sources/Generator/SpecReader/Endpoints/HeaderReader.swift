import APIModel
import Diagnostics
import SpecYAML

/// Reads header fields whose values are constants (`headers`).
struct HeaderReader {
  let report: Report

  /// - Parameter owner: the owner in messages: "the module".
  func headers(_ node: YAMLNode, of owner: String) -> [ConstantHeader] {
    var headers: [ConstantHeader] = []
    for entry in report.entries(
      node, for: "'headers' of \(owner)", areWireNames: true, form: "{X-Api-Version: \"2\"}")
    {
      let name = Name(entry.name, span: entry.key.occurrence)
      if name.text.hasByteSuffix("?") {
        report.error(
          .invalidName,
          "a header under 'headers' is always sent; write an optional one under 'parameters', with 'in: header'",
          at: name.span)
        continue
      }
      guard report.checkToken(name, of: "a header"), check(name), let value = value(entry.value, of: name)
      else { continue }
      if let first = headers.first(where: { $0.name.text.lowercased() == name.text.lowercased() }) {
        report.duplicate("the header '\(abbreviate(name.text))'", at: name.span, first: first.name.span)
        continue
      }
      headers.append(ConstantHeader(name: name, value: value))
    }
    return headers
  }

  private func check(_ name: Name) -> Bool {
    guard let problem = headerProblem(name.text, in: .constant) else { return true }
    report.error(.reservedName, problem, at: name.span)
    return false
  }

  private func value(_ node: YAMLNode, of name: Name) -> String? {
    guard let scalar = node.scalar, !scalar.text.isEmpty else {
      report.mismatch(
        node, expected: "text", for: "the header '\(abbreviate(name.text))'",
        hint:
          "write a header that varies under 'parameters', with 'in: header', and those of the response under 'headers' "
          + "within 'response'")
      return nil
    }
    let text = scalar.text
    if scalar.style == .plain, isType(text) {
      report.error(
        .invalidValue,
        "the header '\(abbreviate(name.text))' would always be '\(abbreviate(text))'; write one that varies under "
          + "'parameters', with 'in: header', and those of the response under 'headers' within 'response'; if the value "
          + "is meant, quote it", at: node.occurrence)
      return nil
    }
    // Line breaks and control characters would end the field or be refused (RFC 9110, section 5.5).
    guard text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      report.error(
        .invalidValue,
        "the value of the header '\(abbreviate(name.text))' can't contain line breaks, control characters, or "
          + "characters other than ASCII", at: node.occurrence)
      return nil
    }
    guard text.first != " ", text.last != " " else {
      report.error(
        .invalidValue,
        "the value of the header '\(abbreviate(name.text))' can't begin or end with a space",
        at: node.occurrence)
      return nil
    }
    return text
  }

  private func isType(_ text: String) -> Bool {
    let name = text.hasByteSuffix("?") ? String(text.dropLast()) : text
    return BuiltinType.all[name] != nil || BuiltinType.otherNames[name] != nil
  }

  /// Reports headers that the same requests already send otherwise.
  ///
  /// - Parameters:
  ///   - parameters: parameters whose location is known.
  ///   - authentication: how the requests are authenticated.
  ///   - key: the header of the idempotency key.
  func check(
    _ headers: [ConstantHeader], beside parameters: [Parameter], credentials: [CredentialDefinition],
    authentication: Policies.Authentication?, key: String?
  ) {
    for header in headers {
      let name = header.name.text.lowercased()
      func refuse(_ reason: String) {
        report.error(
          .duplicateName, "the header '\(header.name.text)' \(reason)", at: header.name.span)
      }
      if let parameter = parameters.first(where: {
        $0.location == .header && $0.name.text.lowercased() == name
      }) {
        report.duplicate("the header '\(header.name.text)'", at: header.name.span, first: parameter.name.span)
      } else if let credential = credentials.first(where: { $0.headerName == name }) {
        refuse("contains the credential '\(credential.name.text)'; leave it out")
      } else if case .header(let secret) = authentication, secret.lowercased() == name {
        refuse("is already sent for 'authentication'; leave it out")
      } else if key?.lowercased() == name {
        refuse("contains the idempotency key; leave it out")
      }
    }
  }
}

extension CredentialDefinition {
  /// The name of the header that contains it, in lower case.
  fileprivate var headerName: String? {
    guard case .apiKey(.header, let name, _) = scheme else { return nil }
    return name.text.lowercased()
  }
}
