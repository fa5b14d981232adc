import APIModel

/// The names of the types at a module's top. They may have a prefix, so that two modules can be used in one file.
struct ModuleNames: Sendable {
  private let prefix: String

  init(_ module: Module) { prefix = module.typePrefix?.text ?? "" }

  /// The types that every module with endpoints has.
  var client: String { prefix + "Client" }
  var server: String { prefix + "Server" }
  var errorCode: String { prefix + "ErrorCode" }
  var envelope: String { prefix + "Envelope" }
  /// The events of a module with webhooks.
  var webhookEvent: String { prefix + "WebhookEvent" }
  /// The type that has the schemas of aliases.
  var schemas: String { prefix + "Schemas" }

  /// Names that a prefix makes and nothing else may have; those without a prefix are reserved anyway.
  var reserved: Set<String> {
    prefix.isEmpty ? [] : [client, server, errorCode, envelope, schemas]
  }

  /// The type that a schema or a slice becomes. A name that the spec sets by hand stays as it is.
  func type(_ authorName: String, override: String? = nil) -> String {
    override ?? SwiftName.type(authorName, prefix: prefix, avoiding: reserved)
  }

  /// The request type of an endpoint.
  func request(_ endpoint: Endpoint) -> String {
    SwiftName.request(endpoint, prefix: prefix, avoiding: reserved)
  }

  /// The type that has the methods of a group, or the client.
  func owner(_ group: [Name]) -> String { group.isEmpty ? client : "\(client).\(SwiftName.groupType(group))" }
}
