import APIModel

/// Whole responses that a service may give, and failures in its envelopes.
public struct ResponseSamples {
  /// Longer payloads than this are as short as possible: their models have tests of their own.
  private static let longest = 1000

  private let samples: SampleMaker

  /// Creates responses from samples.
  public init(_ samples: SampleMaker) { self.samples = samples }

  /// What an endpoint may answer: the examples of the spec, or one that is made up.
  public func payloads(_ schema: Schema) -> [Literal] {
    let checker = samples.checker
    let examples = schema.examples.filter { checker.isAccepted($0, schema) }
    if !examples.isEmpty {
      return samples.keepsWritten ? examples : examples.map { checker.canonical($0, schema) }
    }
    var last: Literal?
    for kind in 0..<3 {
      let value =
        switch kind {
        case 0: samples.sample(of: schema, mostBytes: Self.longest)
        case 1: oneElement(schema)
        default: samples.sample(of: schema, .minimal)
        }
      guard let value else { continue }
      if value.json.utf8.count <= Self.longest { return [value] }
      last = value
    }
    return [last ?? samples.sample(of: schema)].compactMap(\.self)
  }

  /// What an endpoint may answer in an envelope. If the payload is the rest of the envelope's object, it is an object,
  /// even if its schema allows other values.
  public func payloads(_ schema: Schema, in envelope: Envelope?) -> [Literal] {
    let all = payloads(schema)
    guard let envelope else { return all }
    let fitting = all.filter(envelope.canHold)
    if !fitting.isEmpty { return fitting }
    var map = Schema(span: schema.span)
    map.types = [.object]
    map[.additionalProperties] = Schema(span: schema.span)
    let others =
      (1..<4).map { samples.sample(of: schema, variant: $0) } + [samples.sample(of: map), .object([])]
    let found = others.lazy.compactMap(\.self).first {
      envelope.canHold($0) && samples.checker.isAccepted($0, schema)
    }
    return [found].compactMap(\.self)
  }

  /// A list or a map with one element, which has only what it must have.
  private func oneElement(_ schema: Schema) -> Literal? {
    let container = samples.checker.index.resolved(schema).schema
    func element(_ schema: Schema) -> Literal? {
      var schema = schema
      schema.isNullable = false
      return samples.sample(of: schema, .minimal)
    }
    let value: Literal?
    switch samples.checker.index.shape(of: container) {
    case .array: value = container[.items].flatMap(element).map { .array([$0]) }
    case .map:
      value = container[.additionalProperties].flatMap(element).flatMap { element in
        samples.key(of: container, at: 0).map { .object([.init(name: $0, value: element)]) }
      }
    default: value = nil
    }
    return value.flatMap { samples.checker.isAccepted($0, schema) ? $0 : nil }
  }

  // MARK: Envelopes

  /// The envelope of a response without a failure; nil where none was found.
  public func success(_ envelope: Envelope, _ payload: Literal) -> Literal? {
    for variant in 0..<4 {
      guard let value = samples.sample(of: envelope.schema, .minimal, variant: variant),
        !isFailure(value, envelope), case .object(let members) = value
      else { continue }
      if let place = envelope.payload { return .object(members + [.init(name: place.text, value: payload)]) }
      guard case .object(let rest) = payload else { return nil }
      return .object(members + rest)
    }
    return nil
  }

  /// The envelope of a failure with an error's code and message; nil where none was found.
  ///
  /// - Parameters:
  ///   - envelope: The envelope.
  ///   - error: The error; nil for any.
  ///   - message: The message, if not one that fits the error's pattern.
  ///   - field: The name of the parameter at fault, if it isn't made up.
  ///   - rejected: The value at fault, if it isn't made up.
  public func failure(
    _ envelope: Envelope, _ error: ErrorCase?, message: String? = nil, field: String? = nil,
    rejected: Literal? = nil
  ) -> Literal? {
    guard let failure = envelope.failure, var value = samples.sample(of: envelope.schema) else { return nil }
    /// Sets a part, unless there is no place for it.
    func set(_ path: FieldPath, _ candidates: [Literal], isWhole: Bool = false) -> Bool {
      let steps = value.steps(to: path, isWhole: isWhole)
      let changed = candidates.lazy.compactMap { value.replacing(steps, with: $0) }
      guard let valid = changed.first(where: { samples.checker.isAccepted($0, envelope.schema) }) else {
        return false
      }
      value = valid
      return true
    }
    let property = FieldPath([failure.property.text], span: failure.property.span)
    if let marker = failure.value, !set(property, [marker], isWhole: true) { return nil }
    if let error {
      let code = error.code.text
      if let path = failure.paths.code {
        let number = Int(code).map { Literal.number(NumberText("\($0)")) }
        guard set(path, [number, .string(code)].compactMap(\.self)) else { return nil }
      }
      // One text may be both.
      if let path = failure.paths.message, path.components != failure.paths.code?.components {
        guard set(path, [.string(message ?? Self.text(error.message.text))]) else { return nil }
      }
    }
    // An envelope without a place for these says less.
    if let path = failure.paths.field, let field { _ = set(path, [.string(field)]) }
    if let path = failure.paths.rejectedValue, let rejected {
      _ = set(path, [rejected, .string(rejected.text)], isWhole: true)
    }
    value = withoutOthers(value, envelope)
    return isFailure(value, envelope) && samples.checker.isAccepted(value, envelope.schema) ? value : nil
  }

  /// A failure's envelope without what it neither needs nor says of the failure.
  private func withoutOthers(_ value: Literal, _ envelope: Envelope) -> Literal {
    guard case .object(let members) = value, let failure = envelope.failure else { return value }
    let paths = [failure.paths.code, failure.paths.message, failure.paths.field, failure.paths.rejectedValue]
    let needed = Set([failure.property.text] + paths.compactMap { $0?.components.first })
    let properties = samples.checker.index.flattenedObject(envelope.schema)?.properties ?? []
    let required = Set(properties.filter(\.isRequired).map(\.name.text))
    return .object(members.filter { needed.contains($0.name) || required.contains($0.name) })
  }

  /// A message that fits a pattern.
  public static func text(_ pattern: String) -> String {
    pattern.split(separator: "*", omittingEmptySubsequences: false).joined(separator: "ANYTHING")
  }

  private func isFailure(_ value: Literal, _ envelope: Envelope) -> Bool {
    envelope.failure?.isReported(in: value) ?? false
  }
}

extension Envelope {
  /// Whether a payload can be in the envelope: the rest of an object is an object.
  public func canHold(_ payload: Literal) -> Bool {
    if self.payload != nil { return true }
    return if case .object = payload { true } else { false }
  }
}
