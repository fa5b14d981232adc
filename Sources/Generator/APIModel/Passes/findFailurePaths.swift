import Diagnostics

extension Module {
  /// Finds the code and the message in the bodies of failures, so that errors can show them. Nearly all APIs use the
  /// same names for these properties.
  public mutating func findFailurePaths() {
    let index = SchemaIndex(self)
    for position in failures.indices where !failures[position].paths.hasError {
      failures[position].paths = index.paths(in: failures[position])
    }
    for position in endpoints.indices {
      for failure in endpoints[position].failures.indices
      where !endpoints[position].failures[failure].paths.hasError {
        endpoints[position].failures[failure].paths = index.paths(in: endpoints[position].failures[failure])
      }
    }
  }
}

extension SchemaIndex {
  fileprivate func paths(in failure: Failure) -> FailurePaths {
    guard case .json(let schema) = failure.payload, let object = object(schema) else { return FailurePaths() }
    let own = paths(in: object, below: [], at: failure.span)
    guard !own.hasError, let inner = object.property("error").flatMap({ self.object($0.schema) }) else {
      return own
    }
    return paths(in: inner, below: ["error"], at: failure.span)
  }

  private func paths(in object: FlatObject, below path: [String], at span: SourceSpan) -> FailurePaths {
    func first(_ names: [String], where isRight: (Schema) -> Bool) -> FieldPath? {
      let name = names.first { object.property($0).map { isRight(resolved($0.schema).schema) } ?? false }
      return name.map { FieldPath(path + [$0], span: span) }
    }
    return FailurePaths(
      code: first(["code", "error_code"]) {
        isText($0) || $0.types == [.integer] && $0.const == nil && $0.format != .timestamp
      },
      message: first(["message", "error_description", "detail"]) { isText($0) && $0.enumeration == nil })
  }

  private func isText(_ schema: Schema) -> Bool {
    schema.types == [.string] && schema.format == nil && schema.oneOf.isEmpty && schema.anyOf.isEmpty
  }

  private func object(_ schema: Schema) -> FlatObject? { flattenedObject(resolved(schema).schema) }
}
