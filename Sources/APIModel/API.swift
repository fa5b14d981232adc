import Diagnostics

/// Everything that a run's specs say: the intermediate representation between the spec readers and the emitter.
///
/// Plain values in the order of the specs, free of any Swift spelling. Every part carries the place it came from.
public struct API: Sendable, Hashable, Codable {
  /// The modules to generate, in the order of their folders' names.
  public var modules: [Module]

  public init(modules: [Module]) { self.modules = modules }
}

/// A name as the spec writes it, and where.
public struct Name: Sendable, Hashable, Codable {
  public var text: String
  public var span: SourceSpan

  public init(_ text: String, span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// What a person is told about a part of the API.
public struct Documentation: Sendable, Hashable, Codable {
  /// One sentence.
  public var summary: String?
  /// Markdown.
  public var details: String?
  public var deprecation: Deprecation?

  public init(summary: String? = nil, details: String? = nil, deprecation: Deprecation? = nil) {
    self.summary = summary
    self.details = details
    self.deprecation = deprecation
  }
}

/// That a part should not be used any more, and what to use instead, if the spec says it.
public struct Deprecation: Sendable, Hashable, Codable {
  public var message: String?

  public init(message: String? = nil) { self.message = message }
}

/// One folder of specs with all that it imports: what becomes one Swift module.
public struct Module: Sendable, Hashable, Codable {
  /// The module's name, as it will be imported.
  public var name: Name
  public var documentation: Documentation
  /// What the names of all types begin with; nil for none.
  public var typePrefix: Name?
  /// Put between a server's URL and an endpoint's path.
  public var basePath: String
  public var servers: [Server]
  /// Addresses beside the servers where some endpoints are.
  public var otherServers: [OtherServer] = []
  /// Header fields that are sent with every request, unless its endpoint has its own or omits them.
  public var constantHeaders: [ConstantHeader] = []
  /// Parameters that are set once on the client.
  public var clientParameters: [Parameter]
  public var limits: [RateLimit]
  /// The errors by which the service says that there were more requests than ``limits`` allow.
  public var limitErrors: [Policies.ErrorReference] = []
  /// The header fields that say how many more requests the service takes; nil where none do.
  public var limitFields: RateLimitFields?
  public var tokenFlow: TokenFlow?
  /// Credentials that are set once on the client.
  public var credentials: [CredentialDefinition] = []
  /// Those that an endpoint needs unless it says otherwise; nil for none.
  public var authentication: [[CredentialUse]]?
  public var envelopes: [Envelope]
  /// Errors that every endpoint can answer with.
  public var errors: [ErrorCase]
  /// What the service answers with if a request fails, for the endpoints that take it.
  public var failures: [Failure] = []
  public var endpoints: [Endpoint]
  /// What is said of the groups of endpoints.
  public var groups: [EndpointGroup] = []
  public var schemas: [NamedSchema]
  public var slices: [Slice]
  /// The messages that the service sends by itself.
  public var webhooks: Webhooks?
  /// The JSON Schema documents among the module's specs, with those that they refer to; nil where there are none.
  public var schemaGraph: SchemaGraph?
  /// Whether the names are those of a document that somebody else writes, so that nobody can be asked for others: where two
  /// would be the same in Swift, one gets another name.
  public var namesAreForeign = false

  public init(
    name: Name, documentation: Documentation = .init(), basePath: String = "", servers: [Server] = [],
    clientParameters: [Parameter] = [], limits: [RateLimit] = [], tokenFlow: TokenFlow? = nil,
    envelopes: [Envelope] = [], errors: [ErrorCase] = [], endpoints: [Endpoint] = [],
    schemas: [NamedSchema] = [], slices: [Slice] = []
  ) {
    self.name = name
    self.documentation = documentation
    self.basePath = basePath
    self.servers = servers
    self.clientParameters = clientParameters
    self.limits = limits
    self.tokenFlow = tokenFlow
    self.envelopes = envelopes
    self.errors = errors
    self.endpoints = endpoints
    self.schemas = schemas
    self.slices = slices
  }
}

/// A place where the API is served.
public struct Server: Sendable, Hashable, Codable {
  public var name: Name
  public var url: String
  public var documentation: Documentation
  /// The names in braces in the URL.
  public var variables: [ServerVariable] = []

  public init(name: Name, url: String, documentation: Documentation = .init()) {
    self.name = name
    self.url = url
    self.documentation = documentation
  }
}

/// The endpoints by which an access token is had, kept and given back.
public struct TokenFlow: Sendable, Hashable, Codable {
  public var login: Name?
  public var prolongate: Name?
  public var logout: Name?

  public init(login: Name? = nil, prolongate: Name? = nil, logout: Name? = nil) {
    self.login = login
    self.prolongate = prolongate
    self.logout = logout
  }
}

/// A schema that the spec gives a name.
public struct NamedSchema: Sendable, Hashable, Codable {
  public var name: Name
  public var schema: Schema
  /// The library that defined it, where it isn't the module's own.
  public var library: String?
  /// The schema whose form in requests it is, where answers have another form.
  public var inputOf: String?
  /// Where it is the model of a JSON Schema document: the schema there, which its values satisfy as a whole.
  public var source: SchemaNode.ID?

  public init(name: Name, schema: Schema, library: String? = nil) {
    self.name = name
    self.schema = schema
    self.library = library
  }
}

/// A small view on a schema: only the named fields.
public struct Slice: Sendable, Hashable, Codable {
  public var name: Name
  /// The schema it is a slice of.
  public var base: Name
  /// Dotted paths of wire names.
  public var fields: [Name]
  public var documentation: Documentation

  public init(name: Name, base: Name, fields: [Name], documentation: Documentation = .init()) {
    self.name = name
    self.base = base
    self.fields = fields
    self.documentation = documentation
  }
}
