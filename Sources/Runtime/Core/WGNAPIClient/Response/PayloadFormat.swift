import WGNAPIJSON
import WGNAPITransport

/// Decodes a payload, with or without an envelope, its coder's type erased.
package protocol PayloadFormat<Value>: Sendable {
  associatedtype Value: Sendable

  /// Decodes a body that is the payload. Partial models in it contain the fields of the selection.
  func read(
    _ body: [UInt8], selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation])

  /// Decodes a body with an envelope whose payload is the value of a key, in one pass, with keys in any order.
  /// If the payload can't be decoded, the envelope is returned nevertheless, because it may contain the reason.
  func readMember<Envelope: ResponseEnvelope>(
    _ body: [UInt8], of envelope: Envelope.Type, selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value>
}

extension PayloadFormat {
  /// Decodes a body with an envelope, whose payload is the value of a key or the rest of the object.
  func read<Envelope: ResponseEnvelope>(
    _ body: [UInt8], in envelope: Envelope.Type, selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    guard Envelope.payloadKey.isEmpty else {
      return try readMember(body, of: Envelope.self, selection: selection, options: options)
    }
    let (envelope, rest, violations) = try Envelope.decodeBesideRest(body, options: options)
    do throws(JSONError) {
      let payload = try read(rest, selection: selection, options: options)
      return EnvelopeContent(
        envelope: envelope, payload: .success(payload.value), violations: violations + payload.violations)
    } catch {
      return EnvelopeContent(envelope: envelope, payload: .failure(error), violations: violations)
    }
  }
}

/// An envelope with its content.
package struct EnvelopeContent<Envelope, Value> {
  let envelope: Envelope
  /// The payload, or the error in it.
  let payload: Result<Value, JSONError>
  let violations: [Violation]
}

/// A payload decoded by a coder of any type.
package protocol CodedPayload {
  var coder: any JSONCoder.Type { get }
  var constraint: PayloadConstraint { get }
}

/// The constraint on a payload as a whole, in addition to those of its type.
package struct PayloadConstraint: Sendable {
  /// The constraint on a payload with all fields.
  let whole: Constraint?
  /// The constraint on a payload with some fields: limits on the number of elements and members, which
  /// missing fields don't affect.
  let partial: Constraint?

  package init(_ constraint: Constraint?) {
    whole = constraint
    partial = constraint?.containerLimits
  }

  private init(partial: Constraint?) {
    whole = partial
    self.partial = partial
  }

  /// The constraint on the same payload with models that contain only some fields.
  package var ofParts: PayloadConstraint { PayloadConstraint(partial: partial) }

  func constraint(for selection: (any SelectedFields)?) -> Constraint? {
    selection?.isWhole == false ? partial : whole
  }
}

/// A payload decoded by a coder.
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
    _ body: [UInt8], selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) {
    let (value, violations) = try Coder.decodeReporting(
      body, constraint: constraint.constraint(for: selection), selection: selection, options: options)
    return (make(value), violations)
  }

  package func readMember<Envelope: ResponseEnvelope>(
    _ body: [UInt8], of envelope: Envelope.Type, selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    let content = try Envelope.decode(
      body, payload: Envelope.payloadKey, as: Coder.self, constraint: constraint.constraint(for: selection),
      selection: selection, options: options)
    let missing = JSONError(.missingKey, "the key \"\(Envelope.payloadKey)\" is missing", line: 1)
    return EnvelopeContent(
      envelope: content.envelope, payload: (content.payload ?? .failure(missing)).map(make),
      violations: content.violations)
  }
}

/// A payload that is ignored.
package struct EmptyPayload<Value: Sendable>: PayloadFormat {
  let make: @Sendable () -> Value

  package init(make: @escaping @Sendable () -> Value) { self.make = make }

  package func read(
    _ body: [UInt8], selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> (value: Value, violations: [Violation]) { (make(), []) }

  package func readMember<Envelope: ResponseEnvelope>(
    _ body: [UInt8], of envelope: Envelope.Type, selection: (any SelectedFields)?, options: JSONDecoding
  ) throws(JSONError) -> EnvelopeContent<Envelope, Value> {
    let content = try Envelope.decode(
      body, payload: Envelope.payloadKey, as: IgnoredJSON.self, options: options)
    return EnvelopeContent(
      envelope: content.envelope, payload: .success(make()), violations: content.violations)
  }
}

/// Any JSON value, checked for syntax and discarded.
private enum IgnoredJSON: JSONCoder {
  static func read(from reader: inout JSONReader) throws(JSONError) -> Bool {
    try reader.skipValue()
    return true
  }

  static func write(_ value: Bool, to writer: inout JSONWriter) throws(JSONError) {
    throw JSONError(.notRepresentable, "an ignored payload can't be written")
  }
}
