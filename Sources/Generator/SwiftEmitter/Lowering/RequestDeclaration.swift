import APIModel
import Diagnostics

/// What ends a stream.
struct StreamEnds {
  /// The data of the last event.
  var data: String?
  /// Whether the stream may also end without it.
  var isOptional = false
  /// Whether elements that can't be read are left out; otherwise the first of them ends the stream.
  var skipsUnreadable = false

  init(_ data: String?, of response: Endpoint.Response) {
    self.data = data
    isOptional = response.mayLackEnd
    skipsUnreadable = response.skipsUnreadable
  }

  /// The arguments of a format.
  var arguments: [Code?] {
    let end = data.map { data -> Code in
      isOptional ? "mayEndWith: \(Code.string(data))" : "until: \(Code.string(data))"
    }
    return [end, skipsUnreadable ? "unreadable: .skip" : nil]
  }
}

/// A request type, with everything that the templates need.
struct RequestDeclaration {
  struct Property {
    var name: String
    var type: SwiftType
    var isOptional: Bool
    var documentation: [String]
    /// What the client's method says about it; nil for nothing.
    var summary: String?
    /// The place of its value in requests, with the name there: `query search`.
    var place: String
    /// Where the spec describes it.
    var span: SourceSpan?
  }

  enum ResponseFormat {
    case json(coder: Coder?, constraint: ConstraintLiteral?, mediaType: String?)
    case empty
    case bytes(mediaType: String?)
    case text(mediaType: String?)
    case decoded(codec: String, mediaType: String?)
    case byStatus(Declaration.ResponsesByStatus)
    case stream(Endpoint.Response.Stream, coder: Coder, constraint: ConstraintLiteral?, StreamEnds)
    case textEvents(StreamEnds)
    case textLines
    case eventTypes(entries: [ResponseEntry], StreamEnds)
    case byteStream
  }

  /// The name in the spec, as shown in errors and hooks.
  var operation: String
  var name: String
  /// The client's method.
  var methodName: String
  /// Whether the method belongs to a group of the client.
  var isGrouped: Bool
  /// The type that has the method.
  var owner: String
  /// The type of the module's error codes.
  var errorCode: String
  var summary: [String]
  var documentation: [String]
  /// What else the spec says about it in its own words.
  var details: String?
  /// Method and path, as shown in comments: "GET `account/list/`".
  var route: String
  /// What else the spec says about it, in a sentence each.
  var notes: [String]
  var deprecation: String?
  /// Required ones first, as in the initializer.
  var properties: [Property]
  /// In the order of the spec.
  var entries: [EndpointEntry]
  /// The type of the response; nil if the request declares a type `Response`.
  var responseType: SwiftType?
  var responseFormat: ResponseFormat
  /// The decoding of failures' bodies; nil if they aren't described.
  var failures: Code?
  /// The imports that these need.
  var failureImports: Imports
  var envelope: String?
  /// Whether its errors are the module's `ErrorCode` although it has no envelope.
  var hasErrorCodes: Bool
  var methods: [Endpoint.Method]
  var path: String
  var policies: [Code]
  /// Whether the response comes in pages.
  var isPaginated: Bool
  /// The names of its own error codes.
  var errors: [String]
  /// The types of its own failures' bodies, with the statuses that have them.
  var errorBodies: [(type: String, statuses: [String])]
  /// The name of its other server.
  var server: String?
  var servers: [String]?
  var omitted: [String]
  /// Names and values of header fields.
  var headers: [(String, String)]
  /// The types nested in the request.
  var declarations: [Declaration]
  /// Whether the response can be restricted to some fields.
  var isSelectable: Bool
  /// Whether it describes header fields of responses.
  var hasHeaders: Bool

  /// A type as the request itself calls it: `Purpose`, not `UploadRequest.Purpose`. An alias `Response` can't be
  /// made of a nested type of that name.
  func shortened(_ type: SwiftType) -> SwiftType {
    let short = type.relative(to: [name])
    return short.mentions("Response") ? type : short
  }

  /// The refinements of `APIRequest` that it conforms to.
  var refinements: [String] {
    [
      isPaginated ? "PaginatedRequest" : nil, isSelectable ? "SelectableRequest" : nil,
      hasHeaders ? "HeadedRequest" : nil,
    ]
    .compactMap { $0 }
  }

  /// The protocols it conforms to.
  var conformance: String {
    refinements.isEmpty ? "APIRequest" : refinements.joined(separator: ", ")
  }

  /// The imports it needs.
  var imports: Imports {
    var imports = Imports(of: properties.map(\.type.imports) + entries.map(\.imports))
    imports.formUnion(Imports(of: declarations.map(\.imports)))
    if let responseType { imports.formUnion(responseType.imports) }
    switch responseFormat {
    case .json(let coder, let constraint, let mediaType):
      if mediaType != nil { imports.formUnion(.responsesInside) }
      if let coder { imports.formUnion(coder.imports) }
      if let constraint { imports.formUnion(constraint.code.imports) }
    case .stream(_, let coder, let constraint, _):
      imports.formUnion(.streams)
      imports.formUnion(coder.imports)
      if let constraint { imports.formUnion(constraint.code.imports) }
    case .byteStream, .textEvents, .textLines: imports.formUnion(.streams)
    case .eventTypes(let entries, _): imports.formUnion(Imports(of: [.streams] + entries.map(\.imports)))
    case .text, .decoded, .byStatus, .bytes(.some): imports.formUnion(.responsesInside)
    case .empty, .bytes(nil): break
    }
    imports.formUnion(failureImports)
    imports.formUnion(Imports(of: policies.map(\.imports)))
    if isSelectable { imports.formUnion(.partial) }
    if hasHeaders { imports.formUnion(.responses) }
    return imports
  }
}

/// An entry of an endpoint's table: a part of requests, which a method of the table's builder adds.
struct EndpointEntry {
  /// The builder's method: `query`, `body`.
  var method: String
  var arguments: [Code]
  /// The body that it writes among several: a case of `Payload`, which may be missing.
  var alternative: (name: String, isOptional: Bool)?
  private var needed: Imports = []

  /// - Parameter arguments: Those that are nil are left out.
  init(_ method: String, _ arguments: [Code?]) {
    self.method = method
    self.arguments = arguments.compactMap(\.self)
  }

  /// The imports that it needs.
  var imports: Imports { Imports(of: arguments.map(\.imports) + [needed]) }

  /// The same entry, which needs imports.
  func needing(_ imports: Imports) -> EndpointEntry {
    var entry = self
    entry.needed.formUnion(imports)
    return entry
  }
}

/// An entry of a response format that depends on the status, or on the type of an event.
struct ResponseEntry {
  /// The builder's method: `json`, `empty`.
  var method: String
  var arguments: [Code]
  /// The case that the response becomes: `Response.ok`.
  var result: String
  /// Whether the case has a value.
  var hasValue: Bool

  /// - Parameter arguments: Those that are nil are left out.
  init(_ method: String, _ arguments: [Code?], as result: String, hasValue: Bool = true) {
    self.method = method
    self.arguments = arguments.compactMap(\.self)
    self.result = result
    self.hasValue = hasValue
  }

  /// The imports that it needs.
  var imports: Imports { Imports(of: arguments.map(\.imports)) }
}
