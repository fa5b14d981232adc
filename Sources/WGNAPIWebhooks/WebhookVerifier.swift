import HTTPTypes

/// Says whether a message is from the service, where ``WebhookSignature`` can't describe how it is signed.
public protocol WebhookVerifier: Sendable {
  /// Checks a message.
  ///
  /// - Parameters:
  ///   - body: The body, exactly as it was received.
  ///   - fields: The header fields of the request.
  /// - Throws: An error if the message isn't genuine, such as ``WebhookError/wrongSignature``.
  func verify(_ body: [UInt8], fields: HTTPFields) async throws
}
