import HTTPTypes

/// The HTTP methods an endpoint answers to, the preferred one first: `.get`, or `[.get, .post]`.
///
/// Where both GET and POST are allowed, a request is sent as GET unless its URL would grow too long
/// (``ClientConfiguration/longestURL``) or ``CallOptions/method`` asks for POST; its query then travels as a
/// form body.
public struct RequestMethods: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The methods in order of preference.
  public let all: [HTTPRequest.Method]

  /// The method used unless something asks for another one.
  public var preferred: HTTPRequest.Method { all.first ?? .get }

  /// Exactly `method`.
  public init(_ method: HTTPRequest.Method) { all = [method] }

  /// All methods of `elements`, in order.
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
  /// OPTIONS.
  public static var options: Self { Self(.options) }

  /// Whether `method` is one of them.
  public func contains(_ method: HTTPRequest.Method) -> Bool { all.contains(method) }
}
