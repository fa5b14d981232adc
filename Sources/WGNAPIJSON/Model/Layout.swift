/// The table of a model: for each key, the property and how to read and write its value.
///
/// ```swift
/// public static let layout = Layout<Self> {
///   $0.required("account_id", \.accountID)
///   $0.optional("clan_id", \.clanID)
/// }
/// ```
///
/// It is created once per type. A layout that omits a stored property or names a computed one is a
/// programming error; it stops the program when the layout is created, never because of input.
public final class Layout<Root>: Sendable {
  package let table: FieldTable

  /// The schema derived from the table.
  public let schema: Schema

  /// Creates the layout of an object.
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

  /// Returns the layout of an array with exactly the declared elements (`prefixItems` and no others).
  public static func tuple(_ build: (inout TupleBuilder<Root>) -> Void) -> Layout {
    var builder = TupleBuilder<Root>()
    build(&builder)
    return Layout(builder.fields)
  }
}
