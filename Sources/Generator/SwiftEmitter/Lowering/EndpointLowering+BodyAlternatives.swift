import APIModel

extension EndpointLowering {
  /// A body with several alternatives: an enumeration with a case for each media type.
  mutating func lower(
    _ alternatives: [Endpoint.Body.Alternative], isOptional: Bool, in request: String
  ) -> LoweredBody {
    let names = Self.caseNames(alternatives)
    var cases: [Declaration.ResponsesByStatus.Case] = []
    var entries: [EndpointEntry] = []
    for (alternative, name) in zip(alternatives, names) {
      var lowered =
        if let codec = alternative.codec?.text, case .bytes(let mediaType) = alternative.body {
          encoded(by: codec, mediaType)
        } else {
          lower(alternative.body, as: name, in: request)
        }
      cases.append(
        .init(
          name: name, type: lowered.type, statuses: 200...200, mediaType: alternative.mediaType.text,
          span: alternative.mediaType.span))
      lowered.entry.alternative = (name, isOptional)
      entries.append(lowered.entry.needing(.forms))
    }
    schemas.add(
      Declaration(
        enclosing: [request], name: "Payload", documentation: ["/// The body, by media type."],
        kind: .responses(Declaration.ResponsesByStatus(cases: cases)),
        span: alternatives.first?.mediaType.span))
    let summary = "The body, by media type."
    let property = RequestDeclaration.Property(
      name: "payload", type: .named([request, "Payload"]), isOptional: isOptional,
      documentation: DocComment.lines(summary: summary, indent: 2), summary: summary, place: "body",
      span: alternatives.first?.mediaType.span)
    return LoweredBody(property: property, entries: entries)
  }

  private func encoded(by codec: String, _ mediaType: String) -> (type: SwiftType, entry: EndpointEntry) {
    let mediaType: Code = "mediaType: \(Code.string(mediaType))"
    return (
      .named([codec, "Value"]), EndpointEntry("encoded", ["\\.payload", "as: \(codec).self", mediaType])
    )
  }

  private mutating func lower(
    _ body: Endpoint.Body, as name: String, in request: String
  ) -> (type: SwiftType, entry: EndpointEntry) {
    let path: Code = "\\.payload"
    func plain(_ type: SwiftType, _ method: String, _ mediaType: String) -> (SwiftType, EndpointEntry) {
      (type, EndpointEntry(method, [path, "mediaType: \(Code.string(mediaType))"]))
    }
    switch body {
    case .json(let schema), .jsonOfType(let schema, _), .form(let schema, _, _, _):
      let typeName = SwiftName.nestedType(name)
      let use = schemas.sentUse(
        schema, in: Place(enclosing: [request], name: typeName + "Payload", elementName: typeName + "Element")
      )
      var arguments: [Code?] = [path, use.coder?.relative(to: [request]).argument, use.constraint?.code]
      var method = "body"
      switch body {
      case .jsonOfType(_, let mediaType): arguments.append("mediaType: \(Code.string(mediaType))")
      case .form(_, let lists, let objects, let fields):
        method = "formBody"
        arguments += formArguments(lists, objects, fields)
      default: break
      }
      return (use.type, EndpointEntry(method, arguments))
    case .bytes(let mediaType): return plain(.bytes, "bytes", mediaType)
    case .text(let mediaType): return plain(.string, "text", mediaType)
    case .file(let mediaType):
      let isRange = Endpoint.Body.isRange(mediaType)
      return plain(.standard(isRange ? .filePart : .requestBody), "file", mediaType)
    // The reader has rejected these.
    case .multipart, .alternatives: return plain(.bytes, "bytes", "application/octet-stream")
    }
  }

  /// `json`, `form`, `text`, `csv`: the subtype, or the whole media type if subtypes are the same.
  static func caseNames(_ alternatives: [Endpoint.Body.Alternative]) -> [String] {
    let words = ["application/x-www-form-urlencoded": "application/form", "text/plain": "text/text"]
    return responseCaseNames(
      alternatives.map { alternative in
        var type = alternative.mediaType
        type.text = words[type.text.lowercased()] ?? type.text
        return Endpoint.Response(statuses: 200...200, mediaType: type, payload: .empty, span: type.span)
      })
  }
}
