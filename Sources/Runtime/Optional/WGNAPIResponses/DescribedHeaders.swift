import WGNAPIClient

/// A request to an endpoint that describes header fields of its responses.
public protocol HeadedRequest: APIRequest {
  /// The header fields that the endpoint describes.
  associatedtype ResponseHeaders: DescribedHeaders
}

/// The header fields that an endpoint describes, as properties that decode them when they are accessed.
public protocol DescribedHeaders: Sendable {
  /// The header fields as the server sent them.
  var reader: HeaderReader { get }
  /// Creates the properties of a response.
  init(_ reader: HeaderReader)
}

extension CallResponse where Request: HeadedRequest {
  /// The header fields that the endpoint describes: `try response.typedHeaders.xTotalCount`.
  ///
  /// Each is decoded when it is accessed. Only that throws an error if the field is missing or malformed.
  public var typedHeaders: Request.ResponseHeaders {
    Request.ResponseHeaders(
      HeaderReader(
        fields: headers, operation: Request.endpoint.name, status: status.code, requestID: requestID))
  }
}
