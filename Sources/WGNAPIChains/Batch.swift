import WGNAPIClient
import WGNAPIJSON

// Requests with a list that may be longer than one request can hold.
extension APIRequest where Response: MergeableResponse {
  /// Sends the request in parts, where its list is longer than one request may hold, and makes one answer of theirs.
  ///
  /// The list is the one that the endpoint's ``BatchPolicy`` names; each of its elements is sent once. A list that one
  /// request can hold, an empty one, and none at all are sent in one request.
  ///
  /// ```swift
  /// let players = try await client.send(PlayersRequest(accountIDs: fiveThousandIDs).batched())
  /// ```
  ///
  /// It is all or nothing: the first part to fail cancels the others, and its error is thrown. Where one part is invalid,
  /// nothing is sent. ``batchedPartially(concurrency:options:)`` keeps what succeeded.
  ///
  /// - Parameters:
  ///   - concurrency: how many parts are on their way at once, 1 or more; ``RateLimiter`` paces them besides.
  ///   - options: what is different for each part's call.
  /// - Returns: a chain that throws an ``APIError`` of kind `invalidRequest` where the endpoint has no such list.
  public func batched(
    concurrency: Int = 8, options: CallOptions = CallOptions()
  ) -> Chain<Response> {
    Chain(name: Self.endpoint.name, describe: "\(self).batched") { core in
      let parts = try self.parts()
      if parts.count > 1 {
        for part in parts { _ = try core.compose(part, options: options) }
      }
      let answers = try await Chain<Response>.concurrently(
        parts.map { part in { try await core.answer(to: part, options: options).value } }, atMost: concurrency
      )
      return .merged(answers)
    }
  }

  /// As ``batched(concurrency:options:)``, but a part that fails doesn't stop the others: the result has what succeeded,
  /// and the parts that failed with their errors.
  ///
  /// - Parameters:
  ///   - concurrency: how many parts are on their way at once, 1 or more.
  ///   - options: what is different for each part's call.
  public func batchedPartially(
    concurrency: Int = 8, options: CallOptions = CallOptions()
  ) -> Chain<BatchResult<Self>> {
    Chain(name: Self.endpoint.name, describe: "\(self).batchedPartially") { core in
      let parts = try self.parts()
      let outcomes = try await Chain<Response>.concurrently(
        parts.map { part in { try await part.outcome(core, options) } }, atMost: concurrency)
      var (answers, failures) = ([Response](), [BatchResult<Self>.Failure]())
      for (part, outcome) in Swift.zip(parts, outcomes) {
        switch outcome {
        case .success(let answer): answers.append(answer)
        case .failure(let error): failures.append(.init(request: part, error: error))
        }
      }
      return BatchResult(value: .merged(answers), failures: failures)
    }
  }

  /// The answer or the error; that the task is cancelled is neither.
  private func outcome(
    _ core: ClientCore, _ options: CallOptions
  ) async throws(CancellationError) -> Result<Response, any Error> {
    do {
      return .success(try await core.answer(to: self, options: options).value)
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failure(error)
    }
  }
}

extension APIRequest {
  /// The requests that this one is split into; itself where there is nothing to split.
  func parts() throws(APIError) -> [Self] {
    guard let policy = Self.endpoint.policies.batch else {
      throw Self.cannotSplit("", "the endpoint declares no list that may be split over several requests")
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
