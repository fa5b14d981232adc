import APIModel
import TrafficEvidence

/// A kind of difference, with what distinguishes it from others of its kind in one place. Names are nil if they can't be shown.
enum DriftFinding: Hashable {
  case newKey(String?)
  case newValue
  case limit(Bound)
  case null
  case missingKey
  case otherType(JSONType)
  case otherForm(OtherForm)
  case newParameter(String?)
  case missingParameter
  case missingHeader
  case newEndpoint(String)
  case newStatus(Int)
  case newError(ErrorName?)
  case newEvent(String?)
  case newMediaType(String?)
  case onlyFailures

  /// A keyword whose value is a number.
  enum Bound: Hashable {
    case count(CountKeyword)
    case number(LimitKeyword)

    var keyword: String {
      switch self {
      case .count(let keyword): keyword.rawValue
      case .number(let keyword): keyword.rawValue
      }
    }

    /// Whether values may be at most the number.
    var isMost: Bool {
      switch self {
      case .count(let keyword): [.maxLength, .maxItems, .maxContains, .maxProperties].contains(keyword)
      case .number(let keyword): keyword == .maximum || keyword == .exclusiveMaximum
      }
    }
  }

  /// What a service calls an error.
  struct ErrorName: Hashable {
    var code: String
    /// The message; nil if the code alone identifies the error.
    var message: String?
  }

  var kind: DifferenceKind {
    switch self {
    case .newKey: .newKey
    case .newValue: .newValue
    case .limit: .limit
    case .null: .null
    case .missingKey: .missingKey
    case .otherType: .otherType
    case .otherForm: .otherForm
    case .newParameter: .newParameter
    case .missingParameter: .missingParameter
    case .missingHeader: .missingHeader
    case .newEndpoint: .newEndpoint
    case .newStatus: .newStatus
    case .newError: .newError
    case .newEvent: .newEvent
    case .newMediaType: .newMediaType
    case .onlyFailures: .onlyFailures
    }
  }

  /// The name of a key or a parameter that can be added to the spec.
  var addedName: String? {
    switch self {
    case .newKey(let name), .newParameter(let name): name
    default: nil
    }
  }

  /// The finding without a name that turned out to be a secret.
  func shown(by guardian: SecretGuard) -> DriftFinding {
    func shown(_ name: String?) -> String? { name.flatMap { guardian.mayShow($0) ? $0 : nil } }
    switch self {
    case .newKey(let name): return .newKey(shown(name))
    case .newParameter(let name): return .newParameter(shown(name))
    case .newEvent(let name): return .newEvent(shown(name))
    case .newMediaType(let name): return .newMediaType(shown(name))
    case .newEndpoint(let name): return .newEndpoint(guardian.clean(name))
    case .otherForm(.newAlternative(let keyword, let tag)):
      return .otherForm(.newAlternative(keyword, tag: shown(tag)))
    case .newError(let error?):
      let words = [error.code, error.message].compactMap(\.self).joined(separator: " ")
      return guardian.mayShow(words) ? self : .newError(nil)
    default: return self
    }
  }
}
