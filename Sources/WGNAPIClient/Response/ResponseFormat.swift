import WGNAPIJSON

/// The format of a response's body, which determines how to decode it.
public struct ResponseFormat<Output: Sendable>: Sendable {
  package enum Content: Sendable {
    case payload(any PayloadFormat<Output>)
    case bytes(@Sendable ([UInt8]) -> Output)
    case text(@Sendable (String) -> Output)
    /// A body that a codec decodes. The second argument is its `Content-Type`.
    case decoded(@Sendable ([UInt8], String?) throws -> Output)
    case byStatus([StatusCase<Output>])
    /// An answer that is read while it arrives, and the value of the `Accept` field.
    case stream(accept: String?, @Sendable (StreamedAnswer) -> Output)
  }

  package let content: Content

  package init(_ content: Content) { self.content = content }

  /// JSON that `coder` decodes. As a whole, it must satisfy `constraint`, such as `[.maxItems(100)]`.
  ///
  /// In a partial answer, only limits on the size of arrays and objects are checked.
  public static func json<Coder: JSONCoder>(as coder: Coder.Type, _ constraint: Schema? = nil) -> Self
  where Coder.Decoded == Output {
    Self(.payload(CoderPayload<Coder, Output>(constraint: PayloadConstraint(constraint)) { $0 }))
  }

  /// A response whose type depends on the HTTP status.
  ///
  /// ```swift
  /// response: .byStatus {
  ///   $0.json(200, Pet.self) { .pet($0) }
  ///   $0.empty(204) { .gone }
  ///   $0.json(400..<500, Problem.self) { .problem($0) }
  /// }
  /// ```
  ///
  /// The first entry with the status is used. If others have the same statuses, the response's media type
  /// decides between them. Below status 300, the payload is taken from the envelope; otherwise, the whole body
  /// is decoded. A status or a media type without an entry is an error.
  public static func byStatus(_ build: (inout StatusBuilder<Output>) -> Void) -> Self {
    var builder = StatusBuilder<Output>()
    build(&builder)
    return Self(.byStatus(builder.cases))
  }

  /// Whether the answer is read while it arrives.
  var isStreamed: Bool {
    if case .stream = content { true } else { false }
  }

  /// Whether a redirect is an answer, and therefore not followed.
  var describesRedirects: Bool {
    guard case .byStatus(let cases) = content else { return false }
    return cases.contains { entry in
      entry.statuses.lowerBound >= 300 && entry.statuses.upperBound <= 400
        && [301, 302, 303, 307, 308].contains { entry.statuses.contains($0) }
    }
  }

  /// An answer that is read while it arrives.
  ///
  /// - Parameters:
  ///   - accept: The value of the `Accept` field; nil for none.
  ///   - make: Creates the value from which the elements are read.
  package static func stream(accept: String?, _ make: @escaping @Sendable (StreamedAnswer) -> Output) -> Self
  {
    Self(.stream(accept: accept, make))
  }
}

extension ResponseFormat where Output: JSONValue {
  /// JSON in the form of the type itself. As a whole, it must satisfy `constraint`, such as
  /// `[.maxItems(100)]`.
  ///
  /// In a partial answer, only limits on the size of arrays and objects are checked.
  public static func json(_ constraint: Schema? = nil) -> Self { .json(as: Output.self, constraint) }
}

extension ResponseFormat where Output == Void {
  /// No value: a payload such as `{}` or null, no payload, or no body.
  public static var empty: Self { Self(.payload(EmptyPayload<Output> { () })) }
}

extension ResponseFormat where Output == [UInt8] {
  /// The body, unchanged.
  public static var bytes: Self { Self(.bytes { $0 }) }
}

/// The format for one status or a range of them.
package struct StatusCase<Output: Sendable>: Sendable {
  let statuses: Range<Int>
  /// The media types; nil for any.
  let mediaType: MediaRange?
  let content: ResponseFormat<Output>.Content
}

/// Collects the formats for statuses.
public struct StatusBuilder<Output: Sendable> {
  var cases: [StatusCase<Output>] = []

  mutating func add(_ statuses: Range<Int>, _ type: String?, _ content: ResponseFormat<Output>.Content) {
    cases.append(
      StatusCase(statuses: statuses, mediaType: type.flatMap { MediaRange($0) }, content: content))
  }

  /// Adds JSON that `coder` decodes, and that satisfies `constraint` as a whole, for one status. Without a
  /// media type, any is accepted.
  public mutating func json<Coder: JSONCoder>(
    _ status: Int, _ coder: Coder.Type, _ constraint: Schema? = nil, type: String? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Output
  ) {
    json(status..<status + 1, coder, constraint, type: type, make)
  }

  /// Adds JSON that `coder` decodes, and that satisfies `constraint` as a whole, for a range of statuses.
  /// Without a media type, any is accepted.
  public mutating func json<Coder: JSONCoder>(
    _ statuses: Range<Int>, _ coder: Coder.Type, _ constraint: Schema? = nil, type: String? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Output
  ) {
    add(
      statuses, type,
      .payload(CoderPayload<Coder, Output>(constraint: PayloadConstraint(constraint), make)))
  }

  /// Adds a response without a value, for one status.
  public mutating func empty(_ status: Int, _ make: @escaping @Sendable () -> Output) {
    empty(status..<status + 1, make)
  }

  /// Adds a response without a value, for a range of statuses.
  public mutating func empty(_ statuses: Range<Int>, _ make: @escaping @Sendable () -> Output) {
    add(statuses, nil, .payload(EmptyPayload(make: make)))
  }

  /// Adds the body, unchanged, for one status. The media type may be a range such as `image/*`; without one,
  /// any is accepted.
  public mutating func bytes(
    _ status: Int, type: String? = nil, _ make: @escaping @Sendable ([UInt8]) -> Output
  ) {
    bytes(status..<status + 1, type: type, make)
  }

  /// Adds the body, unchanged, for a range of statuses. The media type may be a range such as `image/*`; without one,
  /// any is accepted.
  public mutating func bytes(
    _ statuses: Range<Int>, type: String? = nil, _ make: @escaping @Sendable ([UInt8]) -> Output
  ) {
    add(statuses, type, .bytes(make))
  }
}
