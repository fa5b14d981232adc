import Foundation
import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPIPolicies

/// A request that may be stored: checked, and separated from its secrets.
struct PreparedRequest: Sendable {
  let content: StoredContent
  let key: String

  init(content: StoredContent, key: String) {
    self.content = content
    self.key = key
  }

  /// Checks a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - lane: Its lane.
  ///   - key: The idempotency key, unless the request has its own; nil for a random one.
  ///   - core: The client that will send it.
  ///   - hasSecrets: Whether secret parameters are provided later.
  /// - Throws: `QueueError`, and `APIError` if the request is invalid.
  init<Request: APIRequest>(
    _ request: Request, in lane: String, key: String?, core: ClientCore, hasSecrets: Bool
  ) throws {
    let endpoint = Request.endpoint
    let name = endpoint.name
    let policies = core.policies(of: endpoint, CallOptions())
    guard let policy = policies.endpoint[QueuePolicy.self], !(Request.self is any RestrictedRequest.Type)
    else {
      throw QueueError(.notQueueable(operation: name))
    }
    try core.check(request, options: CallOptions())
    var values: [StoredContent.Value] = []
    var secrets: [StoredContent.Place] = []
    var redaction = (try? core.compose(request))?.redaction ?? core.redaction
    for parameter in endpoint.parameters {
      guard let bytes = try parameter.source.json(of: request) else { continue }
      let place = StoredContent.Place(parameter.name, parameter.location)
      if parameter.isFile { throw QueueError(.file(operation: name, parameter: parameter.name)) }
      if [.body, .part].contains(parameter.location), parameter.hasSecrets {
        throw QueueError(.secretBody(operation: name))
      }
      guard parameter.isSecret else {
        values.append(StoredContent.Value(place: place, bytes: Data(bytes)))
        continue
      }
      guard hasSecrets else { throw QueueError(.secret(operation: name, parameter: parameter.name)) }
      if let text = try? String.decode(bytes) { redaction.add(text) }
      secrets.append(place)
    }
    for value in values where redaction.occurs(in: Array(value.bytes)) {
      throw QueueError(.containsSecret(operation: name, parameter: value.place.name))
    }
    guard !redaction.occurs(in: Array(lane.utf8)) else { throw QueueError(.secretLane(operation: name)) }
    let places = KeyPlaces(policies)
    var keyPlace = values.first { places.contains($0.place) }?.place
    let own = values.first { $0.place == keyPlace }.map { value in
      // A number is its own text.
      (try? String.decode(Array(value.bytes))) ?? String(decoding: value.bytes, as: UTF8.self)
    }
    self.key = own ?? key.flatMap { $0.isEmpty ? nil : $0 } ?? core.configuration.random.idempotencyKey()
    guard !redaction.occurs(in: Array(self.key.utf8)) else { throw QueueError(.secretKey(operation: name)) }
    if let problem = KeyPlaces.problem(ofKey: self.key) {
      throw QueueError(.invalidKey(operation: name, problem: problem))
    }
    if own == nil, case .parameter(let keyName)? = policy.idempotencyKey,
      let parameter = endpoint.parameters.first(where: { $0.name == keyName })
    {
      let place = StoredContent.Place(keyName, parameter.location)
      values.append(StoredContent.Value(place: place, bytes: Data(try String.encode(self.key))))
      keyPlace = place
    }
    let method = endpoint.methods.preferred
    content = StoredContent(
      operation: name, type: String(reflecting: Request.self), api: core.api.name, server: core.server.name,
      addresses: ServerAddresses(core.server, other: endpoint.server), runtime: UserAgent.runtimeVersion,
      method: method.rawValue, path: endpoint.path,
      isRepeatable: places.isKnown || method.isRepeatable || policies.all.allowRepetition == true,
      values: values, secrets: secrets, keyPlace: keyPlace)
  }
}

/// The places of the idempotency key in an endpoint's requests.
struct KeyPlaces {
  /// The header fields.
  let headers: [String]
  private let parameter: String?

  /// - Parameter policies: The policies that apply to the client's calls of the endpoint, because a call takes the field of
  ///   its key from the client, the endpoint or the API.
  init(_ policies: AppliedPolicies) {
    var headers: [String] = []
    var parameter: String?
    switch policies.endpoint[QueuePolicy.self]?.idempotencyKey {
    case .header(let name): headers.append(name)
    case .parameter(let name): parameter = name
    case nil: break
    }
    if let key = policies[IdempotencyKeyPolicy.self] { headers.append(key.header) }
    self.headers = headers
    self.parameter = parameter
  }

  /// Why a key may not reach the server as it is, as the end of a sentence; nil if it does.
  ///
  /// The value of a header field has neither white space at its ends nor line breaks (RFC 9110, section 5.5), and SQLite's
  /// texts end at U+0000.
  static func problem(ofKey key: String) -> String? {
    let scalars = key.unicodeScalars
    let isControl = { (scalar: Unicode.Scalar) in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    if let scalar = scalars.first(where: isControl) {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "contains a control character, U+" + String(repeating: "0", count: max(0, 4 - digits.count))
        + digits
    }
    if scalars.isEmpty { return "is empty" }
    if scalars.first == " " || scalars.last == " " { return "begins or ends with a space" }
    let hasTwo = zip(scalars, scalars.dropFirst()).contains { $0 == (" ", " ") }
    return hasTwo ? "contains two spaces in a row" : nil
  }

  /// Whether there is any.
  var isKnown: Bool { parameter != nil || !headers.isEmpty }

  /// Whether a parameter of a request is the key.
  func contains(_ place: StoredContent.Place) -> Bool {
    if place.name == parameter { return true }
    return place.location == "header" && headers.contains { $0.lowercased() == place.name.lowercased() }
  }
}

extension HTTPRequest.Method {
  /// Whether sending a request with this method twice has the effect of sending it once (RFC 9110, section 9.2.2).
  var isRepeatable: Bool {
    switch self {
    case .get, .head, .options, .put, .delete, .trace: true
    default: false
    }
  }
}
