import APIModel
import SchemaValues

/// The rows of an endpoint's table: responses, and what becomes of them.
struct ResponseTestRows {
  struct Row {
    var request: Code
    /// The server, if it isn't the client's.
    var server: Code?
    /// The body, in JSON.
    var body: Literal
    var status = 200
    /// Names and values of header fields.
    var headers: [(name: String, value: String)] = []
    /// Whether the same JSON is written again.
    var isWritten = false
    /// The error; nil if the response is none.
    var error: Code?
  }

  let module: Module
  let names: TypeNames
  let samples: SampleMaker
  let errors: ErrorNames

  private var responses: ResponseSamples { ResponseSamples(samples) }

  /// The rows of an endpoint whose requests are declared like this.
  func rows(of endpoint: Endpoint, _ declaration: RequestDeclaration, on server: Code?) -> [Row] {
    let maker = TestArgumentMaker(samples: samples, module: module, endpoint: endpoint)
    let expressions = RequestExpression(module: module, names: names)
    guard let minimal = maker.minimal(), endpoint.methods != [.head],
      let request = expressions.code(minimal, endpoint, declaration), let headers = headers(of: endpoint)
    else { return [] }
    let envelope = module.envelope(of: endpoint)
    let empty = Row(request: request, server: server, body: .null, headers: headers)
    var rows = endpoint.responses.flatMap { self.rows($0, endpoint, envelope, empty) }
    // Without a code, nothing tells one error from another.
    guard let envelope, envelope.failure?.paths.code != nil else { return rows }
    for error in errors(of: endpoint) {
      guard let name = errors.name(of: error), let body = responses.failure(envelope, error) else {
        continue
      }
      let code: Code = "\(module.name.text).\(errors.type).\(SwiftName.escaped(name))"
      rows.append(Row(request: request, server: server, body: body, error: code))
    }
    return rows
  }

  /// The endpoint's own errors; those of the module for its first endpoint, and one of them where there are no others.
  private func errors(of endpoint: Endpoint) -> [ErrorCase] {
    let isFirst = module.endpoints.first { $0.envelope != nil }?.name == endpoint.name
    if isFirst { return endpoint.errors + module.errors }
    return endpoint.errors.isEmpty ? Array(module.errors.prefix(1)) : endpoint.errors
  }

  private func rows(
    _ response: Endpoint.Response, _ endpoint: Endpoint, _ envelope: Envelope?, _ empty: Row
  ) -> [Row] {
    var row = empty
    // `default` is any other status.
    guard response.statuses != Endpoint.Response.otherStatuses,
      response.mediaType.map({ $0.text.hasSuffix("json") }) ?? true
    else { return [] }
    let others = endpoint.responses.filter { $0.statuses.count < response.statuses.count }
    guard
      let status = response.statuses.first(where: { status in
        !others.contains { $0.statuses.contains(status) }
      })
    else { return [] }
    row.status = status
    if let type = response.mediaType,
      endpoint.responses.contains(where: { $0.statuses == response.statuses && $0 != response })
    {
      row.headers.append(("Content-Type", type.text))
    }
    let payloads: [Literal]
    switch response.payload {
    case .json(let schema):
      payloads = responses.payloads(schema, in: row.status < 300 ? envelope : nil)
      var lowering = SchemaLowering(names: names)
      let use = lowering.use(schema, in: Place(enclosing: ["Request"], name: "Response"))
      row.isWritten = endpoint.responses.count == 1 && row.status < 300 && use.coder == nil
    case .empty: payloads = envelope == nil ? [] : [.object([])]
    case .bytes, .text, .stream, .events, .byteStream: return []
    }
    return payloads.compactMap { payload in
      // Statuses from 300 have no envelope.
      guard let envelope, row.status < 300 else {
        row.body = payload
        return row
      }
      guard let body = responses.success(envelope, payload) else { return nil }
      row.body = body
      return row
    }
  }

  /// The header fields that the responses have; nil where no values were found.
  private func headers(of endpoint: Endpoint) -> [(name: String, value: String)]? {
    var fields: [(name: String, value: String)] = []
    for header in endpoint.headers where header.isRequired {
      guard let value = samples.sample(of: header.schema, hint: header.name.text) else { return nil }
      fields.append((header.name.text, value.texts.joined(separator: ",")))
    }
    return fields
  }
}
