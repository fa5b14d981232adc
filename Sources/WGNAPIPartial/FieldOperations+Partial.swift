import WGNAPIJSON

extension FieldOperations {
  /// Returns the same operations for a slot with a ``Partial`` in place of the model; nil if the value
  /// contains no model.
  ///
  /// A partial value doesn't distinguish between absent and null: both are nil.
  func partial() -> (any FieldOperations)? {
    func operations<Container: ModelContainer>(_ container: Container.Type) -> any FieldOperations {
      if isOptional {
        OptionalOperations<Container.PartialCoder.Decoded?, Container.PartialCoder>()
      } else {
        RequiredOperations<Container.PartialCoder>()
      }
    }
    return (coder as? any ModelContainer.Type).map { operations($0) }
  }
}
