import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// The format of a response's body, which determines how to decode it.
public struct ResponseFormat<Output: Sendable>: Sendable {
  package enum Content: Sendable {
    case payload(any PayloadFormat<Output>)
    case bytes(@Sendable ([UInt8]) -> Output)
    case text(@Sendable (String) -> Output)
    /// A body that a codec decodes. The second argument is its `Content-Type`.
    case decoded(@Sendable ([UInt8], String?) throws -> Output)
    case byStatus([StatusCase<Output>])
    /// An answer that is read while it arrives, the value of the `Accept` field, and whether other media types are an
    /// error; otherwise, only a web page is.
    case stream(accept: String?, isOnlyThat: Bool, @Sendable (StreamedAnswer) -> Output)
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
        && Redirect.statuses.contains { entry.statuses.contains($0) }
    }
  }

  /// An answer that is read while it arrives.
  ///
  /// - Parameters:
  ///   - accept: The value of the `Accept` field; nil for none.
  ///   - isOnlyThat: Whether an answer of another media type is an error. Otherwise, only a web page is, unless all is
  ///     accepted.
  ///   - make: Creates the value from which the elements are read.
  package static func stream(
    accept: String?, isOnlyThat: Bool = false, _ make: @escaping @Sendable (StreamedAnswer) -> Output
  ) -> Self {
    Self(.stream(accept: accept, isOnlyThat: isOnlyThat, make))
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

  mutating func add(
    _ statuses: some StatusRange, _ type: String?, _ content: ResponseFormat<Output>.Content
  ) {
    cases.append(
      StatusCase(statuses: statuses.statusRange, mediaType: type.flatMap { MediaRange($0) }, content: content)
    )
  }

  /// Adds JSON that `coder` decodes, and that satisfies `constraint` as a whole. Without a media type, any is accepted.
  public mutating func json<Coder: JSONCoder>(
    _ statuses: some StatusRange, _ coder: Coder.Type, _ constraint: Schema? = nil, type: String? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Output
  ) {
    add(
      statuses, type,
      .payload(CoderPayload<Coder, Output>(constraint: PayloadConstraint(constraint), make)))
  }

  /// Adds a response without a value.
  public mutating func empty(_ statuses: some StatusRange, _ make: @escaping @Sendable () -> Output) {
    add(statuses, nil, .payload(EmptyPayload(make: make)))
  }

  /// Adds the body, unchanged. The media type may be a range such as `image/*`; without one, any is accepted.
  public mutating func bytes(
    _ statuses: some StatusRange, type: String? = nil, _ make: @escaping @Sendable ([UInt8]) -> Output
  ) {
    add(statuses, type, .bytes(make))
  }
}

extension ResponseFormat {
  /// JSON of a media type such as `application/vnd.api+json`, which `coder` decodes. As a whole, it must satisfy
  /// `constraint`. Another media type is an error.
  public static func json<Coder: JSONCoder>(
    type: String, as coder: Coder.Type, _ constraint: Schema? = nil
  ) -> Self where Coder.Decoded == Output {
    .byStatus { $0.json(200..<300, coder, constraint, type: type) { $0 } }
  }
}

extension ResponseFormat where Output: JSONValue {
  /// JSON of a media type such as `application/vnd.api+json`, in the form of the type itself. As a whole, it
  /// must satisfy `constraint`. Another media type is an error.
  public static func json(type: String, _ constraint: Schema? = nil) -> Self {
    .json(type: type, as: Output.self, constraint)
  }
}

extension ResponseFormat where Output == String {
  /// The body as text, in the charset that its `Content-Type` says: UTF-8, ISO 8859-1 or UTF-16.
  public static var text: Self { Self(.text { $0 }) }

  /// The body as text of a media type such as `text/csv`. Another media type is an error.
  public static func text(_ type: String) -> Self { .byStatus { $0.text(200..<300, type: type) { $0 } } }
}

extension ResponseFormat where Output == [UInt8] {
  /// The body, unchanged, of a media type such as `image/png`. Another media type is an error.
  public static func bytes(_ type: String) -> Self { .byStatus { $0.bytes(200..<300, type: type) { $0 } } }
}

extension StatusBuilder {
  /// Adds text. Without a media type, any is accepted.
  public mutating func text(
    _ statuses: some StatusRange, type: String? = nil, _ make: @escaping @Sendable (String) -> Output
  ) {
    add(statuses, type, .text(make))
  }
}

/// The result of choosing a format for a response.
enum ContentChoice<Output: Sendable> {
  case content(ResponseFormat<Output>.Content)
  /// The response has another media type than these.
  case none(expected: [MediaRange])
  /// The status isn't described.
  case undescribed
}

extension ResponseFormat {
  /// Returns the format for a status and a media type.
  ///
  /// The first entry with the status decides about the statuses; the entries with the same statuses are its
  /// alternatives. A response without a media type is the first alternative. Of those with its type and subtype, the one
  /// that shares the most parameters with it is chosen, and none that contradicts it.
  static func choose(
    _ status: Int, _ contentType: String?, among cases: [StatusCase<Output>]
  ) -> ContentChoice<Output> {
    guard let first = cases.first(where: { $0.statuses.contains(status) }) else { return .undescribed }
    guard let contentType else { return .content(first.content) }
    let alternatives = cases.filter { $0.statuses == first.statuses }
    let expected = alternatives.compactMap(\.mediaType)
    // An entry without a media type accepts all.
    guard expected.count == alternatives.count else { return .content(first.content) }
    guard let type = MediaRange(contentType) else { return .none(expected: expected) }
    let named = alternatives.filter { $0.mediaType?.essence == type.essence }
    var match: StatusCase<Output>?
    var best = Int.min
    for alternative in named {
      guard let fit = alternative.mediaType?.fit(type), fit > best else { continue }
      (match, best) = (alternative, fit)
    }
    match = match ?? alternatives.first { $0.mediaType?.contains(type) == true }
    if named.isEmpty, type.isJSON { match = match ?? alternatives.first { $0.mediaType?.isJSON == true } }
    return match.map { .content($0.content) } ?? .none(expected: expected)
  }

  /// Returns the value of the `Accept` field (RFC 9110, section 12.5.1); nil if all is accepted.
  ///
  /// The media types of answers come first, in the order of their entries. Those of failures follow, with a
  /// lower weight: a server that negotiates should prefer an answer's.
  func accept(failures: [FailureFormat]) -> String? {
    guard case .byStatus(let cases) = content else {
      switch content {
      case .bytes, .decoded: return nil
      case .text: return "text/*, */*;q=0.1"
      case .stream(let accept, _, _): return accept
      default: return "application/json"
      }
    }
    // What each entry accepts; nil if it needs no body.
    let accepted = cases.map { ($0.statuses.lowerBound < 300, $0.acceptedType) }
    return acceptField(accepted, failures: failures.compactMap { $0.mediaType?.text })
  }
}

/// Returns the value of the `Accept` field for the media types of answers and of other responses.
private func acceptField(_ accepted: [(isAnswer: Bool, type: String?)], failures: [String]) -> String {
  var types: [String] = []
  for case (true, let type?) in accepted { types.add(type) }
  if types.isEmpty { types = ["application/json"] }
  guard !types.has("*/*") else { return types.joined(separator: ", ") }
  let answers = types
  let others = accepted.compactMap { $0.isAnswer || $0.type == "*/*" ? nil : $0.type }
  for type in others + failures where !answers.has(type) { types.add("\(type);q=0.1") }
  return types.joined(separator: ", ")
}

extension StatusCase {
  /// The media type that it asks for; nil if it needs no body.
  fileprivate var acceptedType: String? {
    if let mediaType { return mediaType.text }
    switch content {
    case .bytes, .decoded: return "*/*"
    case .text: return "text/*"
    case .payload(let format): return format is EmptyPayload<Output> ? nil : "application/json"
    default: return nil
    }
  }
}
