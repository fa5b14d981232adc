import APIModel
import SchemaValues

/// Cursors of pages.
struct PageCursor {
  private let checker: ValueChecker

  init(_ checker: ValueChecker) { self.checker = checker }

  /// The ways to write the number of a page as a cursor that the request's schemas accept.
  func forms(_ page: Int, _ schemas: [Schema]) -> [Literal] {
    let maker = SampleMaker(checker)
    var forms: [Literal] = [.string("page-\(page)"), .string("\(page)"), .number(NumberText("\(page)"))]
    if let own = ownCursors(schemas) {
      // The first page has a cursor only in APIs that lead back to it.
      let position = page == 1 ? PageRequest.pages - 1 : page - 2
      forms = own.indices.contains(position) ? [own[position]] : []
    } else if let schema = schemas.first, let sample = maker.sample(of: schema, variant: page - 1),
      let other = maker.sample(of: schema, variant: page), sample != other
    {
      forms.append(sample)
    }
    return forms.filter { form in schemas.allSatisfy { checker.isAccepted(form, $0) } }
  }

  /// The number of the page that a cursor names; nil for a cursor that isn't the server's.
  func page(of cursor: Literal, schemas: [Schema]) -> Int? {
    (1...PageRequest.pages).first { page in
      forms(page, schemas).contains { $0 == cursor || $0.texts == cursor.texts }
    }
  }

  // MARK: Types of the user

  /// Cursors of a user-defined type, which may accept less than its schema: its examples, and the last of them with other
  /// digits at its end. Nil if no schema has such a type with an example.
  private func ownCursors(_ schemas: [Schema]) -> [Literal]? {
    for schema in schemas {
      guard let own = checker.index.ownType(of: schema) else { continue }
      let examples = checker.index.resolved(schema).schema.examples + schema.examples
      var cursors: [Literal] = []
      func add(_ value: Literal) {
        let value = checker.fitted(value, to: schema)
        if checker.isAccepted(value, schema), !cursors.contains(value) { cursors.append(value) }
      }
      for value in examples + [own.example].compactMap(\.self) { add(value) }
      guard let last = cursors.last else { continue }
      for step in 1...PageRequest.pages where cursors.count < PageRequest.pages {
        Self.counted(last, by: step).map(add)
      }
      return cursors
    }
    return nil
  }

  /// The value with a larger number at its end, of the same length; nil if it doesn't end with digits.
  private static func counted(_ value: Literal, by step: Int) -> Literal? {
    switch value {
    case .number(let number): Int(number.text).map { .number(NumberText("\($0 &+ step)")) }
    case .string(let text):
      digits(atEndOf: text).flatMap { digits in
        Int(digits).map { number in
          let counted = "\(number + step)"
          let zeros = String(repeating: "0", count: max(digits.count - counted.count, 0))
          return .string(text.dropLast(digits.count) + zeros + counted)
        }
      }
    case .null, .boolean, .array, .object: nil
    }
  }

  private static func digits(atEndOf text: String) -> Substring? {
    let count = text.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    return count == 0 ? nil : text.suffix(min(count, 15))
  }
}
