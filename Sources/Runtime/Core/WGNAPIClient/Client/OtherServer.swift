/// Another server with some of the API's endpoints, such as a host for uploads.
///
/// Its URL is a part of each ``APIServer``. It gets no credentials and no secret parameters but those that it lists.
public struct OtherServer: Sendable {
  /// The name by which endpoints refer to it.
  package let name: String
  /// The names of the credentials, and of the client's secret parameters, that are sent there.
  package let secrets: [String]

  /// Creates a description of another server.
  public init(_ name: String, secrets: [String] = []) {
    self.name = name
    self.secrets = secrets
  }
}
