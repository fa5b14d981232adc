import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// A request ready to be sent: the HTTP request and its body.
///
/// Its description and its mirror show the redacted URL and no body; ``httpRequest``, ``url`` and ``body``
/// contain secrets as they are sent.
public struct ComposedRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The method, URL and header fields.
  public let httpRequest: HTTPRequest
  /// The body; empty if there is none, or if it is streamed.
  public let body: [UInt8]
  /// The body of an upload, which is read while it is sent; nil if ``body`` is the body.
  public package(set) var streamedBody: HTTPRequestBody?
  /// Fields with credentials that are renewed from time to time.
  package internal(set) var renewableFields: [RenewableField] = []
  /// The value of the field for an idempotency key; nil for a random one.
  var idempotencyKey: String?
  let redacted: RedactedURL
  /// The fields that the request asks for; nil for all.
  let selection: (any SelectedFields)?

  /// The URL, with secrets replaced by `<redacted>`.
  public var redactedURL: String { redacted.text }

  /// Knows the secrets of the request.
  package var redaction: Redaction { redacted.redaction }

  /// The complete URL, including secrets.
  public var url: String {
    (httpRequest.scheme ?? "") + "://" + (httpRequest.authority ?? "") + (httpRequest.path ?? "/")
  }

  /// The number of bytes of ``url``.
  var urlLength: Int {
    let request = httpRequest
    return 3 + (request.scheme?.utf8.count ?? 0) + (request.authority?.utf8.count ?? 0)
      + (request.path?.utf8.count ?? 0)
  }

  /// The method and the redacted URL.
  public var description: String { "\(httpRequest.method.rawValue) \(redactedURL)" }
  /// Same as ``description``.
  public var debugDescription: String { description }
  /// The method and the redacted URL.
  public var customMirror: Mirror {
    Mirror(self, children: ["method": httpRequest.method.rawValue, "url": redactedURL])
  }
}

// Requests for the pages that a response links to.
extension ComposedRequest {
  /// The path of the base URL.
  package var basePath: String { redacted.base.path }

  /// Returns the same request for another path and query.
  ///
  /// - Parameters:
  ///   - target: Path and query as they are sent.
  ///   - path: The path below the base URL's, for messages; nil for this one's.
  ///   - query: The query for messages, before percent-encoding.
  package func replacing(
    target: String, path: String?, query: [(name: String, value: String, isSecret: Bool)]
  ) -> ComposedRequest {
    var head = httpRequest
    head.path = target
    let redacted = RedactedURL(
      base: redacted.base, path: path ?? redacted.path,
      query: query.map { .init(name: $0.name, value: $0.value, isSecret: $0.isSecret) },
      redaction: redaction)
    var composed = ComposedRequest(httpRequest: head, body: body, redacted: redacted, selection: selection)
    composed.renewableFields = renewableFields
    composed.idempotencyKey = idempotencyKey
    return composed
  }
}

/// A URL without its secrets. Its text is created on demand, which is rare.
struct RedactedURL: Sendable, CustomStringConvertible, CustomReflectable {
  let base: BaseURL
  /// The path below the base URL's, without secret parameters.
  let path: String
  let query: [RequestComposition.Field]
  let redaction: Redaction

  /// Scheme, host and port.
  var origin: String { base.scheme + "://" + base.authority }

  var text: String {
    var text = origin + base.path + redaction(path)
    var separator = "?"
    for field in query {
      text += separator + PercentEncoding.encode(field.name) + "="
      text +=
        field.isSecret ? Redaction.mark : redaction(field.encoded ?? PercentEncoding.encode(field.value))
      separator = "&"
    }
    return text
  }

  var description: String { text }
  /// A mirror of the text only, because the fields contain secrets.
  var customMirror: Mirror { Mirror(self, children: ["url": text]) }
}

/// The default value of the `User-Agent` field.
package enum UserAgent {
  /// The version of the runtime, which equals the generator's.
  package static let runtimeVersion = "0.1.0"

  /// Returns the API's name, without characters that aren't allowed here, and the runtime (RFC 9110, section
  /// 10.1.5).
  static func text(api: String) -> String {
    let name = String(decoding: api.utf8.filter(\.isTokenByte), as: UTF8.self)
    return ((name.isEmpty ? [] : [name]) + ["wgnapi/\(runtimeVersion)"]).joined(separator: " ")
  }
}
