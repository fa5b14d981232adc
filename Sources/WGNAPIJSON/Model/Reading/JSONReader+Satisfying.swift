extension JSONReader {
  /// Reads a value that must satisfy `constraint` as a whole, unless validation is off.
  mutating func read<Coder: JSONCoder>(
    _ coder: Coder.Type, satisfying constraint: Schema?
  ) throws(JSONError) -> Coder.Decoded {
    guard let constraint, validates else { return try coder.read(from: &self) }
    return try constrained(by: constraint) { (reader) throws(JSONError) in try coder.read(from: &reader) }
  }
}
