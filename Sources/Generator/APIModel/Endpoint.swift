import Diagnostics

/// One operation of the API.
public struct Endpoint: Sendable, Hashable, Codable {
  /// The name within its group.
  public var name: Name
  /// The enclosing groups, outermost first; empty for an endpoint of the client itself.
  public var group: [Name] = []
  /// The Swift name of the request type, if the spec sets one.
  public var swiftName: Name?
  /// The `operationId` in an OpenAPI document; nil without one.
  public var operationID: String?
  public var documentation: Documentation
  /// At least one; the first is preferred.
  public var methods: [Method]
  /// Relative to the module's base path, with `{name}` for path parameters.
  public var path: Name
  /// The servers that have it; `nil` for all.
  public var servers: [Name]?
  /// Its server in ``Module/otherServers``; nil for the module's servers.
  public var otherServer: Name?
  /// Besides the module's, and in place of those with the same names.
  public var constantHeaders: [ConstantHeader] = []
  /// The names of the module's constant headers that it omits.
  public var omittedHeaders: [Name] = []
  /// The wire names of the client parameters that it omits.
  public var omittedClientParameters: [Name]
  public var parameters: [Parameter]
  public var requirements: [Requirement]
  public var body: Body?
  /// What a document says of bodies that are text, by their media types. It isn't checked.
  public var textSchemas: [String: Schema] = [:]
  /// Further bodies that the service takes, and that clients don't send, because another one has the same value.
  public var omittedBodies: [OmittedBody] = []
  /// Whether the body is optional.
  public var isBodyOptional = false
  /// The Swift type that encodes a body of bytes; nil if it is sent as it is.
  public var bodyCodec: Name?
  public var responses: [Response]
  /// The header fields of its responses.
  public var headers: [ResponseHeader] = []
  /// The endpoint's own failures.
  public var failures: [Failure] = []
  /// Whether it inherits the module's failures for other statuses.
  public var takesModuleFailures = true
  /// The name of its envelope, `nil` for none.
  public var envelope: Name?
  /// Besides the module's.
  public var errors: [ErrorCase]
  /// Including the module's defaults.
  public var policies: Policies
  /// The keys of the policies that it sets itself.
  public var ownPolicies: Set<String> = []
  public var span: SourceSpan

  public init(
    name: Name, swiftName: Name? = nil, documentation: Documentation = .init(), methods: [Method], path: Name,
    servers: [Name]? = nil, omittedClientParameters: [Name] = [], parameters: [Parameter] = [],
    requirements: [Requirement] = [], body: Body? = nil, responses: [Response] = [], envelope: Name? = nil,
    errors: [ErrorCase] = [], policies: Policies = .init(), span: SourceSpan
  ) {
    self.name = name
    self.swiftName = swiftName
    self.documentation = documentation
    self.methods = methods
    self.path = path
    self.servers = servers
    self.omittedClientParameters = omittedClientParameters
    self.parameters = parameters
    self.requirements = requirements
    self.body = body
    self.responses = responses
    self.envelope = envelope
    self.errors = errors
    self.policies = policies
    self.span = span
  }

  /// A group of parameters of which some are required.
  public struct Requirement: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable { case atLeastOne, exactlyOne }
    public var kind: Kind
    /// Wire names.
    public var parameters: [Name]

    public init(kind: Kind, parameters: [Name]) {
      self.kind = kind
      self.parameters = parameters
    }
  }

  /// A body that clients don't send.
  public struct OmittedBody: Sendable, Hashable, Codable {
    /// How the value is written. Its schema is the other one's.
    public var body: Body
    /// The media type of the body that is sent instead.
    public var substitute: Name

    public init(body: Body, substitute: Name) {
      self.body = body
      self.substitute = substitute
    }
  }

  /// The body of a request.
  public enum Body: Sendable, Hashable, Codable {
    case json(Schema)
    /// JSON of another media type than `application/json`.
    case jsonOfType(Schema, mediaType: String)
    /// One of several, chosen by the caller.
    case alternatives([Alternative])
    case bytes(mediaType: String)
    /// A form with nested fields, and the style of their names.
    case form(Schema, lists: FormLists, objects: FormObjects, fields: [StyledField] = [])
    case text(mediaType: String)
    /// Read while it is being sent.
    case file(mediaType: String)
    case multipart([Part])

    /// One of several bodies.
    public struct Alternative: Sendable, Hashable, Codable {
      /// The media type, which gives the alternative its name.
      public var mediaType: Name
      public var body: Body
      /// The Swift type that encodes a body of bytes; nil if it is sent as it is.
      public var codec: Name?

      public init(mediaType: Name, body: Body, codec: Name? = nil) {
        self.mediaType = mediaType
        self.body = body
        self.codec = codec
      }
    }

    /// How the elements of a list are named in a form.
    public enum FormLists: String, Sendable, Hashable, Codable, CaseIterable {
      case brackets, indexed, repeated, commas
    }

    /// How the members of an object are named in a form.
    public enum FormObjects: String, Sendable, Hashable, Codable, CaseIterable {
      case brackets, dots, json
    }

    /// The schemas in it. A new value must have the same number.
    public var schemas: [Schema] {
      get {
        switch self {
        case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _): [schema]
        case .multipart(let parts): parts.compactMap(\.schema)
        case .alternatives(let alternatives): alternatives.flatMap(\.body.schemas)
        case .bytes, .text, .file: []
        }
      }
      set {
        switch self {
        case .json: if let schema = newValue.first { self = .json(schema) }
        case .jsonOfType(_, let mediaType):
          if let schema = newValue.first { self = .jsonOfType(schema, mediaType: mediaType) }
        case .form(_, let lists, let objects, let fields):
          if let schema = newValue.first {
            self = .form(schema, lists: lists, objects: objects, fields: fields)
          }
        case .multipart(var parts):
          var rest = newValue[...]
          for index in parts.indices {
            if case .value = parts[index].content, let schema = rest.popFirst() {
              parts[index].content = .value(schema)
            }
          }
          self = .multipart(parts)
        case .alternatives(var alternatives):
          var rest = newValue[...]
          for index in alternatives.indices {
            let count = alternatives[index].body.schemas.count
            alternatives[index].body.schemas = Array(rest.prefix(count))
            rest = rest.dropFirst(count)
          }
          self = .alternatives(alternatives)
        case .bytes, .text, .file: break
        }
      }
    }
  }

  /// A part of a multipart body.
  public struct Part: Sendable, Hashable, Codable {
    public enum Content: Sendable, Hashable, Codable {
      case value(Schema)
      /// A file, or several of the same name.
      case file(mediaType: String?, isList: Bool)
    }
    /// The wire name.
    public var name: Name
    public var content: Content
    /// How a value is written; nil for text, with a part for each element of a list, and JSON for an object.
    public var style: Parameter.Style?
    /// The media type of a value; nil for none if it is text, and for JSON's otherwise.
    public var mediaType: String?
    public var isRequired: Bool
    public var documentation: Documentation
    public var swiftName: Name?

    public init(
      name: Name, content: Content, isRequired: Bool, documentation: Documentation = .init(),
      swiftName: Name? = nil
    ) {
      self.name = name
      self.content = content
      self.isRequired = isRequired
      self.documentation = documentation
      self.swiftName = swiftName
    }

    /// The schema of a value; nil for a file.
    public var schema: Schema? {
      if case .value(let schema) = content { schema } else { nil }
    }
  }

  /// The response for a range of status codes.
  public struct Response: Sendable, Hashable, Codable {
    public enum Payload: Sendable, Hashable, Codable {
      case empty
      case bytes
      case text
      case json(Schema)
      /// Elements that are read as they arrive.
      case stream(Stream, of: Schema)
      /// Server-sent events whose data is text, or depends on their types.
      case events(EventTypes)
      /// Bytes that are read as they arrive.
      case byteStream

      /// Whether the response is read as it arrives.
      public var isStream: Bool {
        switch self {
        case .stream, .events, .byteStream: true
        case .empty, .bytes, .text, .json: false
        }
      }
    }

    /// How the elements of a stream are separated.
    public enum Stream: Sendable, Hashable, Codable {
      /// Server-sent events (HTML Standard, section 9.2), up to an event with this data.
      case events(until: String?)
      /// JSON Lines.
      case lines
      /// Lines of text.
      case textLines
      /// JSON text sequences (RFC 7464).
      case sequence
    }
    /// `200...200` for one code, `200...299` for `2XX`, ``otherStatuses`` for `default`.
    public var statuses: ClosedRange<Int>
    /// A status that the document lists, if the responses of several are combined.
    public var listedStatus: Int?
    /// The media type, or a range of them; nil for any.
    public var mediaType: Name?
    /// The media types that the document lists, even if any is accepted.
    public var listedTypes: [String] = []
    public var payload: Payload
    /// The Swift type that decodes a payload of bytes; nil if it stays as it is.
    public var codec: Name?
    /// Whether elements of a stream that can't be read are left out; otherwise the first of them ends it.
    public var skipsUnreadable = false
    /// Whether a stream of events may also end without the data that ends it.
    public var mayLackEnd = false
    /// The document's examples of the whole payload.
    public var examples: [ResponseExample] = []
    public var span: SourceSpan

    public init(
      statuses: ClosedRange<Int>, mediaType: Name? = nil, payload: Payload, codec: Name? = nil,
      span: SourceSpan
    ) {
      self.statuses = statuses
      self.mediaType = mediaType
      self.payload = payload
      self.codec = codec
      self.span = span
    }
  }
}

extension Endpoint {
  /// The parameter that is the request's whole URL; nil if the URL is below one of the servers.
  public var urlParameter: Parameter? { parameters.first { $0.location == .url } }

  /// Where a mock server has an endpoint whose URL is a parameter.
  public var pathOfItsOwn: String { "-/\(operation)" }
}

/// A value that a request contains besides its body.
public struct Parameter: Sendable, Hashable, Codable {
  public enum Location: String, Sendable, Hashable, Codable, CaseIterable {
    case query, path, header, form, cookie
    /// The value is the whole URL of the request.
    case url

    /// The noun for it in messages, after "in the".
    package var noun: String {
      switch self {
      case .query, .path, .header, .form: rawValue
      case .cookie: "cookies"
      case .url: "URL"
      }
    }
  }

  /// How a list is written as text.
  public enum ListStyle: Sendable, Hashable, Codable {
    case separated(by: String)
    case repeated
  }

  /// The wire name.
  public var name: Name
  /// The label in the spec, if it differs from the wire name; the Swift name is derived from it.
  public var label: Name?
  public var location: Location
  public var schema: Schema
  public var isRequired: Bool
  public var listStyle: ListStyle
  /// The style of the value; nil for plain text, with lists according to ``listStyle``.
  public var style: Style?
  /// Whether `/` and other reserved characters aren't encoded.
  public var keepsReserved = false
  /// Whether an empty text may be sent in the path.
  public var mayBeEmpty = false
  /// Whether a list longer than its `maxItems` is split into several requests.
  public var isBatched: Bool
  public var isSecret: Bool

  public init(
    name: Name, label: Name? = nil, location: Location, schema: Schema, isRequired: Bool,
    listStyle: ListStyle = .separated(by: ","), isBatched: Bool = false, isSecret: Bool = false
  ) {
    self.name = name
    self.label = label
    self.location = location
    self.schema = schema
    self.isRequired = isRequired
    self.listStyle = listStyle
    self.isBatched = isBatched
    self.isSecret = isSecret
  }

  /// The constant value, sent without an argument; nil if there is none, or the parameter is optional.
  ///
  /// - Parameter resolved: the parameter's schema, with references resolved.
  public func constant(_ resolved: Schema) -> Literal? {
    isRequired ? schema.sentConstant(resolved) : nil
  }
}

extension Endpoint {
  /// The constant value of a part of a multipart body, sent without an argument; nil if there is none, or if the part or
  /// the whole body may be left out.
  public func constant(_ part: Part, in index: SchemaIndex) -> Literal? {
    guard part.isRequired, !isBodyOptional, let schema = part.schema else { return nil }
    return schema.sentConstant(index.resolved(schema).schema)
  }
}

extension Schema {
  /// The constant that requests have as a text.
  fileprivate func sentConstant(_ resolved: Schema) -> Literal? {
    guard let value = const ?? resolved.const else { return nil }
    return switch value {
    case .boolean, .number, .string: value
    case .null, .array, .object: nil
    }
  }
}
