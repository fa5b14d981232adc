import APIModel
import CallComposing
import Diagnostics
import SchemaValues

/// The rows of an endpoint's table: requests, and what they send.
struct RequestTestRows {
  struct Row {
    var name: String
    var request: Code
    var server: Code?
    var lines: [String]
  }

  let module: Module
  let names: TypeNames
  let samples: SampleMaker
  let client: TestClient

  private var expressions: RequestExpression { RequestExpression(module: module, names: names) }

  /// The rows, or the reason why there are none.
  func rows(of endpoint: Endpoint, _ declaration: RequestDeclaration) -> (rows: [Row], problem: String?) {
    let server = server(of: endpoint)
    let maker = TestArgumentMaker(samples: samples, module: module, endpoint: endpoint)
    guard let minimal = maker.minimal() else {
      if endpoint.hasCodec(maker.alternative) {
        return ([], "only your code has values for its body's codec")
      }
      return ([], "no arguments were found that it accepts; give its parameters examples")
    }
    var rows: [Row] = []
    var seen: Set<String> = []
    func add(_ name: String, _ arguments: CallArguments, _ lines: [String], _ change: Code = "") {
      guard let plain = expressions.code(arguments, endpoint, declaration) else { return }
      let request: Code = "\(plain)\(change)"
      guard seen.insert(request.text).inserted else { return }
      rows.append(Row(name: name, request: request, server: serverCode(server), lines: lines))
    }
    let full = maker.full()
    let others: [(String, CallArguments?)] = [
      ("full", full), ("hostile", maker.hostile()), ("empty", maker.empty()),
      ("many", maker.many(from: full)),
    ]
    for (name, arguments) in [("minimal", minimal)] + others + otherBodies(maker, endpoint) {
      guard let arguments else { continue }
      let lines = ExpectedRequest.lines(endpoint, arguments, client, on: server, module, names.index)
      add(name, arguments, lines)
    }
    for slice in SliceUse.slices(of: endpoint, in: module, names) {
      let lines = ExpectedRequest.lines(
        endpoint, minimal, client, on: server, module, names.index, fields: slice.parameters)
      add(slice.type, minimal, lines, ".slice(\(module.name.text).\(SwiftName.escaped(slice.type)).self)")
    }
    if rows.isEmpty { return ([], "its arguments have no expression in Swift") }
    for (name, arguments, line) in refusals(maker, endpoint, minimal: minimal, full: full) {
      add(name, arguments, ["refused", line])
    }
    return (rows, nil)
  }

  /// Arguments for the other ones of several bodies.
  private func otherBodies(
    _ maker: TestArgumentMaker, _ endpoint: Endpoint
  ) -> [(String, CallArguments?)] {
    guard case .alternatives(let alternatives) = endpoint.body else { return [] }
    return alternatives.enumerated().flatMap { position, alternative in
      var maker = maker
      maker.alternative = position
      let type = alternative.mediaType.text
      return [(type, maker.full()), ("hostile \(type)", maker.hostile())]
    }
  }

  // MARK: Servers

  private func server(of endpoint: Endpoint) -> TestServer {
    guard let names = endpoint.servers, let usual = client.server.server,
      !names.contains(where: { $0.text == usual.name.text })
    else { return client.server }
    return TestServer(module, among: names)
  }

  /// The server that an endpoint's tests are for; nil if it is the client's.
  func serverCode(of endpoint: Endpoint) -> Code? { serverCode(server(of: endpoint)) }

  private func serverCode(_ server: TestServer) -> Code? {
    guard server.server?.name.text != client.server.server?.name.text else { return nil }
    let type: Code = "\(module.name.text).\(names.common.server)"
    return "\(type)\(server.expression(type)).core"
  }

  // MARK: Refusals

  /// Constraints that Swift's types don't already enforce.
  private static let refusedKeywords: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "pattern",
    "minItems", "maxItems", "uniqueItems",
  ]

  /// Arguments that break a constraint, and the violation for which they are rejected.
  private func refusals(
    _ maker: TestArgumentMaker, _ endpoint: Endpoint, minimal: CallArguments, full: CallArguments?
  ) -> [(String, CallArguments, String)] {
    guard let full else { return [] }
    var refusals: [(String, CallArguments, String)] = []
    for (position, parameter) in endpoint.parameters.enumerated() {
      guard let value = full.parameters[position],
        parameter.constant(names.index.resolved(parameter.schema).schema) == nil
      else { continue }
      // Of mutually exclusive parameters, one already has a value.
      let isChoice = endpoint.requirements.contains { group in
        group.parameters.contains { $0.text == parameter.name.text }
      }
      func add(_ value: Literal, _ place: String, _ keyword: String) {
        var arguments = isChoice ? full : minimal
        arguments.parameters[position] = value
        refusals.append(
          (
            "\(parameter.name.text) \(keyword)", arguments,
            "/\(parameter.name.text)\(place) \(keyword)"
          ))
      }
      let breaches = ViolationFinder.violations(of: value, by: parameter.schema, samples.checker) { _ in false
      }
      for breach in breaches
      where Self.refusedKeywords.contains(breach.keyword) && !isOwn(breach.path, in: parameter.schema) {
        guard let broken = value.replacing(breach.path, with: breach.value),
          parameter.isSendable(broken)
        else { continue }
        add(broken, breach.path.pointer, breach.keyword)
      }
      if maker.isList(parameter), parameter.style == nil, !parameter.keepsReserved,
        case .separated(let separator) = parameter.listStyle
      {
        let list = Literal.array([.string("a\(separator)b"), .string("c")])
        let element = names.index.resolved(parameter.schema).schema[.items]
        let isFree = element.map(isFreeText) ?? false
        if isFree, samples.checker.isAccepted(list, parameter.schema) { add(list, "", "separator") }
      }
    }
    return refusals
  }

  /// Whether a part of a value has a user-defined type, which may be unable to hold a value that breaks its schema.
  private func isOwn(_ path: [ValueStep], in schema: Schema) -> Bool {
    var schema = schema
    for step in path {
      if names.index.ownType(of: schema) != nil { return true }
      let resolved = names.index.resolved(schema).schema
      let part: Schema? =
        switch step {
        case .index: resolved[.items]
        case .key(let key):
          names.index.flattenedObject(resolved)?.property(key)?.schema ?? resolved[.additionalProperties]
        }
      guard let part else { return false }
      schema = part
    }
    return names.index.ownType(of: schema) != nil
  }

  private func isFreeText(_ element: Schema) -> Bool {
    names.index.ownType(of: element) == nil && !names.index.resolved(element).schema.isFormatChecked
  }
}
