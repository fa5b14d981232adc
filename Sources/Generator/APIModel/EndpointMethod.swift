extension Endpoint {
  /// An HTTP request method (RFC 9110, section 9).
  public struct Method: Sendable, Hashable, Codable, CaseIterable {
    /// In lower case for the usual methods; any other as it is sent.
    public let rawValue: String

    private init(known: String) { rawValue = known }

    /// One of the usual methods, in lower case; nil for any other text.
    public init?(rawValue: String) {
      guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = known
    }

    /// Another method, as it is sent: methods are case-sensitive. It must be a token.
    public init(other name: String) { self = Self(rawValue: name.lowercased()) ?? Self(known: name) }

    public static let get = Self(known: "get")
    public static let post = Self(known: "post")
    public static let put = Self(known: "put")
    public static let patch = Self(known: "patch")
    public static let delete = Self(known: "delete")
    public static let head = Self(known: "head")
    public static let options = Self(known: "options")
    public static let trace = Self(known: "trace")
    public static let query = Self(known: "query")

    public static let allCases = [get, post, put, patch, delete, head, options, trace, query]

    /// Whether the method is one of the usual ones.
    public var isUsual: Bool { Self.allCases.contains(self) }

    /// Whether sending a request twice has the effect of sending it once (RFC 9110, section 9.2.2), so that it may be repeated.
    package var isIdempotent: Bool {
      [.get, .head, .put, .delete, .options, .trace, .query].contains(self)
    }

    /// Whether a request may have a body: content in GET and HEAD requests has no defined meaning, and TRACE forbids it (RFC 9110,
    /// sections 9.3.1, 9.3.2 and 9.3.8).
    package var allowsBody: Bool { ![.get, .head, .trace].contains(self) }

    /// Whether parameters are fields of a form unless they say otherwise.
    package var sendsForm: Bool { [.post, .put, .patch, .query].contains(self) }

    /// Reads the name.
    public init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }
}

extension Endpoint {
  /// The location of a parameter for which the spec gives none, unless it is in the path.
  package var usualLocation: Parameter.Location {
    methods.allSatisfy(\.sendsForm) && body == nil ? .form : .query
  }
}
