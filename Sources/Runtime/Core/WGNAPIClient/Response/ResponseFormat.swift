import WGNAPIJSON

/// The format of a response's body, which determines how to decode it.
///
/// Formats that depend on the status or the media type, texts and codecs are in the product `WGNAPIResponses`; streams are in
/// `WGNAPIStreams`.
public struct ResponseFormat<Output: Sendable>: Sendable {
  /// How to read a body.
  package enum Content: Sendable {
    /// JSON, in an envelope if the endpoint has one.
    case payload(any PayloadFormat<Output>)
    /// A body without an envelope.
    case body(BodyReader<Output>)
  }

  /// What determines the content.
  enum Kind: Sendable {
    /// All responses have the same.
    case fixed(Content)
    /// The head of a response decides.
    case chosen(any ContentChoice<Output>)
  }

  let kind: Kind

  /// The content of all responses; nil if the head of a response decides.
  package var content: Content? {
    if case .fixed(let content) = kind { content } else { nil }
  }

  package init(_ content: Content) { kind = .fixed(content) }

  /// Creates a format for responses of which the head decides how to read them.
  package init(choosing choice: some ContentChoice<Output>) { kind = .chosen(choice) }

  /// JSON that `coder` decodes. As a whole, it must satisfy `constraint`, such as `[.maxItems(100)]`.
  ///
  /// In a partial response, only limits on the size of arrays and objects are checked.
  public static func json<Coder: JSONCoder>(as coder: Coder.Type, _ constraint: Constraint? = nil) -> Self
  where Coder.Decoded == Output {
    Self(.payload(CoderPayload<Coder, Output>(constraint: PayloadConstraint(constraint)) { $0 }))
  }
}

extension ResponseFormat where Output: JSONValue {
  /// JSON in the form of the type itself. As a whole, it must satisfy `constraint`, such as
  /// `[.maxItems(100)]`.
  ///
  /// In a partial response, only limits on the size of arrays and objects are checked.
  public static func json(_ constraint: Constraint? = nil) -> Self { .json(as: Output.self, constraint) }
}

extension ResponseFormat where Output == Void {
  /// No value: a payload such as `{}` or null, no payload, or no body.
  public static var empty: Self { Self(.payload(EmptyPayload<Output> { () })) }
}

extension ResponseFormat where Output == [UInt8] {
  /// The body, unchanged.
  public static var bytes: Self { Self(.body(.bytes { $0 })) }
}

extension ResponseFormat {
  /// Whether the response is read while it arrives.
  var isStreamed: Bool {
    if case .fixed(.body(let body)) = kind { body.isStreamed } else { false }
  }

  /// Whether a redirect is a response, and therefore not followed.
  var describesRedirects: Bool {
    if case .chosen(let choice) = kind { choice.describesRedirects } else { false }
  }

  /// Returns the value of the `Accept` field (RFC 9110, section 12.5.1); nil if all is accepted.
  func accept(failures: [FailureFormat]) -> String? {
    switch kind {
    case .fixed(.payload): "application/json"
    case .fixed(.body(let body)): body.accept
    case .chosen(let choice): choice.accept(failures: failures.compactMap(\.mediaType))
    }
  }
}
