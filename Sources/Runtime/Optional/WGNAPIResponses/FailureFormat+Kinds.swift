import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  public import struct FoundationEssentials.Date
#else
  public import struct Foundation.Date
#endif

extension FailureFormat {
  /// A body in JSON that `coder` decodes, and that satisfies `constraint` as a whole.
  ///
  /// The closures find the service's own error in the body, for retries, limits and `APIError.code(as:)`. A
  /// body without code and message is an error by its status alone.
  ///
  /// - Parameters:
  ///   - statuses: The statuses of such bodies.
  ///   - coder: Decodes the body.
  ///   - constraint: What the body must satisfy as a whole.
  ///   - code: Finds the error's code.
  ///   - message: Finds the error's name or sentence.
  ///   - field: Finds the name of the parameter that caused the error.
  ///   - value: Finds that parameter's value.
  ///   - retryAfter: Finds the time to wait before the next request.
  ///   - retryAfterUnit: The unit of that time.
  ///   - retryAt: Finds the point in time of the next request.
  public static func json<Coder: JSONCoder>(
    _ statuses: some StatusRange, _ coder: Coder.Type, _ constraint: Constraint? = nil,
    code: (@Sendable (Coder.Decoded) -> ServiceFailure.Code?)? = nil,
    message: (@Sendable (Coder.Decoded) -> String?)? = nil,
    field: (@Sendable (Coder.Decoded) -> String?)? = nil,
    value: (@Sendable (Coder.Decoded) -> (any JSONValue)?)? = nil,
    retryAfter: (@Sendable (Coder.Decoded) -> (any JSONValue)?)? = nil,
    retryAfterUnit: ServiceFailure.WaitUnit = .seconds, retryAt: (@Sendable (Coder.Decoded) -> Date?)? = nil
  ) -> Self {
    Self(statuses, "application/json") { response throws(JSONError) in
      let (decoded, violations) = try Coder.decodeReporting(
        response.body, constraint: constraint, selection: nil, options: response.startDecoding())
      var body = FailureBody(decoded)
      body.violations = violations
      let (code, message) = (code?(decoded), message?(decoded))
      guard code != nil || message != nil else { return body }
      let value = value?(decoded).flatMap { try? JSON.decode($0.encoded()) }
      let wait = retryAfter?(decoded).flatMap { try? JSON.decode($0.encoded()) }
      let failure = ServiceFailure(code: code, message: message, field: field?(decoded), value: value)
      body.failure =
        retryAt.map { failure.retrying(at: $0(decoded)) }
        ?? failure.retrying(after: wait, unit: retryAfterUnit)
      return body
    }
  }

  /// Text, decoded as its `Content-Type` says. The error's body is a `String`.
  public static func text(_ statuses: some StatusRange) -> Self {
    Self(statuses) { response throws(JSONError) in
      switch TextBody.decode(response.body, contentType: response.contentType) {
      case .success(let text): return FailureBody(text)
      case .failure(let problem): throw JSONError(.invalidValue, problem.text)
      }
    }
  }

  /// A body that `codec` decodes. The media type may be a range such as `image/*`; without one, any is accepted. The error's
  /// body is the codec's value.
  public static func decoded<Codec: BodyDecoder>(
    _ statuses: some StatusRange, _ codec: Codec.Type, type: String? = nil
  ) -> Self {
    let expected = type.flatMap { MediaRange($0) }
    return Self(statuses, type) { response throws(JSONError) in
      let type = response.contentType
      if let expected, let type, MediaRange(type).map(expected.contains) != true {
        let found = response.printableType ?? ""
        throw JSONError(.invalidValue, "expected the media type \(expected.text), found \(found)")
      }
      do {
        return FailureBody(try Codec.decode(response.body, contentType: type))
      } catch is CancellationError {
        throw JSONError(stoppedBy: .cancellation)
      } catch {
        throw JSONError(.invalidValue, codecProblem(error, redaction: response.call.redaction))
      }
    }
  }

  /// A body that isn't decoded.
  public static func empty(_ statuses: some StatusRange) -> Self {
    Self(statuses: statuses.statusRange, read: nil)
  }

  /// Creates a format that says why a body isn't as it describes.
  private init(
    _ statuses: some StatusRange, _ mediaType: String? = nil,
    decode: @escaping @Sendable (ReceivedResponse) throws(JSONError) -> FailureBody
  ) {
    let type = mediaType.flatMap { MediaRange($0)?.text }
    self.init(statuses: statuses.statusRange, mediaType: type) { response throws(ResponseRefusal) in
      do throws(ResponseRefusal) {
        var body = try Self.body(of: response, decode)
        body.violations = try response.checked(body.violations)
        return body
      } catch {
        if error.isInterruption { throw error }
        var body = FailureBody(nil)
        body.problem = Self.problem(error)
        return body
      }
    }
  }

  private static func body(
    of response: ReceivedResponse, _ decode: (ReceivedResponse) throws(JSONError) -> FailureBody
  ) throws(ResponseRefusal) -> FailureBody {
    do throws(JSONError) {
      return try decode(response)
    } catch {
      throw response.refusal(error)
    }
  }

  /// The reason why a body isn't what the endpoint describes, as part of a sentence.
  private static func problem(_ refusal: ResponseRefusal) -> String {
    switch refusal.kind {
    case .notJSON(let type, _): "it " + APIError.text(notJSON: type)
    case .decoding(let error), .incomplete(let error): "\(error)"
    case .violations(let violations): APIError.list(violations)
    default: "it can't be read"
    }
  }
}

extension [FailureFormat] {
  /// Returns these formats with the ones of an endpoint, which are preferred if both have the same statuses.
  public func overridden(by own: [FailureFormat]) -> [FailureFormat] { own + self }
}
