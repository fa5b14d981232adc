import WGNAPIClient
import WGNAPIJSON
import WGNAPIPolicies

// Requests with a list that may exceed the limit of one request.
extension APIRequest where Response: MergeableResponse {
  /// Splits a request whose list is too long for one request into parts, and merges their responses into one.
  ///
  /// The list is the one in the endpoint's `BatchPolicy`; duplicates in it are sent once. A list that fits
  /// into one request, an empty list, or a missing one is sent in one request.
  ///
  /// ```swift
  /// let players = try await client.send(PlayersRequest(accountIDs: fiveThousandIDs).batched())
  /// ```
  ///
  /// The result is all or nothing: the first part that fails cancels the others, and its error is thrown. If
  /// a part is invalid, nothing is sent. To keep the responses of the other parts, use
  /// ``batchedPartially(concurrency:options:)``.
  ///
  /// - Parameters:
  ///   - concurrency: The maximum number of parts in flight, at least 1. `RateLimiter` may slow them down
  ///     further.
  ///   - options: The options for each part's call.
  /// - Returns: A chain that throws an ``APIError`` of kind `invalidRequest` if the endpoint has no such
  ///   list.
  public func batched(
    concurrency: Int = 8, options: CallOptions = CallOptions()
  ) -> Chain<Response> {
    Chain(name: Self.endpoint.name, describe: "\(self).batched") { core in
      let parts = try self.parts()
      if parts.count > 1 {
        for part in parts { try core.check(part, options: options) }
      }
      let responses = try await Chain<Response>.concurrently(
        parts.map { part in { try await core.response(to: part, options: options).value } },
        atMost: concurrency
      )
      return .merged(responses)
    }
  }

  /// Splits a request like ``batched(concurrency:options:)``, but continues if a part fails. The result has
  /// the responses of the other parts, and the failed parts with their errors.
  ///
  /// - Parameters:
  ///   - concurrency: The maximum number of parts in flight, at least 1.
  ///   - options: The options for each part's call.
  public func batchedPartially(
    concurrency: Int = 8, options: CallOptions = CallOptions()
  ) -> Chain<BatchResult<Self>> {
    Chain(name: Self.endpoint.name, describe: "\(self).batchedPartially") { core in
      let parts = try self.parts()
      let outcomes = try await Chain<Response>.concurrently(
        parts.map { part in { try await part.outcome(core, options) } }, atMost: concurrency)
      var (responses, failures) = ([Response](), [BatchResult<Self>.Failure]())
      for (part, outcome) in Swift.zip(parts, outcomes) {
        switch outcome {
        case .success(let response): responses.append(response)
        case .failure(let error): failures.append(.init(request: part, error: error))
        }
      }
      return BatchResult(value: .merged(responses), failures: failures)
    }
  }

  /// Returns the response or the error; throws only if the task was cancelled.
  private func outcome(
    _ core: ClientCore, _ options: CallOptions
  ) async throws(CancellationError) -> Result<Response, any Error> {
    do {
      return .success(try await core.response(to: self, options: options).value)
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failure(error)
    }
  }
}

extension APIRequest {
  /// Returns the requests that this one is split into; only itself if no split is needed.
  func parts() throws(APIError) -> [Self] {
    guard let policy = Self.endpoint.policies[BatchPolicy.self] else {
      throw Self.cannotSplit("", "the endpoint has no list parameter that can be split over several requests")
    }
    let name = policy.parameter
    let list: JSON
    do throws(JSONError) {
      guard let json = try json(ofParameter: name) else { return [self] }
      list = try JSON.decode(json)
    } catch {
      throw Self.cannotSplit(name, error.message)
    }
    guard case .array(let elements) = list else {
      throw Self.cannotSplit(name, "only a list can be split over several requests")
    }
    var seen = Set<JSON>()
    let unique = elements.filter { seen.insert($0).inserted }
    guard unique.count > policy.maximum || unique.count < elements.count else { return [self] }
    var parts: [Self] = []
    for start in stride(from: 0, to: unique.count, by: policy.maximum) {
      let part = unique[start..<min(start + policy.maximum, unique.count)]
      let json: [UInt8]
      do throws(JSONError) {
        json = try JSON.array(Array(part)).encoded()
      } catch {
        throw Self.cannotSplit(name, error.message)
      }
      parts.append(try setting(name, to: json))
    }
    return parts
  }

  private static func cannotSplit(_ name: String, _ problem: String) -> APIError {
    APIError(
      .invalidRequest([
        Violation(
          instanceLocation: name.isEmpty ? "" : "/\(name)", keyword: "batch", message: problem, byteOffset: 0)
      ]), operation: endpoint.name)
  }
}
