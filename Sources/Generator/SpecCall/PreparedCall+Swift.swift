import APIModel
import CallComposing
import SwiftEmitter

extension PreparedCall {
  /// The call in Swift, with the generated client.
  public func swift() throws(CallRefusal) -> String {
    guard let program = try swiftCall().program() else {
      throw CallRefusal(
        "--swift: an argument has no expression in Swift, because it is of a type of your own",
        at: endpoint.name.span)
    }
    return program
  }

  /// The call with the generated client, before it is written.
  func swiftCall() throws(CallRefusal) -> SwiftCall {
    if !arguments.fields.isEmpty {
      throw CallRefusal("--swift can't say which fields are wanted; use key paths or a slice with the client")
    }
    let secrets = SecretPlaces(arguments, endpoint, module, environment, uses: uses, index)
    func value(_ literal: Literal?, _ shown: Literal, _ schema: Schema?) -> SwiftCall.Value {
      guard case .string(let text) = shown, let variable = secrets.variable(text) else {
        return .value(literal ?? shown)
      }
      if case .string? = literal { return .secret(variable) }
      let isText =
        literal == nil && schema.map { ValueTypes(of: $0, in: index).types.contains(.string) } ?? true
      return isText ? .secret(variable) : .secretJSON(variable)
    }
    func content(
      _ content: CallArguments.Content, _ shown: CallArguments.Content?, _ schema: Schema? = nil
    ) -> SwiftCall.Value {
      switch (content, shown) {
      case (.value(let literal), .value(let shown)?): value(literal, shown, schema)
      case (.value(let literal), _): .value(literal)
      case (.text(let text), _): .text(text)
      case (.file(let file), _):
        file.path.isEmpty ? .text(String(decoding: file.bytes, as: UTF8.self)) : .files([file.path])
      case (.files(let files), _): .files(files.map(\.path))
      }
    }
    var call = SwiftCall(endpoint, of: module)
    for (position, shown) in secrets.arguments.parameters {
      call.parameters[position] = value(
        arguments.parameters[position], shown, endpoint.parameters[position].schema)
    }
    // A constant is no argument.
    for (position, parameter) in endpoint.parameters.enumerated()
    where parameter.constant(index.resolved(parameter.schema).schema) != nil {
      call.parameters[position] = nil
    }
    for (position, shown) in secrets.arguments.client {
      call.client[position] = value(
        arguments.client[position], shown, module.clientParameters[position].schema)
    }
    for credential in module.credentials {
      let isUsed = uses.contains { $0.name == credential.name } || isIndispensable(credential)
      if isUsed { call.credentials[credential.name.text] = environment.variables(credential) }
    }
    if endpoint.takesToken { call.token = environment.tokenVariable }
    call.alternative = arguments.alternative
    if let body = arguments.body {
      if case .value = body, secrets.arguments.body != body {
        throw CallRefusal("--swift: the body has a secret; write it with the client's types")
      }
      call.body = content(body, nil)
    }
    for (position, part) in arguments.parts {
      var schema: Schema?
      if case .multipart(let parts) = endpoint.body(arguments.alternative), parts.indices.contains(position) {
        schema = parts[position].schema
      }
      if case .value(let value) = part, case .value(let shown)? = secrets.arguments.parts[position],
        hasSecretWithin(value, shown)
      {
        throw CallRefusal("--swift: a part of the body has a secret; write it with the client's types")
      }
      call.parts[position] = content(part, secrets.arguments.parts[position], schema)
    }
    call.server = server.server?.name.text
    call.variables = server.variables
    call.url = server.given
    return call
  }

  /// Whether secrets are replaced within a value, but not the value as a whole.
  private func hasSecretWithin(_ value: Literal, _ shown: Literal) -> Bool {
    switch (value, shown) {
    case (.object, .object), (.array, .array): value != shown
    default: false
    }
  }

  private func isIndispensable(_ credential: CredentialDefinition) -> Bool {
    module.authentication?.indispensable.contains(credential.name.text) ?? false
  }
}
