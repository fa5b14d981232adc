import APIModel
import Diagnostics
import SpecYAML

extension SchemaReader {
  /// Reads `swift`, the user-defined type for a schema's values, and reports what has no effect beside it.
  func readOwnType(_ fields: Fields, into schema: inout Schema) {
    guard let node = fields["swift"] else { return }
    if schema.isPayloadHole {
      report.error(
        .conflictingKeys,
        "'payload' stands for what each response has; write 'swift' on the responses' own schemas",
        at: fields.keySpan("swift"))
      return
    }
    schema.ownType = ownType(node)
    if fields.boolean("newtype") == true {
      report.error(
        .conflictingKeys,
        "'newtype' asks for a type to be generated, but 'swift' names one of yours; leave one of them out",
        at: fields.keySpan("newtype"), notes: [.init("'swift' is here", at: fields.keySpan("swift"))])
    }
  }

  /// The example beside the type's name.
  func exampleOfOwnType(_ fields: Fields, of schema: Schema) -> [WrittenExample] {
    guard let value = schema.ownType?.example, let node = fields["swift"]?["example"] else { return [] }
    return [WrittenExample(value: value, node: node)]
  }

  /// Reports words of `lenient` that exclude each other, and those beside a user-defined type, which reads its JSON itself.
  func checkLenience(of schema: Schema, _ lenience: Lenience, at span: SourceSpan) {
    if lenience.isForNumbers, schema.lenience.filter(\.isForNumbers).count > 1 {
      report.error(
        .conflictingKeys,
        "a number is written either as a number ('numberInString') or as a text ('numberAsString')", at: span)
    }
    guard [.numberInString, .numberAsString, .emptyListAsMap, .singleAsList].contains(lenience) else {
      return
    }
    afterReading { [self] in
      guard let what = remarkOnOwnType(of: schema) else { return }
      report.error(
        .conflictingKeys,
        "'\(lenience.rawValue)' is for types that are generated, but \(what) and reads the JSON itself; leave it out, "
          + "and accept both forms in your type", at: span)
    }
  }

  /// Which type of a schema or of its format is user-defined; nil if neither is. For use after all schemas have been read.
  func remarkOnOwnType(of schema: Schema) -> String? {
    if let own = ownType(of: schema) { return "'\(abbreviate(own.type.text))' is one of yours" }
    guard let format = resolved(schema).format else { return nil }
    return ownFormats.sorted().first { BuiltinType.format(inDocuments: $0) == format }.map {
      "that of the format '\(abbreviate($0))' is one of yours"
    }
  }

  /// The user-defined type for a schema or, after all schemas have been read, the one that it is another name for.
  func ownType(of schema: Schema) -> OwnType? {
    var current = schema
    for _ in 0..<64 {
      if let own = current.ownType { return own }
      guard current.types.isEmpty, let name = current.reference, let next = folder.schema(named: name.text)
      else { return nil }
      current = next
    }
    return nil
  }

  /// `Money`, or `{type: Money, import: Payments, coder: Cents, example: "1.00"}`.
  func ownType(_ node: YAMLNode) -> OwnType? {
    if node.scalar != nil {
      return typeName(node, for: "'swift'").map { OwnType(type: $0, module: foundation(of: $0)) }
    }
    guard node.mapping != nil else {
      report.mismatch(
        node, expected: "the name of a type", for: "'swift'", hint: "write {type: Money, import: Payments}")
      return nil
    }
    guard
      let fields = Fields(
        node, what: "'swift'", keys: ["type", "import", "coder", "example"],
        hints: ["module": "write 'import'", "name": "write 'type'"], report: report)
    else { return nil }
    fields.require("type", in: "'swift'")
    let coder = fields["coder"].flatMap { typeName($0, for: "'coder'") }
    let module = fields["import"].flatMap(moduleName)
    let example = fields["example"].flatMap { report.value($0, for: "'example'") }
    guard let type = fields["type"].flatMap({ typeName($0, for: "'type'") }) else { return nil }
    return OwnType(type: type, module: module ?? foundation(of: type), coder: coder, example: example)
  }

  /// `Foundation.Date` needs an import of Foundation itself.
  private func foundation(of type: Name) -> Name? {
    type.text.hasBytePrefix("Foundation.") ? Name("Foundation", span: type.span) : nil
  }

  /// The module's types for formats: `{decimal: Money}`.
  func formatTypes(_ node: YAMLNode) -> [FormatType] {
    report.entries(node, for: "'formats'", areWireNames: true, form: "{decimal: Money}").compactMap { entry in
      let name = Name(entry.name, span: entry.key.occurrence)
      guard report.checkDefinitionName(name, of: "a format"), let type = ownType(entry.value) else {
        return nil
      }
      return FormatType(
        name: name, format: BuiltinType.format(inDocuments: name.text), type: type
      )
    }
  }

  /// The module's types for models of JSON Schema documents: `{Address: PostalAddress}`.
  func modelTypes(_ node: YAMLNode) -> [ModelType] {
    report.entries(node, for: "'models'", areWireNames: true, form: "{Address: PostalAddress}").compactMap {
      entry in
      ownType(entry.value).map { ModelType(name: Name(entry.name, span: entry.key.occurrence), type: $0) }
    }
  }

  private static let nullHint =
    "whether there may be null is for the schema to say, with a '?' at the end of its type"

  private func moduleName(_ node: YAMLNode) -> Name? {
    guard let name = report.name(node, for: "'import'") else { return nil }
    guard report.checkSafe(name, kind: "the module's name") else {
      return nil
    }
    var parser = SwiftTypeParser(name.text)
    guard parser.identifier(), parser.isAtEnd else {
      report.error(
        .invalidName,
        "'\(abbreviate(name.text))' isn't the name of a Swift module: write one name, such as 'Payments'",
        at: name.span)
      return nil
    }
    return name
  }

  private func typeName(_ node: YAMLNode, for what: String) -> Name? {
    guard let name = report.name(node, for: what) else { return nil }
    guard report.checkSafe(name, kind: "the type's name") else {
      return nil
    }
    var parser = SwiftTypeParser(name.text)
    if parser.type(), parser.isAtEnd {
      let type = Name(parser.text, span: name.span)
      guard let root = OwnType(type: type).roots.sorted().first(where: unusableOwnTypeNames.contains) else {
        return type
      }
      if root == "Optional" {
        report.error(
          .invalidName,
          "'\(abbreviate(name.text))' isn't the name of a Swift type; \(Self.nullHint)", at: name.span)
        return nil
      }
      report.error(
        .reservedName,
        "in generated code, '\(root)' means another type; write your type's module before it, as in 'Payments.\(root)'",
        at: name.span)
      return nil
    }
    let hint =
      if name.text.utf8.count > SwiftTypeParser.maximumLength {
        "it is longer than \(SwiftTypeParser.maximumLength) bytes; give your type another name with a 'typealias'"
      } else if let keyword = parser.keyword {
        "'\(keyword)' is a keyword of Swift; give your type another name with a 'typealias'"
      } else if name.text.hasByteSuffix("?") {
        Self.nullHint
      } else if name.text.hasPrefix("[") {
        "for the elements of a list or a map, write 'swift' on their schema"
      } else {
        "write one such as 'Money', 'Payments.Money' or 'Tagged<User, Int>'"
      }
    report.error(
      .invalidName, "'\(abbreviate(name.text))' isn't the name of a Swift type; \(hint)", at: name.span)
    return nil
  }
}
