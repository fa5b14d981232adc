import Diagnostics

/// The contents of a run's specs: the intermediate representation between the spec readers and the emitter.
///
/// Plain values in spec order, without any Swift spelling. Every part has its position in the specs.
public struct API: Sendable, Hashable, Codable {
  /// The modules to generate, in the order of their folders' names.
  public var modules: [Module]

  public init(modules: [Module]) { self.modules = modules }
}

/// A name in the spec, with its position.
public struct Name: Sendable, Hashable, Codable {
  public var text: String
  public var span: SourceSpan

  public init(_ text: String, span: SourceSpan) {
    self.text = text
    self.span = span
  }
}

/// The documentation of a part of the API.
///
/// A text of nothing but white space says nothing: it is nil.
public struct Documentation: Sendable, Hashable, Codable {
  /// One sentence.
  public var summary: String? { didSet { if isBlank(summary) { summary = nil } } }
  /// Markdown.
  public var details: String? { didSet { if isBlank(details) { details = nil } } }
  public var deprecation: Deprecation?

  public init(summary: String? = nil, details: String? = nil, deprecation: Deprecation? = nil) {
    self.summary = isBlank(summary) ? nil : summary
    self.details = isBlank(details) ? nil : details
    self.deprecation = deprecation
  }
}

/// Whether a text is nothing but white space.
private func isBlank(_ text: String?) -> Bool { text?.allSatisfy(\.isWhitespace) ?? false }

/// Marks a part as deprecated, with its replacement if the spec names one.
public struct Deprecation: Sendable, Hashable, Codable {
  public var message: String?

  public init(message: String? = nil) { self.message = isBlank(message) ? nil : message }
}

/// A folder of specs and everything it imports, which becomes one Swift module.
public struct Module: Sendable, Hashable, Codable {
  /// The module's name, as it will be imported.
  public var name: Name
  public var documentation: Documentation
  /// Who can use the generated declarations.
  public var access = AccessLevel.public
  /// Which models have an initializer of their own.
  public var initializers = InitializerScope.all
  /// The prefix of all type names; nil for none.
  public var typePrefix: Name?
  /// The user's types for formats.
  public var formatTypes: [FormatType] = []
  /// The user's types for models of JSON Schema documents.
  public var modelTypes: [ModelType] = []
  /// The path between a server's URL and an endpoint's path.
  public var basePath: String
  public var servers: [Server]
  /// The paths of servers whose host the document doesn't know.
  public var relativeServers: [String] = []
  /// Further servers of some endpoints.
  public var otherServers: [OtherServer] = []
  /// Header fields that are sent with every request, unless its endpoint has its own or omits them.
  public var constantHeaders: [ConstantHeader] = []
  /// Parameters that are set once on the client.
  public var clientParameters: [Parameter]
  public var limits: [RateLimit]
  /// The errors that mean more requests than ``limits`` allow.
  public var limitErrors: [Policies.ErrorReference] = []
  /// The header fields with the number of remaining requests; nil without any.
  public var limitFields: RateLimitFields?
  public var tokenFlow: TokenFlow?
  /// Credentials that are set once on the client.
  public var credentials: [CredentialDefinition] = []
  /// The credentials that an endpoint needs by default; nil for none.
  public var authentication: [[CredentialUse]]?
  public var envelopes: [Envelope]
  /// The errors that any endpoint may return.
  public var errors: [ErrorCase]
  /// The bodies of failures, for the endpoints that inherit them.
  public var failures: [Failure] = []
  public var endpoints: [Endpoint]
  /// The documentation of groups.
  public var groups: [EndpointGroup] = []
  public var schemas: [NamedSchema]
  public var slices: [Slice]
  /// The messages from the service.
  public var webhooks: Webhooks?
  /// The JSON Schema documents in the module's specs, and those that they refer to; nil without any.
  public var schemaGraph: SchemaGraph?
  /// What the module was read from.
  public var origin = Origin.specs
  /// Where the module's settings have their keys, by name.
  public var keySpans: [String: SourceSpan] = [:]
  /// Where a document has examples of parameters and request bodies, which aren't read.
  public var examplesOfRequests: [SourceSpan] = []

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

extension Module {
  /// What a module was read from.
  public enum Origin: String, Sendable, Hashable, Codable {
    /// Files in the spec language, which their user can change.
    case specs
    /// An OpenAPI document, which may not be its user's to change: equal Swift names are renamed instead of reported, wrong
    /// examples are dropped, and definitions may be unused.
    case document
  }
}

/// Which models of a module have a generated initializer.
public enum InitializerScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// All of them.
  case all
  /// Those that a request can contain. The others are only ever read.
  case requests
}

/// Who can use a module's generated declarations.
public enum AccessLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Everybody who imports the module.
  case `public`
  /// The targets of the same package.
  case package
  /// The target that the code is compiled in.
  case `internal`
}

/// A server of the API.
public struct Server: Sendable, Hashable, Codable {
  public var name: Name
  public var url: String
  public var documentation: Documentation
  /// The variables in braces in the URL.
  public var variables: [ServerVariable] = []

  public init(name: Name, url: String, documentation: Documentation = .init()) {
    self.name = name
    self.url = url
    self.documentation = documentation
  }
}

/// The endpoints that issue, extend and revoke an access token.
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

/// A named schema of the spec.
public struct NamedSchema: Sendable, Hashable, Codable {
  public var name: Name
  public var schema: Schema
  /// The library that defines it; nil for the module's own.
  public var library: String?
  /// The schema whose form in requests this is, if responses have another form.
  public var inputOf: String?
  /// For a model of a JSON Schema document: the schema that validates the whole value.
  public var source: SchemaNode.ID?

  public init(name: Name, schema: Schema, library: String? = nil) {
    self.name = name
    self.schema = schema
    self.library = library
  }
}

/// A small view of a schema: only some of its fields.
public struct Slice: Sendable, Hashable, Codable {
  public var name: Name
  /// The schema of which it is a slice.
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
