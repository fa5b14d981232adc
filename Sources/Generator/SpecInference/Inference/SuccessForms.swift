import APIModel
import TrafficEvidence

/// What successful responses of an endpoint are.
struct SuccessForms {
  /// Statuses whose JSON has one type.
  struct JSONGroup {
    var statuses: [Int]
    /// Whole bodies, and what is in the envelope.
    var root: Shape
    var json: Shape
    /// The responses with these statuses that had no body.
    var empty: Int

    /// Whether the JSON says nothing.
    var isNothing: Bool {
      json.values == 0
        || json.objects.map { $0.count == json.count && $0.all.fields.isEmpty && $0.all.map.entries == 0 }
          == true
    }
  }

  /// The responses by status, except those whose bodies couldn't be read.
  private(set) var all: [(status: Int, response: ResponseEvidence)] = []
  /// The statuses of which no body could be read.
  private(set) var unreadable: [Int] = []
  private(set) var json: [JSONGroup] = []

  init(_ successes: [(status: Int, response: ResponseEvidence)], _ envelope: EnvelopeGuess?) {
    for (status, response) in successes {
      if response.success.count > 0 {
        all.append((status, response))
        add(response, status, envelope)
      } else if !response.writableTypes.isEmpty || response.empty > 0 {
        all.append((status, response))
      } else if response.unreadable > 0 {
        unreadable.append(status)
      }
    }
  }

  private mutating func add(_ response: ResponseEvidence, _ status: Int, _ envelope: EnvelopeGuess?) {
    let root = response.success
    let payload = envelope.map { $0.payload(of: root) ?? Shape() } ?? root
    if let known = json.firstIndex(where: { Compatibility.isSame($0.json, payload) }) {
      json[known].statuses.append(status)
      json[known].root.merge(root)
      json[known].json.merge(payload)
      json[known].empty += response.empty
    } else {
      json.append(JSONGroup(statuses: [status], root: root, json: payload, empty: response.empty))
    }
  }

  /// Whether a status of the group has bodies of other media types, too.
  func hasOtherTypes(_ group: JSONGroup) -> Bool {
    all.contains { group.statuses.contains($0.status) && !$0.response.writableTypes.isEmpty }
  }

  /// Whether JSON that never has a payload has the status of bodies of other media types.
  var lacksPayloadBesideTypes: Bool { json.contains { $0.json.count == 0 && hasOtherTypes($0) } }

  /// Whether one type describes all responses.
  var isOnlyJSON: Bool {
    json.count == 1 && all.allSatisfy { $0.response.success.count > 0 && $0.response.writableTypes.isEmpty }
  }
}

extension ResponseEvidence {
  /// The media types of bodies that aren't JSON, as specs can have them.
  var writableTypes: [String] {
    Set(media.keys.filter { $0 != "application/json" }.map { SpecInferrer.mediaType($0) }).sorted()
  }

  /// The media types of JSON; nil if it also had types that aren't those of JSON.
  ///
  /// - Parameter envelope: If it describes failures, clients read those as responses, too.
  func writableJSONTypes(_ envelope: EnvelopeGuess?) -> [String]? {
    var (types, count) = (jsonTypes, success.count)
    if envelope?.describesFailures(failure) == true {
      types.merge(failureTypes, uniquingKeysWith: +)
      count += failure.count
    }
    let isUsual = count > types.values.reduce(0, +)
    let others = types.keys.sorted()
    guard others.allSatisfy({ MediaType($0).isJSON && SpecInferrer.mediaType($0) == $0 }) else { return nil }
    return (isUsual ? ["application/json"] : []) + others
  }
}
