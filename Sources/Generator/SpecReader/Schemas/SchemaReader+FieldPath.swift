import APIModel
import Diagnostics
import SpecYAML

private let maximumPathLength = 64

/// The properties that several schemas have together.
struct FieldTable {
  var properties: [String: [Schema]] = [:]
  /// The places of a tuple's elements by their names, which are Swift's only.
  var positions: [String: String] = [:]
  /// Whether there may be other properties.
  var isOpaque = false

  mutating func add(_ schema: Schema, at name: String) { properties[name, default: []].append(schema) }

  subscript(name: String) -> FieldStep {
    if let found = properties[name] { return .found(found) }
    return isOpaque ? .opaque : .missing(known: properties.keys.sorted())
  }
}

/// The result of looking a property up.
enum FieldStep {
  case found([Schema])
  /// The schema allows anything or couldn't be read, so the property may exist.
  case opaque
  /// It doesn't exist; these do.
  case missing(known: [String])
}

extension SchemaReader {
  /// Looks a property up in schemas.
  func step(_ name: String, from schemas: [Schema]) -> FieldStep { fields(of: schemas)[name] }

  func step(_ name: String, from schema: Schema) -> FieldStep { step(name, from: [schema]) }

  /// The properties of schemas, through references, alternatives, elements of lists and values of maps.
  ///
  /// - Parameter payload: the schema in place of an envelope's payload.
  private func fields(of schemas: [Schema], payload: Schema? = nil) -> FieldTable {
    var worklist = schemas
    var followed: Set<String> = []
    var table = FieldTable()
    while let schema = worklist.popLast() {
      if schema.isPayloadHole {
        if let payload, !payload.isPayloadHole { worklist.append(payload) } else { table.isOpaque = true }
        continue
      }
      if let reference = schema.reference {
        guard followed.insert(reference.text).inserted else { continue }
        if let target = folder.schema(named: reference.text) { worklist.append(target) }
      }
      worklist += schema.allOf + schema.anyOf + schema.oneOf
      let object = schema.object
      for property in object.properties {
        table.add(property.schema, at: property.name.text)
        table.positions[property.name.text] = property.name.text
      }
      if object.properties.isEmpty, let value = schema[.additionalProperties], !value.isNever {
        worklist.append(value)
      }
      for (position, element) in schema.array.prefixItems.enumerated() {
        table.add(element, at: String(position))
        guard schema.array.elementNames.indices.contains(position) else { continue }
        let name = schema.array.elementNames[position].text
        table.add(element, at: name)
        table.positions[name] = String(position)
      }
      if let items = schema[.items], !items.isNever { worklist.append(items) }
      table.isOpaque = table.isOpaque || allowsAnything(schema)
    }
    return table
  }

  private func allowsAnything(_ schema: Schema) -> Bool {
    let saysNothing =
      schema.reference == nil && schema.allOf.isEmpty && schema.anyOf.isEmpty && schema.oneOf.isEmpty
      && !schema.isNever
    let object = schema.object
    let isUntyped = schema.types.isEmpty || schema.types == [.object]
    return saysNothing && isUntyped && object.properties.isEmpty && schema[.additionalProperties] == nil
      && object.patternProperties.isEmpty && schema.format != .empty
  }

  /// A dotted path that exists in a schema. Reports any other and returns nil.
  ///
  /// - Parameter place: the schema in messages: "the envelope 'wargaming'".
  func fieldPath(
    _ node: YAMLNode, for what: String, in schema: Schema, of place: String, payload: Schema? = nil
  ) -> FieldPath? {
    var tables: [[String]: FieldTable] = [:]
    return fieldPath(node, for: what, in: schema, of: place, payload: payload, known: &tables)
  }

  /// - Parameter tables: the properties below each path, shared by several look-ups in the same schema.
  func fieldPath(
    _ node: YAMLNode, for what: String, in schema: Schema, of place: String, payload: Schema? = nil,
    known tables: inout [[String]: FieldTable]
  ) -> FieldPath? {
    guard let text = report.text(node, for: what) else { return nil }
    let span = ScalarSpan(node)
    var components: [String] = []
    var schemas = [schema]
    var isOpaque = false
    var offset = 0
    let parts = text.byteParts(separatedBy: ".")
    guard parts.count <= maximumPathLength else {
      report.error(
        .invalidPath, "the path '\(abbreviate(text))' has more than \(maximumPathLength) parts",
        at: node.occurrence)
      return nil
    }
    var position = 0
    while position < parts.count {
      var name = parts[position]
      position += 1
      var range = offset..<offset + name.unicodeScalars.count
      offset = range.upperBound + 1
      let parentPath = components
      guard !name.isEmpty else {
        report.error(
          .invalidPath, "the path '\(abbreviate(text))' has an empty part in it", at: node.occurrence)
        return nil
      }
      if isOpaque {
        components.append(name)
        continue
      }
      let table = tables[parentPath] ?? fields(of: schemas, payload: payload)
      tables[parentPath] = table
      // A name may have dots itself: `@odata.nextLink`.
      if table.properties[name] == nil {
        let dotted = (position..<parts.count).map { parts[(position - 1)...$0].joined(separator: ".") }
        if let count = dotted.firstIndex(where: { table.properties[$0] != nil }) {
          name = dotted[count]
          position += count + 1
          range = range.lowerBound..<range.lowerBound + name.unicodeScalars.count
          offset = range.upperBound + 1
        }
      }
      components.append(table.positions[name] ?? name)
      switch table[name] {
      case .found(let next): schemas = next
      case .opaque: isOpaque = true
      case .missing(let known):
        let parent =
          components.count == 1 ? place : "'\(components.dropLast().joined(separator: "."))' of \(place)"
        report.noProperty(name, of: parent, known: known, at: span(range))
        return nil
      }
    }
    return FieldPath(components, span: node.occurrence)
  }

  /// The properties that an object may have itself, through references, parts and alternatives.
  func ownProperties(of schema: Schema) -> [Schema.Property] {
    var worklist = [schema]
    var followed: Set<String> = []
    var properties: [Schema.Property] = []
    while let schema = worklist.popLast() {
      if let reference = schema.reference, followed.insert(reference.text).inserted,
        let target = folder.schema(named: reference.text)
      {
        worklist.append(target)
      }
      worklist += schema.allOf + schema.anyOf + schema.oneOf
      properties += schema.object.properties
    }
    return properties
  }

  /// A schema's own keywords. Follows references as long as they are all that a schema contains.
  func resolved(_ schema: Schema) -> Schema {
    var current = schema
    for _ in 0..<64 {
      guard current.types.isEmpty, let name = current.reference, let next = folder.schema(named: name.text)
      else {
        break
      }
      current = next
    }
    return current
  }
}
