import APIModel
import Diagnostics
import SpecYAML

/// The style keys of a parameter. Whether they are valid depends on its location.
struct WrittenStyle {
  static let keys: Set<String> = ["style", "explode", "reserved", "lists"]

  var kind: Parameter.Style.Kind?
  var isExploded: Bool?
  var lists: Endpoint.Body.FormLists?
  var isReserved = false
  /// The positions of the keys.
  var spans: [String: SourceSpan] = [:]

  /// The position of the first key; nil if the parameter has none.
  var span: SourceSpan? { ["style", "explode", "reserved", "lists"].lazy.compactMap { spans[$0] }.first }

  init() {}

  init(_ node: YAMLNode, report: Report) {
    for key in Self.keys {
      spans[key] = node.mapping?.entry(for: key)?.key.occurrence
    }
    kind = node["style"].flatMap { report.choice($0, of: Parameter.Style.Kind.self, for: "style") }
    lists = node["lists"].flatMap { report.choice($0, of: Endpoint.Body.FormLists.self, for: "lists") }
    isExploded = node["explode"].flatMap { report.boolean($0, for: "'explode'") }
    isReserved = node["reserved"].flatMap { report.boolean($0, for: "'reserved'") } ?? false
    if node["separator"] != nil, let span {
      report.error(
        .conflictingKeys, "'separator' is for a parameter without a style; remove one of them", at: span)
    }
    if lists != nil, kind != .deepObject, let span = spans["lists"] {
      report.error(.conflictingKeys, "'lists' is for 'style: deepObject'", at: span)
    }
  }

  /// The style of a parameter whose location is known.
  func resolve(_ parameter: inout Parameter, report: Report) {
    guard let span else { return }
    let location = parameter.location
    guard location != .url else {
      return report.error(.keywordMismatch, "a whole URL is sent as it is, and has no style", at: span)
    }
    let kind = kind ?? location.defaultStyle
    func refuse(_ id: DiagnosticID, _ message: String, _ key: String) {
      report.error(id, message, at: spans[key] ?? span)
    }
    if !kind.locations.contains(location) {
      let known = Parameter.Style.Kind.allCases.filter { $0.locations.contains(location) }.map(\.rawValue)
      refuse(
        .invalidValue,
        "the style of a parameter in the \(location.noun) is \(alternatives(known)), not '\(kind.rawValue)'",
        "style")
    }
    switch kind {
    case .json, .deepObject:
      if isExploded != nil {
        refuse(.keywordMismatch, "'explode' has no effect on the style '\(kind.rawValue)'", "explode")
      }
    case .spaceDelimited, .pipeDelimited:
      if isExploded == true {
        refuse(
          .keywordMismatch,
          "a list that is \(kind.rawValue) can't be exploded; write 'style: form', which repeats the name",
          "explode")
      }
    case .form, .simple, .label, .matrix: break
    }
    if isReserved, ![.path, .query, .form].contains(location) {
      refuse(
        .keywordMismatch, "'reserved' has no effect on a parameter in the \(location.noun)", "reserved")
    }
    // Without `style` and `explode`, lists are written as everywhere in the language.
    let isPlain = self.kind == nil && isExploded == nil
    parameter.style = Parameter.Style(
      kind, isExploded: isPlain ? false : isExploded, lists: lists ?? .brackets)
    parameter.keepsReserved = isReserved
  }
}

extension ParameterReader {
  /// Whether a style can express values of the schema.
  func checkShape(_ shape: Schema, in style: WrittenStyle, at place: SourceSpan) {
    let kind = style.kind
    guard kind != .json, !shape.types.isEmpty || !shape.object.properties.isEmpty else { return }
    let isObject = shape.types == [.object] || !shape.object.properties.isEmpty
    let isList = shape.types == [.array]
    if !isObject, !isList {
      if let kind, [.deepObject, .spaceDelimited, .pipeDelimited].contains(kind),
        shape.types != [.object, .array]
      {
        guard Set(shape.types).isDisjoint(with: [.object, .array]) else { return }
        report.error(
          .parameterType, "the style '\(kind.rawValue)' is for lists and objects", at: style.span ?? place)
      }
      return
    }
    guard kind != .deepObject else { return }
    let members =
      shape.object.properties.map(\.schema) + [shape[.additionalProperties], shape[.items]].compactMap { $0 }
    for member in members {
      let resolved = schemas.resolved(member)
      guard
        resolved.types.contains(.object) || resolved.types.contains(.array)
          || !resolved.object.properties.isEmpty
      else { continue }
      report.error(
        .parameterType,
        "what is inside a \(isList ? "list" : "parameter that is an object") must be a scalar; write "
          + "'style: deepObject' or 'style: json'", at: member.span)
    }
  }
}

extension Report {
  /// A value of an enumeration of words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: YAMLNode, of type: Choice.Type, for key: String
  ) -> Choice? where Choice.RawValue == String {
    guard let text = text(node, for: "'\(key)'") else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    error(
      .invalidValue, "'\(key)' is \(alternatives(known)), not '\(abbreviate(text))'", at: node.occurrence,
      suggestion: suggestion(for: text, in: known))
    return nil
  }
}
