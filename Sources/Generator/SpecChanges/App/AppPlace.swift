/// A place in a source file of an app.
package struct AppPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The path as the user knows it.
  package var file: String
  package var line: Int
  package var column: Int
  /// The lines with variables that are made of the value.
  package var values: [Int] = []

  /// `Sources/App/Card.swift:41`
  package var description: String { "\(file):\(line)" }

  package static func < (left: AppPlace, right: AppPlace) -> Bool {
    let (one, two) = ((left.file, left.line, left.column), (right.file, right.line, right.column))
    return one == two ? left.values.lexicographicallyPrecedes(right.values) : one < two
  }
}
