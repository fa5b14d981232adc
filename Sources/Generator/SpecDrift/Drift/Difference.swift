import APIModel
import Diagnostics

/// What can be different between traffic and a spec.
package enum DifferenceKind: String, Sendable, CaseIterable {
  case newKey = "new-key"
  case newValue = "new-value"
  case limit = "limit"
  case null = "null"
  case missingKey = "missing-key"
  case otherType = "other-type"
  case otherForm = "other-form"
  case newParameter = "new-parameter"
  case missingParameter = "missing-parameter"
  case missingHeader = "missing-header"
  case newEndpoint = "new-endpoint"
  case newStatus = "new-status"
  case newError = "new-error"
  case newEvent = "new-event"
  case newMediaType = "new-media-type"
  /// All requests of an endpoint failed.
  case onlyFailures = "only-failures"
  /// Not a contradiction: the spec describes more than the traffic shows.
  case neverSeen = "never-seen"

  /// Whether clients made from the spec don't accept what was seen, or don't send it, unless the place says otherwise: they ignore keys
  /// that they don't know, keep the new values of open enumerations, and throw an error for a failure with any status.
  var usuallyContradictsClients: Bool {
    switch self {
    case .limit, .null, .missingKey, .otherType, .otherForm, .missingParameter, .missingHeader,
      .newMediaType:
      true
    case .newKey, .newValue, .newParameter, .newEndpoint, .newStatus, .newError, .newEvent, .onlyFailures,
      .neverSeen:
      false
    }
  }
}

/// A place in a spec.
struct SpecPlace: Hashable {
  var file: String
  var start: Int
  var end: Int

  init(_ span: SourceSpan) { (file, start, end) = (span.file, span.start.offset, span.end.offset) }
}

/// A difference between traffic and a spec, with everything that was seen of it.
package struct Difference: Sendable, Equatable {
  package var kind: DifferenceKind
  /// Where the spec says otherwise.
  package var span: SourceSpan?
  /// What the place is called: `Player.nickname`.
  package var label: String
  /// One line, in lower case.
  package var message: String
  /// How often the traffic was different.
  package var count: Int
  /// How often it could have been.
  package var total: Int
  /// Whether clients made from the spec don't accept what was seen, or don't send it.
  package var contradictsClients = false
  /// What makes the spec true; nil if nobody can tell.
  package var advice: String?
  /// The change of the spec; nil for a change that isn't safe to make.
  package var edit: SpecEdit?
  /// What remains after the edit; nil for nothing.
  package var rest: Rest?

  package struct Rest: Sendable, Equatable {
    package var message: String
    package var count: Int
  }

  /// `12 of 340`
  package var share: String { "\(count) of \(total)" }
}

/// Here, schemas are those of specs, not those of the runtime.
typealias Schema = APIModel.Schema
