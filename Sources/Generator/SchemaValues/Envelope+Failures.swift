import APIModel

extension Envelope.Failure {
  /// Whether an envelope reports a failure.
  package func isReported(in envelope: Literal) -> Bool {
    guard let marker = envelope.member(property.text) else { return false }
    if let value { return marker.isEqual(to: value) }
    if isList, case .array(let items) = marker { return !items.isEmpty }
    return marker != .null
  }
}

extension Literal {
  /// The steps of a failure's path in this value. A list on the way, or at the end, stands for its first element.
  ///
  /// - Parameter isWhole: Whether a list at the end is meant itself.
  package func steps(to path: FieldPath, isWhole: Bool = false) -> [ValueStep] {
    var steps: [ValueStep] = []
    var current: Literal? = self
    func enterList() {
      guard case .array(let items)? = current else { return }
      steps.append(.index(0))
      current = items.first
    }
    for name in path.components {
      if Int(name) == nil { enterList() }
      steps.append(.key(name))
      current = current?.part(at: [.key(name)])
    }
    if !isWhole { enterList() }
    return steps
  }

  /// The value at a failure's path; nil if there is none, or if it is null.
  ///
  /// - Parameter isWhole: Whether a list at the end is meant itself.
  package func part(at path: FieldPath, isWhole: Bool = false) -> Literal? {
    part(at: steps(to: path, isWhole: isWhole)).flatMap { $0 == .null ? nil : $0 }
  }
}
