import APIModel

/// The arguments of an `Endpoint`.
struct EndpointArguments {
  private let request: RequestDeclaration

  init(_ request: RequestDeclaration) { self.request = request }

  /// In the order of the initializer's parameters.
  var all: [Code] {
    let methods = request.methods.map { method in
      method.isUsual ? ".\(method.rawValue)" as Code : .call(".other", [.string(method.rawValue)])
    }
    var arguments: [Code] = [
      .string(request.operation), methods.count == 1 ? methods[0] : .array(methods),
      .string(request.path), "response: \(responseFormat)",
    ]
    if let failures = request.failures { arguments.append("failures: \(failures)") }
    if !request.policies.isEmpty { arguments.append("policies: \(Code.array(request.policies))") }
    if !request.errors.isEmpty {
      let constants = request.errors.map { Code(".\(SwiftName.escaped($0))") }
      arguments.append("errors: \(Code.array(constants))")
    }
    if let server = request.server { arguments.append("server: \(Code.string(server))") }
    if let servers = request.servers { arguments.append("servers: \(Code.strings(servers))") }
    if !request.omitted.isEmpty { arguments.append("omit: \(Code.strings(request.omitted))") }
    if !request.headers.isEmpty {
      arguments.append("headers: \(Code.dictionary(request.headers.map { ($0.0, Code.string($0.1)) }))")
    }
    return arguments
  }

  private var responseFormat: Code {
    switch request.responseFormat {
    case .json(let coder, let constraint, let type):
      .call(
        ".json", [type.map { "type: \(Code.string($0))" }, coder?.argument, constraint?.code])
    case .empty: ".empty"
    case .bytes(let type): type.map { .call(".bytes", [.string($0)]) } ?? ".bytes"
    case .text(let type): type.map { .call(".text", [.string($0)]) } ?? ".text"
    case .decoded(let codec, let type):
      .call(".decoded", [type.map { .string($0) }, "as: \(codec).self"])
    case .byStatus, .eventTypes: "responses"
    case .byteStream: ".stream"
    case .textEvents(let ends): .call(".textEvents", ends.arguments)
    case .textLines: ".textLines"
    case .stream(let stream, let coder, let constraint, let ends):
      switch stream {
      case .events: .call(".events", [coder.argument, constraint?.code] + ends.arguments)
      case .lines, .textLines: .call(".lines", [coder.argument, constraint?.code] + ends.arguments)
      case .sequence: .call(".sequence", [coder.argument, constraint?.code] + ends.arguments)
      }
    }
  }
}

/// The entries of a response format that depends on the status, or on the types of events.
struct ResponseEntries {
  private let request: RequestDeclaration

  init(_ request: RequestDeclaration) { self.request = request }

  /// The beginning of the format, up to its entries.
  var head: Code {
    guard case .eventTypes(_, let ends) = request.responseFormat else {
      return "ResponseFormat<Response>.byStatus"
    }
    let arguments = ends.arguments.compactMap(\.self)
    let head: Code = "ResponseFormat<Response>.events"
    return arguments.isEmpty ? head : .call(head, arguments)
  }

  var entries: [ResponseEntry] {
    switch request.responseFormat {
    case .eventTypes(let entries, _): entries
    case .byStatus(let responses): responses.cases.map(entry)
    default: []
    }
  }

  private func entry(_ response: Declaration.ResponsesByStatus.Case) -> ResponseEntry {
    let statuses = statusesArgument(response.statuses)
    let mediaType = response.mediaType.map { "type: \(Code.string($0))" as Code }
    let name = "Response.\(SwiftName.escaped(response.name))"
    guard let type = response.type else {
      return ResponseEntry("empty", [statuses], as: name, hasValue: false)
    }
    switch response.form {
    case .decoded(let codec):
      return ResponseEntry("decoded", [statuses, "\(codec).self", mediaType], as: name)
    case .bytes: return ResponseEntry("bytes", [statuses, mediaType], as: name)
    case .text: return ResponseEntry("text", [statuses, mediaType], as: name)
    case .json:
      let coder = response.coder ?? .own(type)
      return ResponseEntry(
        "json", [statuses, coder.metatype, response.constraint?.code, mediaType], as: name)
    }
  }
}
