import WGNAPIJSON

/// Reads a payload, alone or in an envelope, with its coder's type erased.
package protocol PayloadFormat<Value>: Sendable {
  associatedtype Value: Sendable

  /// Reads a body that is the payload; partial models in it have the fields of the selection.
  func read(
    _ body: [UInt8], selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation])

  /// Reads a body that is an envelope, in one pass; where the payload can't be read, the envelope still is,
  /// because it may say why. The keys may stand in any order.
  func read<Envelope: ResponseEnvelope>(
    _ body: [UInt8], in envelope: Envelope.Type, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value>
}

/// An envelope with what was in it.
package struct EnvelopeContent<Envelope, Value> {
  let envelope: Envelope
  /// The payload, or why there is none.
  let payload: Result<Value, JSONError>
  let violations: [Violation]
}

/// A payload that a coder reads, whichever.
package protocol CodedPayload {
  var coder: any JSONCoder.Type { get }
  var constraint: PayloadConstraint { get }
}

/// What a payload as a whole must satisfy beyond its type.
package struct PayloadConstraint: Sendable {
  /// For a payload with all of its fields.
  let whole: Schema?
  /// For one with some fields: how many elements and members there are, which no missing field changes.
  let partial: Schema?

  init(_ schema: Schema?) {
    whole = schema
    partial = schema?.containerLimits()
  }

  private init(partial: Schema?) {
    whole = partial
    self.partial = partial
  }

  /// The constraint of the same payload with models that have only some of the fields.
  package var ofParts: PayloadConstraint { PayloadConstraint(partial: partial) }

  func schema(for selection: FieldSelection?) -> Schema? { selection?.isWhole == false ? partial : whole }
}

/// A payload that a coder reads.
package struct CoderPayload<Coder: JSONCoder, Value: Sendable>: PayloadFormat, CodedPayload {
  package let constraint: PayloadConstraint
  let make: @Sendable (Coder.Decoded) -> Value

  package init(
    constraint: PayloadConstraint = PayloadConstraint(nil),
    _ make: @escaping @Sendable (Coder.Decoded) -> Value
  ) {
    self.constraint = constraint
    self.make = make
  }

  package var coder: any JSONCoder.Type { Coder.self }

  package func read(
    _ body: [UInt8], selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    let (value, violations) = try Coder.decodeReporting(
      body, constraint: constraint.schema(for: selection), selection: selection, options: options)
    return (make(value), violations)
  }

  package func read<Envelope: ResponseEnvelope>(
    _ body: [UInt8], in envelope: Envelope.Type, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    let content = try Envelope.decode(
      body, payload: Envelope.payloadKey, as: Coder.self, constraint: constraint.schema(for: selection),
      selection: selection, options: options)
    let missing = JSONError(.missingKey, "the key \"\(Envelope.payloadKey)\" is missing", line: 1)
    return EnvelopeContent(
      envelope: content.envelope, payload: (content.payload ?? .failure(missing)).map(make),
      violations: content.violations)
  }
}

/// A payload that nobody looks at.
struct EmptyPayload<Value: Sendable>: PayloadFormat {
  let make: @Sendable () -> Value

  func read(
    _ body: [UInt8], selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) { (make(), []) }

  func read<Envelope: ResponseEnvelope>(
    _ body: [UInt8], in envelope: Envelope.Type, selection: FieldSelection?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    let content = try Envelope.decode(
      body, payload: Envelope.payloadKey, as: IgnoredJSON.self, options: options)
    return EnvelopeContent(
      envelope: content.envelope, payload: .success(make()), violations: content.violations)
  }
}

/// Any JSON value, checked for being JSON and forgotten.
private enum IgnoredJSON: JSONCoder {
  static func read(from reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.skipValue()
    return true
  }

  static func write(_ value: Bool, to writer: inout JSONWriter) throws(JSONError) {
    throw JSONError(.notRepresentable, "an ignored payload can't be written")
  }

  static var schema: Schema { .any }
}
