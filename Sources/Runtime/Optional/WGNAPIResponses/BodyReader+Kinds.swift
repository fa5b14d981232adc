import WGNAPIClient
import WGNAPIJSON

extension BodyReader {
  /// Text in the charset that its `Content-Type` says.
  static func text(_ make: @escaping @Sendable (String) -> Output) -> Self {
    Self(accept: "text/*, */*;q=0.1", memory: 0) { response throws(ResponseRefusal) in
      switch TextBody.decode(response.body, contentType: response.contentType) {
      case .success(let text): return make(text)
      case .failure(let problem):
        throw ResponseRefusal(
          .unexpectedContent(
            contentType: response.printableType, problem: response.call.redaction(problem.text)))
      }
    }
  }

  /// A body that `codec` decodes.
  static func decoded<Codec: BodyDecoder>(
    _ codec: Codec.Type, _ make: @escaping @Sendable (Codec.Value) -> Output
  ) -> Self {
    Self(accept: nil) { response throws(ResponseRefusal) in
      let problem: String
      do {
        return make(try Codec.decode(response.body, contentType: response.contentType))
      } catch is CancellationError {
        throw .interruption
      } catch {
        problem = codecProblem(error, redaction: response.call.redaction)
      }
      let refusal = response.refusal(JSONError(.invalidValue, problem))
      guard case .decoding(let error) = refusal.kind else { throw refusal }
      let excerpt = response.body.isEmpty ? "is empty" : "is \(response.excerpt)"
      throw ResponseRefusal(.decoding(JSONError(error.kind, "\(error.message) (the body \(excerpt))")))
    }
  }
}
