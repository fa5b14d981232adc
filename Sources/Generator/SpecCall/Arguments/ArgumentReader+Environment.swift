import APIModel
import SchemaValues

/// Secrets from environment variables.
extension ArgumentReader {
  mutating func readEnvironment() {
    for (position, parameter) in endpoint.parameters.enumerated()
    where arguments.parameters[position] == nil && places.isSecret(parameter) {
      setParameter(position, secret(parameter))
    }
    for (position, parameter) in places.clientParameters where arguments.client[position] == nil {
      setClientParameter(position, secret(parameter))
    }
    setCredentials(
      token: endpoint.takesToken ? environment[environment.tokenVariable] : nil,
      Dictionary(
        module.credentials.compactMap { credential in
          environment[credential].map { (credential.name.text, $0) }
        }
      ) { first, _ in first })
    if let schema = places.bodySchema { readSecrets(of: schema, at: []) }
    guard case .multipart(let parts) = endpoint.body(arguments.alternative) else { return }
    for (position, part) in parts.enumerated() where arguments.parts[position] == nil {
      guard let schema = part.schema, index.containsSecret(schema),
        let text = environment[environment.variable(ofBody: [part.name.text])]
      else { continue }
      collecting(part.name.text) { reader throws(CallRefusal) in
        reader.setPart(position, .value(try reader.typed.value([text], schema, isSecret: true)))
      }
    }
  }

  private mutating func secret(_ parameter: Parameter) -> Literal? {
    guard let text = environment[environment.variable(of: parameter)] else { return nil }
    var value: Literal?
    collecting(parameter.name.text) { reader throws(CallRefusal) in
      value = try reader.typed.value(
        [text], parameter.schema, separator: parameter.separator, isSecret: true)
    }
    return value
  }

  /// Reads the secrets in an object or a tuple of the body that aren't given: a part with secrets as a whole, or each secret, by the
  /// names that lead to it or by its own name.
  private mutating func readSecrets(of schema: Schema, at path: [String], isInTuple: Bool = false) {
    guard path.count < 20 else { return }
    // A command of curl has no place for a whole element of a tuple.
    let isInTuple = isInTuple || TupleArguments(schema, index) != nil
    for (name, part) in parts(of: schema, at: path) where index.containsSecret(part) {
      let inner = path + [name]
      let known = givenPart(inner)
      let whole = environment.variable(ofBody: inner)
      if known == nil, let text = environment[whole] {
        collecting(inner.joined(separator: ".")) { reader throws(CallRefusal) in
          reader.setProperty(inner, try reader.typed.value([text], part, isSecret: true))
        }
        if !mask.isSecret(part), !isInTuple { noteWhole(inner, whole) }
      } else if mask.isSecret(part) {
        guard known == nil, let text = environment[environment.variable(ofBody: [name])] else { continue }
        collecting(inner.joined(separator: ".")) { reader throws(CallRefusal) in
          reader.setProperty(inner, try reader.typed.value([text], part, isSecret: true))
        }
      } else {
        readSecrets(of: part, at: inner, isInTuple: isInTuple)
      }
    }
  }

  /// The parts of an object or a tuple, by their names; of a union, those of the alternative that is meant by what is given.
  private func parts(of schema: Schema, at path: [String]) -> [(name: String, schema: Schema)] {
    var resolved = index.resolved(schema).schema
    for _ in 0..<20 {
      guard case .union = index.shape(of: resolved) else { break }
      let value = (path.isEmpty ? wholeBody : givenPart(path)) ?? .object([])
      let meant = BodyConstants(checker: checker).alternatives(of: resolved, meantBy: value)
      guard meant.count == 1 else { return [] }
      resolved = index.resolved(meant[0]).schema
    }
    if let object = index.flattenedObject(resolved) {
      return object.properties.map { ($0.name.text, $0.schema) }
    }
    return TupleArguments(resolved, index)?.elements ?? []
  }

  private var wholeBody: Literal? { if case .value(let value)? = arguments.body { value } else { nil } }

  /// The part of the body that is given already; nil if none is.
  private func givenPart(_ path: [String]) -> Literal? {
    guard case .value(var value)? = arguments.body, var schema = places.bodySchema else { return nil }
    for name in path {
      if case .array(let items) = value, let tuple = TupleArguments(schema, index) {
        value = .object(tuple.members(of: items))
      }
      guard let next = value.member(name) else { return nil }
      value = next
      guard let inner = places.member(name, of: schema)?.schema else { return value }
      schema = inner
    }
    return value
  }
}
