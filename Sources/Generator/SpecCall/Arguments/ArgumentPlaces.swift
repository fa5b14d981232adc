import APIModel
import CallComposing
import Diagnostics
import SchemaValues
import SwiftEmitter

/// The places that the arguments of an endpoint may have.
struct ArgumentPlaces {
  enum Place: Hashable {
    case parameter(Int)
    case client(Int)
    case part(Int)
    /// The parameter with the fields that a partial response shall have.
    case fields(String)
    /// A property of the body, at a path of wire names.
    case body([String])
  }

  let module: Module
  let endpoint: Endpoint
  let index: SchemaIndex
  /// The schema of a body with properties.
  let bodySchema: Schema?
  /// The texts that are given for parts of the body, which say what alternative of a union is meant.
  var given: [[String]: [String]] = [:]
  private let parts: [Endpoint.Part]

  /// - Parameter body: the body that is sent, one of several.
  init(_ module: Module, _ endpoint: Endpoint, body: Endpoint.Body?, _ index: SchemaIndex) {
    self.module = module
    self.endpoint = endpoint
    self.index = index
    switch body {
    case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _): bodySchema = schema
    default: bodySchema = nil
    }
    if case .multipart(let parts) = body { self.parts = parts } else { parts = [] }
  }

  /// The client parameters that the endpoint is sent, with their indices.
  var clientParameters: [(position: Int, parameter: Parameter)] {
    module.indexedClientParameters(of: endpoint)
  }

  /// Where an argument belongs: by its name in the spec, on the wire or in Swift.
  func place(of name: String) throws(CallRefusal) -> Place {
    if let found = known(name) { return found }
    if let hint = partHint(name) {
      throw CallRefusal("\(endpoint.operation) has no argument '\(name)'; \(hint)", at: endpoint.name.span)
    }
    let hint = closestMatch(to: name, in: names)
    let list = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    let rest = names.isEmpty ? "it takes none" : "it takes \(list)\(names.count > 20 ? " and others" : "")"
    throw CallRefusal(
      "\(endpoint.operation) has no argument '\(name)'\(hint.map { "; did you mean '\($0)'?" } ?? ""); \(rest)",
      at: endpoint.name.span)
  }

  private func known(_ name: String) -> Place? { direct(name) ?? property(name) }

  /// What to write in place of `name.property`, if `name` is an argument with other parts, or without parts of its own.
  private func partHint(_ name: String) -> String? {
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard steps.count > 1 else { return nil }
    for count in (1..<steps.count).reversed() {
      let outer = steps.prefix(count).joined(separator: ".")
      guard let place = known(outer), let schema = schema(of: place) else { continue }
      // The list of all arguments has its elements.
      if names.contains(where: { $0.hasPrefix("\(outer).") }) { return nil }
      let types = ValueTypes(of: schema.closingUnions(), in: index).types
      guard types.contains(.object) || types.contains(.array) else { return nil }
      if case .body = place {
        let inner = objects(of: schema).flatMap {
          index.flattenedObject($0)?.properties.map(\.name.text) ?? []
        }
        let hint = closestMatch(to: steps[count], in: inner).map { "; did you mean '\(outer).\($0)'?" } ?? ""
        let list = inner.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
        if !inner.isEmpty { return "'\(outer)' has \(list)\(inner.count > 20 ? " and others" : "")\(hint)" }
      }
      let form = types.contains(.object) ? "{\"\(steps[count])\": …}" : "[…]"
      return "'\(outer)' is given as a whole, in JSON: \(outer):='\(form)'"
    }
    return nil
  }

  /// The schema of the value at a place; nil for a file.
  private func schema(of place: Place) -> Schema? {
    switch place {
    case .parameter(let position): endpoint.parameters[position].schema
    case .client(let position): module.clientParameters[position].schema
    case .part(let position): parts[position].schema
    case .body(let path): schema(at: path)
    case .fields: nil
    }
  }

  private func direct(_ name: String) -> Place? {
    let spellings: [(Parameter, Bool) -> String] = [
      { parameter, _ in parameter.argumentName }, { parameter, _ in parameter.name.text },
      { $0.swiftName(ofClient: $1) },
    ]
    for spelling in spellings {
      if let position = endpoint.parameters.firstIndex(where: { spelling($0, false) == name }) {
        return .parameter(position)
      }
      if let own = clientParameters.first(where: { spelling($0.parameter, true) == name }) {
        return .client(own.position)
      }
    }
    if let position = parts.firstIndex(where: { $0.name.text == name || $0.requestName == name }) {
      return .part(position)
    }
    return fieldNames.contains(name) ? .fields(name) : nil
  }

  private var fieldNames: [String] {
    guard let partial = endpoint.policies.partial else { return [] }
    return [partial.fieldsParameter, partial.extraParameter].compactMap(\.self)
  }

  /// A property of the body: `name`, `address.city`, or `body.id` where a parameter has the same name.
  private func property(_ name: String) -> Place? {
    guard let bodySchema else { return nil }
    if let path = path([name], in: bodySchema) { return .body(path) }
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let path = path(steps, in: bodySchema) { return .body(path) }
    if steps.first == "body", let path = path(Array(steps.dropFirst()), in: bodySchema) { return .body(path) }
    return nil
  }

  private func path(_ steps: [String], in schema: Schema) -> [String]? {
    guard let first = steps.first, !first.isEmpty else { return steps.isEmpty ? [] : nil }
    guard let (name, next) = member(first, of: schema) else { return nil }
    return path(Array(steps.dropFirst()), in: next).map { [name] + $0 }
  }

  /// What may be given, without what has only one value.
  var names: [String] {
    let constants = BodyConstants(checker: ValueChecker(index))
    func isChoice(_ schema: Schema?, isRequired: Bool) -> Bool {
      !isRequired || schema.flatMap { constants.onlyValue($0) } == nil
    }
    var names = endpoint.parameters.filter {
      !isSecret($0) && $0.constant(index.resolved($0.schema).schema) == nil
    }.map(\.argumentName)
    names += parts.filter { isChoice($0.schema, isRequired: $0.isRequired) }.map(\.name.text)
    if let bodySchema {
      for object in objects(of: bodySchema) {
        let properties = index.flattenedObject(object)?.properties ?? []
        for property in properties where isChoice(property.schema, isRequired: property.isRequired) {
          let name = property.name.text
          let elements = TupleArguments(property.schema, index)?.elements.map { "\(name).\($0.name)" }
          names += (elements ?? [name]).filter { !names.contains($0) }
        }
      }
    }
    return names + fieldNames
      + clientParameters.map(\.parameter).filter { !isSecret($0) }.map(\.argumentName)
  }

  func isSecret(_ parameter: Parameter) -> Bool {
    parameter.isSecret || index.containsSecret(parameter.schema)
  }
}
