import APIModel
import TrafficEvidence

/// Tells the service's own failures from those of a proxy or a gateway, whose bodies look different.
struct FailureBodies {
  /// A status of an endpoint.
  struct Place: Hashable {
    var endpoint: Int
    var status: Int
  }

  /// What the module's failures describe; nil for nothing.
  private(set) var own: Members?
  /// Where most of them have their code and their message.
  private(set) var form: FailurePlace?
  /// Where bodies were seen that `own` doesn't describe.
  private(set) var foreign: [Place] = []

  /// - Parameter envelope: What describes other failures of an endpoint.
  init(_ endpoints: [FoundEndpoint], besides envelope: (FoundEndpoint) -> EnvelopeGuess?) {
    var found: [(place: Place, members: Members)] = []
    for (index, endpoint) in endpoints.enumerated() {
      let envelope = envelope(endpoint)
      for (status, response) in endpoint.operation.responses.sorted(by: { $0.key < $1.key })
      where status >= 400 {
        guard let objects = response.failure.objects, objects.count == response.failure.count else {
          continue
        }
        if let envelope, envelope.failure != nil, envelope.fits(response.failure) { continue }
        found.append((Place(endpoint: index, status: status), objects.all))
      }
    }
    let refused = found.filter { $0.place.status < 500 }
    // Bodies with a code or a message are the service's. If none has one, all bodies count.
    let usual = refused.filter { FailurePlace($0.members, inLists: true) != nil }
    let told = usual.isEmpty && refused.isEmpty ? found : usual
    form = FailurePlace(mostOf: told.map(\.members))
    var known = Members()
    add(usual.isEmpty ? refused : usual, to: &known)
    for (place, members) in usual.isEmpty ? [] : refused
    where FailurePlace(members, inLists: true) == nil {
      if members.fields.contains(where: { known.shape(of: $0.name) != nil }), remains(members, in: known) {
        known.merge(members)
      } else {
        foreign.append(place)
      }
    }
    // Where nothing was refused, there is only what the service says of its own mistakes.
    let hasRefused = known.count > 0
    for (place, members) in found where place.status >= 500 {
      if hasRefused {
        add(members, at: place, to: &known)
      } else if FailurePlace(members, inLists: true) != nil, remains(members, in: known) {
        known.merge(members)
      } else {
        foreign.append(place)
      }
    }
    if known.count > 0, !known.fields.isEmpty, MapRule.reason(known) == nil { own = known }
    if own == nil { form = nil }
  }

  /// Adds bodies with a code or a message, those in the usual form first. Others are left out if clients couldn't read the code any
  /// more.
  private mutating func add(_ bodies: [(place: Place, members: Members)], to known: inout Members) {
    var trial = Members()
    var kept: Set<Place> = []
    func isUsual(_ members: Members) -> Bool {
      let own = FailurePlace(members, inLists: true)
      return own?.code == form?.code && own?.message == form?.message
    }
    for wantsUsual in [true, false] {
      for (place, members) in bodies where isUsual(members) == wantsUsual {
        var next = trial
        next.merge(members)
        guard form?.isReadable(in: next) != false else { continue }
        trial = next
        kept.insert(place)
      }
    }
    for (place, members) in bodies {
      if kept.contains(place) { known.merge(members) } else { foreign.append(place) }
    }
  }

  /// Whether clients can still read the code if these bodies have the type of those that are known.
  private func remains(_ members: Members, in known: Members) -> Bool {
    var next = known
    next.merge(members)
    return form?.isReadable(in: next) != false
  }

  /// Adds bodies of a status from 500: all of them if they have the known form, otherwise the properties that do.
  private mutating func add(_ members: Members, at place: Place, to known: inout Members) {
    let common = members.fields.filter { field in
      known.shape(of: field.name).map { Compatibility.isSame($0, field.shape) } ?? false
    }
    guard common.count * 2 >= members.fields.count, let most = common.map(\.shape.count).max() else {
      return foreign.append(place)
    }
    guard most < members.count else { return known.merge(members) }
    // Somebody else answered with this status, too.
    foreign.append(place)
    let names = Set(common.map(\.name))
    var part = members.without(Set(members.fields.map(\.name)).subtracting(names))
    part.count = most
    known.merge(part)
  }

  /// The statuses with bodies that are left out.
  var foreignStatuses: [Int] { Set(foreign.map(\.status)).sorted() }
}

extension Failure {
  /// What a status means.
  package init(_ status: Int, _ payload: Endpoint.Response.Payload) {
    self.init(statuses: status...status, payload: payload, span: .unknown(file: ""))
  }
}

extension ResponseEvidence {
  /// Whether all bodies were texts that aren't JSON, which a failure can be.
  var isTextAlone: Bool {
    if failure.count == 0, success.count == 0, case .text = otherPayload { true } else { false }
  }

  /// What bodies that aren't JSON are: text, or nothing that can be read. Pages in HTML come from proxies.
  var otherPayload: Endpoint.Response.Payload {
    Set(media.keys).subtracting(["text/html"]) == ["text/plain"] ? .text : .empty
  }
}
