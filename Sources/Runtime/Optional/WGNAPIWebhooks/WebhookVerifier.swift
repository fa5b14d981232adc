import HTTPTypes

/// Checks whether a message is from the service, if ``WebhookSignature`` can't describe its signature.
public protocol WebhookVerifier: Sendable {
  /// Checks a message.
  ///
  /// - Parameters:
  ///   - body: The body, exactly as it was received.
  ///   - fields: The header fields of the request.
  /// - Throws: An error if the message isn't genuine, such as ``WebhookError/wrongSignature``.
  func verify(_ body: [UInt8], fields: HTTPFields) async throws
}
