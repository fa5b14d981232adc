/// The table behind a model: for each key, the property's place and how its value is read and written.
///
/// ```swift
/// public static let layout = Layout<Self> {
///   $0.required("account_id", \.accountID)
///   $0.optional("clan_id", \.clanID)
/// }
/// ```
///
/// It is made once per type; a layout that misses a stored property or names a computed one is a mistake in the
/// program and stops it when the layout is made, never on input.
public final class Layout<Root>: Sendable {
  package let table: FieldTable

  /// The schema that follows from the table.
  public let schema: Schema

  /// Makes the layout of an object.
  public init(_ build: (inout LayoutBuilder<Root>) -> Void) {
    var builder = LayoutBuilder<Root>()
    build(&builder)
    table = builder.makeTable(form: .object)
    schema = builder.objectSchema
  }

  private init(_ builder: LayoutBuilder<Root>) {
    table = builder.makeTable(form: .tuple)
    schema = builder.tupleSchema
  }

  /// Makes the layout of an array with exactly the declared elements (`prefixItems` and no more).
  public static func tuple(_ build: (inout TupleBuilder<Root>) -> Void) -> Layout {
    var builder = TupleBuilder<Root>()
    build(&builder)
    return Layout(builder.fields)
  }
}
