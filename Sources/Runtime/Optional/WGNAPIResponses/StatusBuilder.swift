import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

extension ResponseFormat {
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
  /// Of the entries with the status, the one with the fewest statuses is used. If others have the same statuses, the
  /// response's media type decides between them. Below status 300, the payload is taken from the envelope; otherwise, the whole body
  /// is decoded. A status or a media type without an entry is an error.
  public static func byStatus(_ build: (inout StatusBuilder<Output>) -> Void) -> Self {
    var builder = StatusBuilder<Output>()
    build(&builder)
    return Self(choosing: StatusChoice(cases: builder.cases))
  }
}

/// Collects the formats for statuses.
public struct StatusBuilder<Output: Sendable> {
  private(set) var cases: [StatusCase<Output>] = []

  /// - Parameter accepted: What the entry accepts if it has no media type; nil if it needs no body.
  mutating func add(
    _ statuses: some StatusRange, _ type: String?, accepting accepted: String?,
    _ content: ResponseFormat<Output>.Content
  ) {
    let mediaType = type.flatMap { MediaRange($0) }
    cases.append(
      StatusCase(
        statuses: statuses.statusRange, mediaType: mediaType, accepted: mediaType?.text ?? accepted,
        content: content))
  }

  /// Adds JSON that `coder` decodes, and that satisfies `constraint` as a whole. Without a media type, any is accepted.
  public mutating func json<Coder: JSONCoder>(
    _ statuses: some StatusRange, _ coder: Coder.Type, _ constraint: Constraint? = nil, type: String? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Output
  ) {
    add(
      statuses, type, accepting: "application/json",
      .payload(CoderPayload<Coder, Output>(constraint: PayloadConstraint(constraint), make)))
  }

  /// Adds a response without a value.
  public mutating func empty(_ statuses: some StatusRange, _ make: @escaping @Sendable () -> Output) {
    add(statuses, nil, accepting: nil, .payload(EmptyPayload(make: make)))
  }

  /// Adds the body, unchanged. The media type may be a range such as `image/*`; without one, any is accepted.
  public mutating func bytes(
    _ statuses: some StatusRange, type: String? = nil, _ make: @escaping @Sendable ([UInt8]) -> Output
  ) {
    add(statuses, type, accepting: "*/*", .body(.bytes(make)))
  }

  /// Adds text. Without a media type, any is accepted.
  public mutating func text(
    _ statuses: some StatusRange, type: String? = nil, _ make: @escaping @Sendable (String) -> Output
  ) {
    add(statuses, type, accepting: "text/*", .body(.text(make)))
  }

  /// Adds a body that `codec` decodes. The media type may be a range such as `image/*`; without one, any is accepted.
  public mutating func decoded<Codec: BodyDecoder>(
    _ statuses: some StatusRange, _ codec: Codec.Type, type: String? = nil,
    _ make: @escaping @Sendable (Codec.Value) -> Output
  ) {
    add(statuses, type, accepting: "*/*", .body(.decoded(codec, make)))
  }
}

/// The format for one status or a range of them.
struct StatusCase<Output: Sendable>: Sendable {
  let statuses: Range<Int>
  /// The media types; nil for any.
  let mediaType: MediaRange?
  /// The media type that it asks for; nil if it needs no body.
  let accepted: String?
  let content: ResponseFormat<Output>.Content
}
