/// The place of a secret in a document that was written.
struct WrittenSecret {
  enum Kind {
    /// A value, or a key.
    case value
    /// Members of an object, whose values are secret. Their keys aren't.
    case members
  }

  let kind: Kind
  let start: Int
  let end: Int
}
