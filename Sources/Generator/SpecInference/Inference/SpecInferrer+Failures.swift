import APIModel
import TrafficEvidence

/// Bodies of failures that an endpoint describes itself.
extension SpecInferrer {
  /// Adds the failures whose body is a text, in JSON or alone, which the module's failures can't describe.
  func addTexts(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, to result: inout Endpoint,
    _ builder: inout TypeBuilder
  ) {
    for (status, response) in endpoint.operation.responses.sorted(by: { $0.key < $1.key })
    where (400..<500).contains(status) {
      let shape = response.failure
      if shape.count > 0, shape.texts?.count == shape.count {
        let place = TypeBuilder.Place(
          name: "failure", type: "Failure", rank: 2, owner: name.endpoint, file: name.file)
        var guess = builder.guess(shape, at: place)
        guess.isSecret = false
        result.failures.append(Failure(status, .json(guess)))
      } else if response.isTextAlone {
        result.failures.append(Failure(status, .text))
      }
    }
  }

  /// Adds the failures that neither the module nor the envelope describes.
  ///
  /// - Parameter hasUsual: Whether the module describes failures that are objects, with any status.
  func addFailures(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, to result: inout Endpoint, hasUsual: Bool,
    _ builder: inout TypeBuilder
  ) {
    let envelope = result.envelope == nil ? nil : self.envelope
    let known = result.failures
    result.failures += failures(of: endpoint, name, &builder) { status, response in
      let objects = response.failure.objects?.count ?? 0
      return hasUsual && objects == response.failure.count
        || known.contains { $0.statuses.contains(status) }
        || response.failure.count > 0 && envelope?.describesFailures(response.failure) == true
    }
    result.failures.sort { $0.statuses.lowerBound < $1.statuses.lowerBound }
  }

  /// The failures of an endpoint by their statuses.
  ///
  /// - Parameter isDescribed: Whether something else describes the bodies of failures with a status.
  package func failures(
    of endpoint: FoundEndpoint, _ name: EndpointNames.Name, _ builder: inout TypeBuilder,
    besides isDescribed: (Int, ResponseEvidence) -> Bool
  ) -> [Failure] {
    endpoint.operation.responses.sorted { $0.key < $1.key }.compactMap { status, response in
      guard (400..<500).contains(status), !isDescribed(status, response) else { return nil }
      guard response.failure.count > 0 else {
        let isUnknown = response.unreadable > 0
        return Failure(status, isUnknown ? .json(Self.unknown(isUnreadable: true)) : response.otherPayload)
      }
      let place = TypeBuilder.Place(
        name: "failure", type: "Failure", rank: 2, owner: name.endpoint, file: name.file)
      var guess = builder.guess(response.failure, at: place)
      // Only a property can be a secret.
      guess.isSecret = false
      return Failure(status, .json(guess))
    }
  }
}
