public import HTTPTypes

/// A request ready to be sent: the HTTP request and its body.
///
/// Its description and its mirror show the redacted URL and no body; ``httpRequest``, ``url`` and ``body``
/// hold secrets as they travel.
public struct ComposedRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The method, URL and header fields.
  public let httpRequest: HTTPRequest
  /// The body, empty where there is none.
  public let body: [UInt8]
  /// The URL with secrets replaced by `<redacted>`.
  public let redactedURL: String
  let redaction: Redaction
  /// Which fields the request asks for; nil for all.
  let selection: FieldSelection?

  /// The whole URL, secrets included.
  public var url: String {
    "\(httpRequest.scheme ?? "")://\(httpRequest.authority ?? "")\(httpRequest.path ?? "/")"
  }

  /// The method and the redacted URL.
  public var description: String { "\(httpRequest.method.rawValue) \(redactedURL)" }
  /// As ``description``.
  public var debugDescription: String { description }
  /// The method and the redacted URL.
  public var customMirror: Mirror {
    Mirror(self, children: ["method": httpRequest.method.rawValue, "url": redactedURL])
  }
}
