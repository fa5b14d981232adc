import WGNAPIJSON

extension FieldOperations {
  /// The same for a slot with a ``Partial`` in the place of the model that the value leads to; nil if it leads to none.
  ///
  /// A partial value keeps no difference between absent and null: both are nil.
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
