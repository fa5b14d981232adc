import APIModel

/// The names of top-level types. A prefix allows using two modules in one file.
struct ModuleNames: Sendable {
  let prefix: String

  init(_ module: Module) { prefix = module.typePrefix?.text ?? "" }

  /// The types of every module with endpoints.
  var client: String { prefix + "Client" }
  var server: String { prefix + "Server" }
  var errorCode: String { prefix + "ErrorCode" }
  var envelope: String { prefix + "Envelope" }
  /// The events of a module with webhooks.
  var webhookEvent: String { prefix + "WebhookEvent" }
  /// The type that contains the schemas of aliases.
  var constraints: String { prefix + "Constraints" }
  /// The types with what several endpoints share.
  var policies: String { prefix + "ModulePolicies" }
  var failures: String { prefix + "ModuleFailures" }

  /// Names with the prefix that nothing else may have. Those without a prefix are always reserved.
  var reserved: Set<String> {
    prefix.isEmpty ? [] : [client, server, errorCode, envelope, constraints, policies, failures]
  }

  /// The type of a schema or a slice. A name that the spec sets is kept.
  func type(_ authorName: String, override: String? = nil) -> String {
    override ?? SwiftName.type(authorName, prefix: prefix, avoiding: reserved)
  }

  /// An endpoint's request type.
  func request(_ endpoint: Endpoint) -> String {
    SwiftName.request(endpoint, prefix: prefix, avoiding: reserved)
  }

  /// The type with the methods of a group, or the client.
  func owner(_ group: [Name]) -> String { group.isEmpty ? client : "\(client).\(SwiftName.groupType(group))" }
}
