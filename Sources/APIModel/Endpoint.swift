import Diagnostics

/// One operation of the API.
public struct Endpoint: Sendable, Hashable, Codable {
  /// The name within its group.
  public var name: Name
  /// The groups around it, the outermost first; none for an endpoint of the client itself.
  public var group: [Name] = []
  /// The Swift name of the request type, where the spec sets one.
  public var swiftName: Name?
  public var documentation: Documentation
  /// At least one; the first is preferred.
  public var methods: [Method]
  /// Relative to the module's base path, with `{name}` for path parameters.
  public var path: Name
  /// The servers that have it; `nil` for all.
  public var servers: [Name]?
  /// The name of the one of ``Module/otherServers`` where it is; nil where it is on the module's servers.
  public var otherServer: Name?
  /// Beside the module's, and in place of those with the same names.
  public var constantHeaders: [ConstantHeader] = []
  /// The names of the module's constant headers that it does not send.
  public var omittedHeaders: [Name] = []
  /// Wire names of the client parameters that it does not take.
  public var omittedClientParameters: [Name]
  public var parameters: [Parameter]
  public var requirements: [Requirement]
  public var body: Body?
  /// Whether it may be left out.
  public var isBodyOptional = false
  public var responses: [Response]
  /// The header fields of answers that the spec describes.
  public var headers: [ResponseHeader] = []
  /// Those that the endpoint itself describes.
  public var failures: [Failure] = []
  /// Whether the module's failures are the endpoint's, too, apart from those with the same statuses.
  public var takesModuleFailures = true
  /// The name of its envelope, `nil` for none.
  public var envelope: Name?
  /// Beside the module's.
  public var errors: [ErrorCase]
  /// The module's defaults already applied.
  public var policies: Policies
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

  /// A group of parameters of which some must be given.
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

  /// What is sent beside the parameters.
  public enum Body: Sendable, Hashable, Codable {
    case json(Schema)
    /// JSON of another media type than `application/json`.
    case jsonOfType(Schema, mediaType: String)
    /// One of several, by choice of the caller.
    case alternatives([Alternative])
    case bytes(mediaType: String)
    /// A form with nested fields, and how they are named.
    case form(Schema, lists: FormLists, objects: FormObjects)
    case text(mediaType: String)
    /// Read while it is sent.
    case file(mediaType: String)
    case multipart([Part])

    /// A body among others, and what it is called.
    public struct Alternative: Sendable, Hashable, Codable {
      /// The media type, which gives the alternative its name.
      public var mediaType: Name
      public var body: Body

      public init(mediaType: Name, body: Body) {
        self.mediaType = mediaType
        self.body = body
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

    /// The schemas in it. A value that is set must have as many.
    public var schemas: [Schema] {
      get {
        switch self {
        case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _): [schema]
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
        case .form(_, let lists, let objects):
          if let schema = newValue.first { self = .form(schema, lists: lists, objects: objects) }
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
      /// A file, or several with the same name.
      case file(mediaType: String?, isList: Bool)
    }
    /// The wire name.
    public var name: Name
    public var content: Content
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

    var schema: Schema? {
      if case .value(let schema) = content { schema } else { nil }
    }
  }

  /// What is answered for a range of status codes.
  public struct Response: Sendable, Hashable, Codable {
    public enum Payload: Sendable, Hashable, Codable {
      case empty
      case bytes
      case text
      case json(Schema)
      /// Elements that are read while they arrive.
      case stream(Stream, of: Schema)
      /// Bytes that are read while they arrive.
      case byteStream

      /// Whether the answer is read while it arrives.
      public var isStream: Bool {
        switch self {
        case .stream, .byteStream: true
        case .empty, .bytes, .text, .json: false
        }
      }
    }

    /// How the elements of a stream are told apart.
    public enum Stream: Sendable, Hashable, Codable {
      /// Server-sent events (HTML Standard, section 9.2), up to one with this data.
      case events(until: String?)
      /// JSON Lines.
      case lines
      /// JSON text sequences (RFC 7464).
      case sequence
    }
    /// `200...200` for one code, `200...299` for `2XX`, ``otherStatuses`` for `default`.
    public var statuses: ClosedRange<Int>
    /// The media type, or a range of them; nil for any.
    public var mediaType: Name?
    public var payload: Payload
    public var span: SourceSpan

    public init(
      statuses: ClosedRange<Int>, mediaType: Name? = nil, payload: Payload, span: SourceSpan
    ) {
      self.statuses = statuses
      self.mediaType = mediaType
      self.payload = payload
      self.span = span
    }
  }
}

/// A value that a request carries beside its body.
public struct Parameter: Sendable, Hashable, Codable {
  public enum Location: String, Sendable, Hashable, Codable, CaseIterable {
    case query, path, header, form, cookie
  }

  /// How a list stands in text.
  public enum ListStyle: Sendable, Hashable, Codable {
    case separated(by: String)
    case repeated
  }

  /// The wire name.
  public var name: Name
  /// What the spec calls it, where that is another name; the Swift name is derived from it.
  public var label: Name?
  public var location: Location
  public var schema: Schema
  public var isRequired: Bool
  public var listStyle: ListStyle
  /// How the value is written; nil for plain text, with lists joined as ``listStyle`` says.
  public var style: Style?
  /// Whether `/` and other characters with a meaning in URLs are sent as they are.
  public var keepsReserved = false
  /// A list longer than its `maxItems` is split into several requests.
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

  /// The value that is always sent, without an argument; nil if it is one, or may be left out.
  ///
  /// - Parameter resolved: The schema with what it refers to.
  public func constant(_ resolved: Schema) -> Literal? {
    guard isRequired, let value = schema.const ?? resolved.const else { return nil }
    return switch value {
    case .boolean, .number, .string: value
    case .null, .array, .object: nil
    }
  }
}

/// How payloads are wrapped: an object with a hole.
public struct Envelope: Sendable, Hashable, Codable {
  public var name: Name
  /// Its properties without the payload.
  public var schema: Schema
  /// The wire name of the property that holds the payload.
  public var payload: Name
  public var failure: Failure?
  public var library: String?

  public init(name: Name, schema: Schema, payload: Name, failure: Failure? = nil, library: String? = nil) {
    self.name = name
    self.schema = schema
    self.payload = payload
    self.failure = failure
    self.library = library
  }

  /// How an answer says that the request failed. Paths are wire names within the envelope.
  public struct Failure: Sendable, Hashable, Codable {
    /// The property that tells.
    public var property: Name
    /// Its value that means failure; nil if its presence does.
    public var value: Literal?
    public var paths: FailurePaths

    public init(property: Name, value: Literal?, paths: FailurePaths) {
      self.property = property
      self.value = value
      self.paths = paths
    }
  }
}

/// A dotted path of wire names.
public struct FieldPath: Sendable, Hashable, Codable {
  public var components: [String]
  public var span: SourceSpan

  public init(_ components: [String], span: SourceSpan) {
    self.components = components
    self.span = span
  }
}

/// An error code that the service answers with.
public struct ErrorCase: Sendable, Hashable, Codable {
  public var code: Code
  /// The service's own word, in which `*` stands for any text.
  public var message: Name
  /// The Swift name, where the spec sets one.
  public var swiftName: Name?
  public var isRetryable: Bool
  public var documentation: Documentation

  public init(
    code: Code, message: Name, swiftName: Name? = nil, isRetryable: Bool = false,
    documentation: Documentation = .init()
  ) {
    self.code = code
    self.message = message
    self.swiftName = swiftName
    self.isRetryable = isRetryable
    self.documentation = documentation
  }

  /// A number, or a word such as `card_declined`.
  public enum Code: Sendable, Hashable, Codable {
    case integer(Int)
    case text(Name)

    /// The code as it is written; a number and its digits as text are the same code.
    public var text: String {
      switch self {
      case .integer(let number): String(number)
      case .text(let name): name.text
      }
    }

    /// Reads an integer or a name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .integer(number)
      } else {
        self = .text(try container.decode(Name.self))
      }
    }

    /// Writes an integer or a name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .integer(let number): try container.encode(number)
      case .text(let name): try container.encode(name)
      }
    }
  }
}
