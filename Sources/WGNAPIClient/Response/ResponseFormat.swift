import WGNAPIJSON

/// How a response's body becomes a value.
public struct ResponseFormat<Output: Sendable>: Sendable {
  package enum Content: Sendable {
    case payload(any PayloadFormat<Output>)
    case bytes(@Sendable ([UInt8]) -> Output)
    case byStatus([StatusCase<Output>])
  }

  package let content: Content

  package init(_ content: Content) { self.content = content }

  /// JSON that `coder` reads and that as a whole satisfies `constraint`, such as `[.maxItems(100)]`.
  ///
  /// Of a partial answer, only limits of lists and maps are checked.
  public static func json<Coder: JSONCoder>(as coder: Coder.Type, _ constraint: Schema? = nil) -> Self
  where Coder.Decoded == Output {
    Self(.payload(CoderPayload<Coder, Output>(constraint: PayloadConstraint(constraint)) { $0 }))
  }

  /// A response whose type depends on the status.
  ///
  /// ```swift
  /// response: .byStatus {
  ///   $0.json(200, Pet.self) { .pet($0) }
  ///   $0.empty(204) { .gone }
  ///   $0.json(400..<500, Problem.self) { .problem($0) }
  /// }
  /// ```
  ///
  /// The first entry that has the status counts. Below 300 the payload is taken out of the envelope; above,
  /// the whole body is read. A status that no entry has is an error.
  public static func byStatus(_ build: (inout StatusBuilder<Output>) -> Void) -> Self {
    var builder = StatusBuilder<Output>()
    build(&builder)
    return Self(.byStatus(builder.cases))
  }

  /// What the `Accept` field says.
  var accept: String? {
    if case .bytes = content { nil } else { "application/json" }
  }
}

extension ResponseFormat where Output: JSONValue {
  /// JSON in the type's own form that as a whole satisfies `constraint`, such as `[.maxItems(100)]`.
  ///
  /// Of a partial answer, only limits of lists and maps are checked.
  public static func json(_ constraint: Schema? = nil) -> Self { .json(as: Output.self, constraint) }
}

extension ResponseFormat where Output == Void {
  /// Nothing of interest: a payload such as `{}` or null, or no payload, or no body.
  public static var empty: Self { Self(.payload(EmptyPayload<Output> { () })) }
}

extension ResponseFormat where Output == [UInt8] {
  /// The body as it is.
  public static var bytes: Self { Self(.bytes { $0 }) }
}

/// What one status, or a range of them, brings.
package struct StatusCase<Output: Sendable>: Sendable {
  let statuses: Range<Int>
  let content: ResponseFormat<Output>.Content
}

/// Collects what each status brings.
public struct StatusBuilder<Output: Sendable> {
  var cases: [StatusCase<Output>] = []

  /// JSON that `coder` reads and that as a whole satisfies `constraint`, for one status.
  public mutating func json<Coder: JSONCoder>(
    _ status: Int, _ coder: Coder.Type, _ constraint: Schema? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Output
  ) {
    json(status..<status + 1, coder, constraint, make)
  }

  /// JSON that `coder` reads and that as a whole satisfies `constraint`, for a range of statuses.
  public mutating func json<Coder: JSONCoder>(
    _ statuses: Range<Int>, _ coder: Coder.Type, _ constraint: Schema? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Output
  ) {
    let payload = CoderPayload<Coder, Output>(constraint: PayloadConstraint(constraint), make)
    cases.append(StatusCase(statuses: statuses, content: .payload(payload)))
  }

  /// Nothing of interest, for one status.
  public mutating func empty(_ status: Int, _ make: @escaping @Sendable () -> Output) {
    empty(status..<status + 1, make)
  }

  /// Nothing of interest, for a range of statuses.
  public mutating func empty(_ statuses: Range<Int>, _ make: @escaping @Sendable () -> Output) {
    cases.append(StatusCase(statuses: statuses, content: .payload(EmptyPayload(make: make))))
  }

  /// The body as it is, for one status.
  public mutating func bytes(_ status: Int, _ make: @escaping @Sendable ([UInt8]) -> Output) {
    bytes(status..<status + 1, make)
  }

  /// The body as it is, for a range of statuses.
  public mutating func bytes(_ statuses: Range<Int>, _ make: @escaping @Sendable ([UInt8]) -> Output) {
    cases.append(StatusCase(statuses: statuses, content: .bytes(make)))
  }
}
