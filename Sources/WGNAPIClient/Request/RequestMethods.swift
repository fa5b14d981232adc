import HTTPTypes

/// The HTTP methods that an endpoint accepts, the preferred one first: `.get`, or `[.get, .post]`.
///
/// If both GET and POST are allowed, a request is sent as GET unless its URL would be too long
/// (``ClientConfiguration/longestURL``) or ``CallOptions/method`` is POST. A POST request sends its query as
/// a form body.
public struct RequestMethods: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// The methods in order of preference.
  public let all: [HTTPRequest.Method]

  /// The default method.
  public var preferred: HTTPRequest.Method { all.first ?? .get }

  /// Creates a list of one method.
  public init(_ method: HTTPRequest.Method) { all = [method] }

  /// Creates a list of all methods in `elements`, in order.
  public init(arrayLiteral elements: RequestMethods...) {
    all = elements.flatMap(\.all)
  }

  /// GET.
  public static var get: Self { Self(.get) }
  /// HEAD.
  public static var head: Self { Self(.head) }
  /// POST.
  public static var post: Self { Self(.post) }
  /// PUT.
  public static var put: Self { Self(.put) }
  /// PATCH.
  public static var patch: Self { Self(.patch) }
  /// DELETE.
  public static var delete: Self { Self(.delete) }
  /// TRACE.
  public static var trace: Self { Self(.trace) }
  /// QUERY, which reads like GET and has a body.
  public static var query: Self { Self(HTTPRequest.Method(rawValue: "QUERY") ?? .post) }
  /// OPTIONS.
  public static var options: Self { Self(.options) }
  /// Any other method, such as `COPY`.
  public static func other(_ name: String) -> Self { Self(HTTPRequest.Method(rawValue: name) ?? .post) }

  /// Returns whether `method` is allowed.
  public func contains(_ method: HTTPRequest.Method) -> Bool { all.contains(method) }
}
