import APIModel
import TrafficEvidence

/// A form as one value, where its fields can't be parameters: beside bodies of other kinds, and if a parameter has a field's name.
struct FormBody {
  private(set) var schema = Schema(.object)
  private(set) var lists = Endpoint.Body.FormLists.repeated

  /// - Parameter requests: The number of requests with a form.
  init(
    _ fields: [ParameterEvidence], of requests: Int, at file: String, _ endpoint: String,
    _ builder: inout TypeBuilder
  ) {
    let repeated = fields.filter { $0.repeated > 0 || $0.name.hasSuffix("[]") }
    let hasBrackets = !repeated.isEmpty && repeated.allSatisfy { $0.name.hasSuffix("[]") }
    if hasBrackets { lists = .brackets }
    var nested: [String: Int] = [:]
    for field in fields {
      let plain = field.name.hasSuffix("[]") && hasBrackets ? String(field.name.dropLast(2)) : field.name
      // A property needs a name.
      if plain.isEmpty { continue }
      // The brackets of `filter[name]` make an object.
      if let bracket = plain.firstIndex(of: "["), bracket > plain.startIndex, plain.hasSuffix("]") {
        // One request may have several fields of the object, so only a field of all requests makes it required.
        let name = String(plain[..<bracket])
        nested[name] = max(nested[name] ?? 0, field.requests)
        continue
      }
      let parameter = ParameterRules.guess(field, in: .form, of: requests, at: file, endpoint, &builder)
      var value = parameter.schema
      // A list with commas is a text in a form of this kind.
      if value[.items] != nil, field.repeated == 0, !field.name.hasSuffix("[]") { value = Schema(.string) }
      let property = Schema.Property(guess: plain, value, isOptional: !parameter.isRequired)
      // Some requests have `tags[]`, and others `tags`.
      if let known = schema.object.properties.firstIndex(where: { $0.name.text == plain }) {
        if value[.items] != nil { schema.object.properties[known] = property }
        schema.object.properties[known].isRequired = false
      } else {
        schema.object.properties.append(property)
      }
    }
    for (name, count) in nested.sorted(by: { $0.key < $1.key })
    where !schema.object.properties.contains(where: { $0.name.text == name }) {
      schema.object.properties.append(
        .init(guess: name, .map(of: Schema()), isOptional: count < requests))
    }
  }

  var body: Endpoint.Body {
    .form(schema, lists: lists, objects: .brackets)
  }
}
