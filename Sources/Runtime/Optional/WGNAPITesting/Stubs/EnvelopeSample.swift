import WGNAPIClient
import WGNAPIJSON

/// Writes a value as an endpoint's response: in its envelope, whose other members are made up.
struct EnvelopeSample<Request: APIRequest> {
  private typealias Envelope = Request.ServiceEnvelope

  /// Members of the envelope; nil to make up all of them.
  let members: JSON?

  /// Returns the body; nil if the value isn't JSON, or if no envelope that reports success is found.
  func body(of value: Request.Response) -> [UInt8]? {
    guard let payload = payload(value) else { return nil }
    guard Envelope.self != NoEnvelope.self else { return payload.isEmpty ? [] : payload }
    var envelope = members?.object ?? JSONObject()
    if !payload.isEmpty {
      guard let json = try? JSON.decode(payload) else { return nil }
      envelope.add(payload: json, of: Envelope.self)
    }
    return completed(.object(envelope)).flatMap { try? $0.encoded() }
  }

  /// The value without envelope; empty for no value.
  private func payload(_ value: Request.Response) -> [UInt8]? {
    if value is Void { return [] }
    guard case .payload(let format) = Request.endpoint.response.content,
      let coded = format as? any CodedPayload
    else { return (value as? any JSONValue).flatMap { try? $0.encoded() } }
    func encoded<Coder: JSONCoder>(_ coder: Coder.Type) -> [UInt8]? {
      (value as? Coder.Decoded).flatMap { try? coder.encode($0) }
    }
    return encoded(coded.coder)
  }

  /// The usual values of a status, then the simplest values of other types.
  private static var candidates: [JSON] {
    ["ok", true, "success", "OK", "SUCCESS", 0, 200, "", .object([:]), .array([]), .null]
  }

  /// Adds the members that the envelope requires.
  private func completed(_ envelope: JSON) -> JSON? {
    var envelope = envelope
    for _ in 0..<16 {
      guard let missing = Self.problem(of: envelope).flatMap({ Self.missing($0) }) else { break }
      let accepted = Self.candidates.lazy.map { envelope.adding($0, at: missing[...]) }.first { candidate in
        guard let problem = Self.problem(of: candidate) else { return true }
        // Another key is missing: in this value, or elsewhere.
        return Self.missing(problem).map { $0 != missing } ?? false
      }
      guard let accepted else { return nil }
      envelope = accepted
    }
    guard let bytes = try? envelope.encoded(), let read = try? Envelope.decode(bytes, options: Self.options),
      read.failure == nil
    else { return nil }
    return envelope
  }

  private static var options: JSONDecoding {
    JSONDecoding(unknownKeys: .ignore, unknownValues: .reject, validation: .strict)
  }

  private static func problem(of envelope: JSON) -> JSONError? {
    do throws(JSONError) {
      _ = try Envelope.decode(try envelope.encoded(), options: options)
      return nil
    } catch {
      return error
    }
  }

  /// The path of the key that is missing according to an error.
  private static func missing(_ error: JSONError) -> [String]? {
    guard error.kind == .missingKey else { return nil }
    let parts = error.message.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? error.path + [String(parts[1])] : nil
  }
}

extension JSON {
  /// The value with a member added.
  fileprivate func adding(_ value: JSON, at path: ArraySlice<String>) -> JSON {
    guard let key = path.first else { return value }
    var members = object ?? JSONObject()
    members[key] = (members[key] ?? .object(JSONObject())).adding(value, at: path.dropFirst())
    return .object(members)
  }
}

extension JSONObject {
  /// Puts a payload into an envelope's object: as a member, or in place of the rest.
  mutating func add<Envelope: ResponseEnvelope>(payload: JSON, of envelope: Envelope.Type) {
    guard Envelope.payloadKey.isEmpty else {
      self[Envelope.payloadKey] = payload
      return
    }
    for (key, value) in payload.object ?? JSONObject() { self[key] = value }
  }
}
