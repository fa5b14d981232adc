import APIModel

/// Swift expressions that read a service's failure out of an envelope.
struct FailureExpression {
  let names: TypeNames
  let envelope: Envelope
  let failure: Envelope.Failure

  /// True where the request failed: `status == .error`.
  var condition: String {
    let property = envelope.schema.object.properties.first { $0.name.text == failure.property.text }
    let name = SwiftName.escaped(
      SwiftName.member(failure.property.text, override: property?.schema.swiftName?.text))
    let isEnumeration =
      if let schema = property?.schema, case .enumeration = names.index.shape(of: resolved(schema)) {
        true
      } else { false }
    let isOptional = property.map { !$0.isRequired || $0.schema.isNullable } ?? false
    return
      "\(name)\(isEnumeration ? "\(isOptional ? "?" : "").rawValue" : "") == \(value(for: property))"
  }

  /// A flag is a boolean in Swift.
  private func value(for property: Schema.Property?) -> String {
    guard property.map({ resolved($0.schema).format == .flag }) == true else {
      return SwiftLiteral.json(failure.value)
    }
    return failure.value == .number(NumberText("0")) ? "false" : "true"
  }

  /// The arguments of `ServiceFailure`'s initializer.
  var arguments: [String] {
    var list = [
      "code: \(path(failure.code, isInteger: true))", "message: \(path(failure.message, isInteger: false))",
    ]
    if failure.field != nil || failure.rejectedValue != nil {
      list.append("field: \(failure.field.map { path($0, isInteger: false) } ?? "nil")")
    }
    if let value = failure.rejectedValue { list.append("value: \(chain(value).text)") }
    return list
  }

  /// A path to an integer or a string; `nil` where the spec's type is another, because a failure has no place for it.
  private func path(_ path: FieldPath, isInteger: Bool) -> String {
    let (text, schema) = chain(path)
    let isNewtype = schema?.reference.flatMap { names.index[$0.text] }?.isNewtype == true
    let raw = isNewtype ? "\(text)\(isLastOptional(path) ? "?" : "").rawValue" : text
    guard let schema = schema.map(resolved) else { return "nil" }
    if isInteger { return schema.types == [.integer] && schema.format == nil ? raw : "nil" }
    return schema.types == [.string] && schema.format == nil && schema.enumeration == nil ? raw : "nil"
  }

  /// Whether the property at a path's end may be nil.
  private func isLastOptional(_ path: FieldPath) -> Bool {
    var object = names.index.flattenedObject(envelope.schema)
    var last: Schema.Property?
    for component in path.components {
      last = object?.properties.first { $0.name.text == component }
      object = last.flatMap { names.index.flattenedObject(resolved($0.schema)) }
    }
    return last.map { !$0.isRequired || $0.schema.isNullable } ?? false
  }

  /// `error?.code`
  private func chain(_ path: FieldPath) -> (text: String, schema: Schema?) {
    var object: FlatObject? = names.index.flattenedObject(envelope.schema)
    var text = ""
    var schema: Schema?
    for (position, component) in path.components.enumerated() {
      guard let property = object?.properties.first(where: { $0.name.text == component }) else {
        return ("nil", nil)
      }
      let name = SwiftName.escaped(SwiftName.member(component, override: property.schema.swiftName?.text))
      text += text.isEmpty ? name : ".\(name)"
      let isLast = position + 1 == path.components.count
      if !isLast, !property.isRequired || property.schema.isNullable { text += "?" }
      schema = property.schema
      object = names.index.flattenedObject(resolved(property.schema))
    }
    return (text, schema)
  }

  private func resolved(_ schema: Schema) -> Schema {
    var schema = schema
    var steps = 0
    while let reference = schema.reference, schema.object.properties.isEmpty, steps < 100,
      let target = names.index[reference.text]
    {
      schema = target
      steps += 1
    }
    return schema
  }
}
