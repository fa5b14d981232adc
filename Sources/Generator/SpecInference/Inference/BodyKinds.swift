import APIModel
import Diagnostics
import TrafficEvidence

/// The kinds of bodies that the requests of an endpoint had.
struct BodyKinds {
  enum Kind: Hashable {
    case json, form, multipart
    /// JSON of another media type than `application/json`.
    case jsonOfType(String)
    case other(mediaType: String)

    var name: String {
      switch self {
      case .json: "application/json"
      case .form: "application/x-www-form-urlencoded"
      case .multipart: "multipart/form-data"
      case .jsonOfType(let type), .other(let type): type
      }
    }

    var isJSON: Bool { if case .jsonOfType = self { true } else { self == .json } }
  }

  /// Why a kind is left out of the spec.
  enum Reason: String {
    case multipart = "a multipart body can't be one of several"
    case many = "there are too many kinds"
  }

  /// More alternatives are no help to anybody.
  private static let most = 12
  /// The kinds that the spec can describe together, in the order in which it has them.
  private(set) var kept: [Kind] = []
  /// The other kinds, with the number of their bodies.
  private(set) var omitted: [(kind: Kind, count: Int, reason: Reason)] = []

  init(_ bodies: BodyEvidence) {
    var counts: [Kind: Int] = [:]
    let types = bodies.jsonTypes.filter { SpecInferrer.mediaType($0.key) == $0.key }
    counts[.json] = bodies.json.count - types.values.reduce(0, +)
    for (type, count) in types { counts[.jsonOfType(type)] = count }
    counts[.form] = bodies.forms
    counts[.multipart] = bodies.multipart
    for (type, count) in bodies.others {
      let kind =
        type == "multipart/form-data" ? Kind.multipart : .other(mediaType: SpecInferrer.mediaType(type))
      counts[kind, default: 0] += count
    }
    counts = counts.filter { $0.value > 0 }
    // What should be JSON, and isn't, has been reported.
    if counts.count > 1 {
      counts = counts.filter {
        if case .other(let type) = $0.key { !MediaType(type).isJSON } else { true }
      }
    }
    let multipart = counts.removeValue(forKey: .multipart)
    let others: [(kind: Kind, count: Int)] = counts.sorted {
      ($1.value, $0.key.name) < ($0.value, $1.key.name)
    }.map {
      ($0.key, $0.value)
    }
    // The language has no multipart bodies among several.
    if let multipart, multipart > others.reduce(0, { $0 + $1.1 }) {
      kept = [.multipart]
      omitted = others.map { ($0.kind, $0.count, .multipart) }
      return
    }
    kept = others.prefix(Self.most).map(\.0).sorted(by: Self.isBefore)
    omitted = others.dropFirst(Self.most).map { ($0.kind, $0.count, .many) }
    if let multipart { omitted.append((.multipart, multipart, .multipart)) }
  }

  /// JSON and forms come first, because they have schemas.
  private static func isBefore(_ left: Kind, _ right: Kind) -> Bool {
    func rank(_ kind: Kind) -> Int {
      switch kind {
      case .json, .jsonOfType: 0
      case .form: 1
      case .multipart, .other: 2
      }
    }
    return (rank(left), left.name) < (rank(right), right.name)
  }
}

extension FoundEndpoint {
  /// Notes on the kinds of bodies left out of the spec, one for each reason.
  var notesOnOmittedBodies: [InferenceNote] {
    guard Endpoint.Method(other: method).allowsBody else { return [] }
    let omitted = Dictionary(grouping: BodyKinds(operation.bodies).omitted, by: \.reason)
    return omitted.sorted { $0.key.rawValue < $1.key.rawValue }.map { reason, kinds in
      let list = kinds.map { "\($0.count) of \($0.kind.name)" }.joined(separator: ", ")
      return InferenceNote(
        place: label,
        text:
          "bodies of requests are left out, because \(reason.rawValue): \(list); write an endpoint of its own for each that you need"
      )
    }
  }
}
