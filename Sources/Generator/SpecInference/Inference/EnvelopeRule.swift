import APIModel
import TrafficEvidence

/// How responses wrap their payload, and say that something went wrong.
package struct EnvelopeGuess: Sendable {
  /// The payload's property; nil if the payload is the rest of the object.
  package var payload: String?
  /// The other properties, from successful responses and from failures.
  package var members: Members
  /// Its name in the spec.
  package var name = "standard"
  package var failure: FailurePlace?
  /// Whether only few endpoints have it, so that others aren't read by it just because its keys are theirs.
  var isRare = false

  package init(payload: String?, members: Members, name: String = "standard", failure: FailurePlace? = nil) {
    (self.payload, self.members, self.name, self.failure) = (payload, members, name, failure)
  }

  /// Whether a response has the envelope.
  package func fits(_ shape: Shape) -> Bool {
    guard let objects = shape.objects, objects.count == shape.count else { return shape.count == 0 }
    let names = objects.all.fields.map(\.name)
    if payload == nil { return members.fields.contains { field in names.contains(field.name) } }
    return names.allSatisfy { $0 == payload || members.shape(of: $0) != nil }
  }

  /// Whether failures with the status of success are told by the envelope.
  func describesFailures(_ shape: Shape) -> Bool { failure != nil && fits(shape) }

  /// Whether the parts of a response that pages need are properties, and not entries of a map.
  func hasPaths(_ pagination: Policies.Pagination) -> Bool {
    var paths = [pagination.total].compactMap(\.self)
    if case .cursor(_, let next) = pagination.style { paths.append(next) }
    return paths.allSatisfy { path in
      guard path.components.count > 1, let name = path.components.first, let shape = members.shape(of: name)
      else { return true }
      return shape.objects.map { MapRule.reason($0.all) == nil } ?? true
    }
  }

  /// The payload of the responses.
  package func payload(of shape: Shape) -> Shape? {
    guard let objects = shape.objects else { return nil }
    if let payload {
      return objects.all.shape(of: payload)
    }
    let rest = objects.all.without(Set(members.fields.map(\.name)))
    guard !rest.fields.isEmpty || rest.map.entries > 0 else { return nil }
    return Shape(rest)
  }
}

extension Shape {
  /// The shape of objects with these members.
  package init(_ members: Members) {
    self.init()
    count = members.count
    objects = ObjectEvidence(members)
  }
}

/// Finds the envelope that responses have in common.
enum EnvelopeRule {
  static let payloads = ErrorConvention.payloads
  private static let usual: Set<String> = [
    "status", "meta", "error", "errors", "message", "code", "success", "ok", "links", "pagination", "paging",
    "count", "total",
    "page", "has_more", "next", "previous", "request_id", "requestId", "version", "timestamp", "warnings",
    "info", "limit",
    "offset", "response_metadata", "warning", "debug",
  ]
  private static let flags = ["status", "ok", "success", "state", "succeeded"]

  private struct Failure {
    var status: Int
    var members: Members
  }

  static func find(_ endpoints: [FoundEndpoint]) -> EnvelopeGuess? {
    if let found = common(endpoints) { return found }
    // An endpoint that says with the status of success that something went wrong needs one, whatever others have.
    let telling = endpoints.filter { endpoint in endpoint.successes.contains { $0.response.failure.count > 0 }
    }
    guard telling.count < endpoints.count, var found = common(telling), found.failure != nil else {
      return nil
    }
    found.isRare = true
    return found
  }

  /// The envelope that most endpoints have.
  private static func common(_ endpoints: [FoundEndpoint]) -> EnvelopeGuess? {
    // One list of members for each endpoint.
    let responses = endpoints.compactMap { endpoint -> Members? in
      var shape = Shape()
      for (_, response) in endpoint.successes { shape.merge(response.success) }
      guard let objects = shape.objects, objects.count == shape.count else { return nil }
      return objects.all
    }
    let failures = endpoints.flatMap { endpoint in
      endpoint.operation.responses.sorted { $0.key < $1.key }.compactMap { status, response in
        response.failure.objects.map { Failure(status: status, members: $0.all) }
      }
    }
    guard !responses.isEmpty else { return nil }
    let areCalls = endpoints.contains { $0.call != nil }
    return wrapped(responses, failures, areCalls) ?? flat(responses, failures)
  }

  /// - Parameter areCalls: Whether some endpoints are called by JSON-RPC, whose responses have an envelope.
  private static func wrapped(
    _ responses: [Members], _ failures: [Failure], _ areCalls: Bool
  ) -> EnvelopeGuess? {
    let usual = areCalls ? usual.union(["id", "jsonrpc"]) : usual
    for name in areCalls ? ["result"] + payloads : payloads {
      let with = responses.filter { $0.shape(of: name) != nil }
      let others = Set(with.flatMap { $0.fields.map(\.name) }).subtracting([name])
      // Responses that say with the status of success that something went wrong, in place of a payload; or with another status,
      // but in the form of success, which has a null where the error is.
      let told = failures.filter { failure in
        (failure.status < 300 || isBeside(failure.members, with))
          && (failure.members.shape(of: name).map { $0.values == 0 } ?? true)
      }
      let isFlagged =
        areCalls || !told.isEmpty || flags.contains { flag in with.contains { $0.shape(of: flag) != nil } }
      let enough =
        with.count >= 2 ? with.count * 10 >= responses.count * 5 : with.count == responses.count && isFlagged
      guard enough, !with.isEmpty, others.count <= 14 else { continue }
      let isEnvelope = others.allSatisfy { other in
        usual.contains(other)
          || !told.isEmpty && told.allSatisfy { $0.members.shape(of: other) != nil }
          || with.count { $0.shape(of: other) != nil } * 2 >= with.count && with.count >= 3
      }
      guard isEnvelope else { continue }
      // Responses without a payload, and failures, have it, too.
      var members = Members()
      for response in responses
      where response.fields.allSatisfy({
        $0.name == name || usual.contains($0.name) || others.contains($0.name)
      }) {
        members.merge(response.without([name]))
      }
      return finished(EnvelopeGuess(payload: name, members: members), failures, usual.union(others))
    }
    return nil
  }

  /// Whether failures have an error where responses have null.
  private static func isBeside(_ failed: Members, _ responses: [Members]) -> Bool {
    ErrorConvention.members.contains { name in
      failed.shape(of: name).map { $0.values > 0 } == true
        && responses.contains { $0.shape(of: name).map { $0.count > 0 && $0.values == 0 } == true }
    }
  }

  private static func flat(_ responses: [Members], _ failures: [Failure]) -> EnvelopeGuess? {
    for name in ["ok", "success"] {
      let with = responses.filter { ($0.shape(of: name)?.booleans ?? 0) > 0 }
      // One endpoint is enough if it also told of failures in this way.
      let told = failures.contains { $0.status < 300 && ($0.members.shape(of: name)?.booleans ?? 0) > 0 }
      guard with.count >= 2 || told, !with.isEmpty, with.count * 10 >= responses.count * 8 else { continue }
      var members = Members()
      for response in with {
        let kept = Set(response.fields.map(\.name)).subtracting([
          name, "error", "response_metadata", "warning",
        ])
        members.merge(response.without(kept))
      }
      return finished(EnvelopeGuess(payload: nil, members: members), failures, usual.union([name]))
    }
    return nil
  }

  private static func finished(
    _ guess: EnvelopeGuess, _ failures: [Failure], _ known: Set<String>
  ) -> EnvelopeGuess {
    var guess = guess
    let success = guess.members
    let payload: Set<String> = guess.payload.map { [$0] } ?? []
    let fitting = failures.filter { failure in
      failure.members.fields.allSatisfy { known.contains($0.name) || $0.name == guess.payload }
    }
    // Other statuses may be those of a proxy.
    let refused = fitting.filter { $0.status < 500 }
    var failed = Members()
    for failure in refused.isEmpty ? fitting : refused { failed.merge(failure.members.without(payload)) }
    guess.members.merge(failed)
    if failed.count > 0, var form = FailurePlace(failed) {
      form.flag = flag(success, failed, &form.isBoolean)
      if form.flag != nil {
        guess.failure = form
        guess.members = form.plain(guess.members)
      }
    }
    if !refused.isEmpty, let form = guess.failure {
      for failure in fitting where failure.status >= 500 && hasFlag(failure.members, form) {
        guess.members.merge(form.plain(failure.members.without(payload)))
      }
    }
    return guess
  }

  private static func hasFlag(_ members: Members, _ form: FailurePlace) -> Bool {
    guard let flag = form.flag, let shape = members.shape(of: flag.name), shape.count == members.count
    else { return false }
    if form.isBoolean { return shape.booleans == shape.count }
    return flag.value.isEmpty || shape.texts.map { Set($0.values.keys) == [flag.value] } ?? false
  }

  /// The property that tells failures from other responses.
  private static func flag(
    _ success: Members, _ failed: Members, _ isBoolean: inout Bool
  ) -> (name: String, value: String)? {
    for name in flags {
      guard let shape = failed.shape(of: name), shape.count == failed.count else { continue }
      if shape.booleans == shape.count {
        isBoolean = true
        return (name, "false")
      }
      if let texts = shape.texts, texts.values.count == 1, let value = texts.values.keys.first,
        success.shape(of: name)?.texts?.values[value] == nil
      {
        return (name, value)
      }
    }
    for name in ErrorConvention.members {
      if let shape = failed.shape(of: name), shape.count == failed.count, shape.nulls == 0 {
        return (name, "")
      }
    }
    return nil
  }
}
