/// What a value is in the place that messages name.
enum WireRole {
  /// The whole value.
  case whole
  /// A property that may be absent, which reads null as nil.
  case optionalProperty
  /// One of the list there.
  case element
  /// The value of a key in the map there.
  case valueOfKey

  /// The beginning of a message about it.
  var subject: String {
    switch self {
    case .whole, .optionalProperty: ""
    case .element: "its elements "
    case .valueOfKey: "its values "
    }
  }
}
