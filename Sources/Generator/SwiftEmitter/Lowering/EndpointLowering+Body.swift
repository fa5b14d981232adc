import APIModel
import Diagnostics

/// A property of a request that is sent in its body.
struct LoweredBody {
  /// Nil for a constant, which needs none.
  var property: RequestDeclaration.Property?
  var entries: [EndpointEntry]
  /// The spec's name for it; nil for the whole body.
  var source: Name?
}

extension EndpointLowering {
  /// The properties that make up a request's body.
  mutating func lower(bodyOf endpoint: Endpoint, in request: String) -> [LoweredBody] {
    if case .multipart(let parts)? = endpoint.body {
      return parts.map { part in
        constant(part, of: endpoint) ?? self.part(part, endpoint.isBodyOptional, in: request)
      }
    }
    let isOptional = endpoint.isBodyOptional
    var bodies =
      if let codec = endpoint.bodyCodec?.text, case .bytes(let mediaType)? = endpoint.body {
        [encoded(by: codec, mediaType)]
      } else {
        lower(endpoint.body, in: request, isOptional)
      }
    if isOptional { for index in bodies.indices { bodies[index].property?.isOptional = true } }
    return bodies
  }

  private mutating func lower(
    _ body: Endpoint.Body?, in request: String, _ isOptional: Bool
  ) -> [LoweredBody] {
    switch body {
    case nil, .multipart: []
    case .json(let schema): [value(schema, "The body, in JSON.", "body", [], isJSON: true, in: request)]
    case .jsonOfType(let schema, let type):
      [value(schema, "The body, in JSON.", "body", ["mediaType: \(Code.string(type))"], in: request)]
    case .alternatives(let alternatives): [lower(alternatives, isOptional: isOptional, in: request)]
    case .form(let schema, let lists, let objects, let fields):
      [
        value(
          schema, "The body, a form.", "formBody", formArguments(lists, objects, fields), in: request)
      ]
    case .bytes(let type): [plain(.bytes, "The body, sent as is.", "bytes", type)]
    case .text(let type): [plain(.string, "The body, as text.", "text", type)]
    case .file(let type):
      [
        plain(
          .standard(Endpoint.Body.isRange(type) ? .filePart : .requestBody),
          Endpoint.Body.isRange(type)
            ? "The body, with its media type." : "The body, read while it is sent.", "file", type)
      ]
    }
  }

  func formArguments(
    _ lists: Endpoint.Body.FormLists, _ objects: Endpoint.Body.FormObjects, _ fields: [StyledField]
  ) -> [Code?] {
    let styles = fields.map { (name: $0.name.text, value: expression(of: $0.style, $0.keepsReserved)) }
    return [
      lists == .brackets ? nil : "lists: .\(lists.rawValue)",
      objects == .brackets ? nil : "objects: .\(objects.rawValue)",
      styles.isEmpty ? nil : "styles: \(Code.dictionary(styles))",
    ]
  }

  private mutating func value(
    _ schema: Schema, _ summary: String, _ method: String, _ arguments: [Code?], isJSON: Bool = false,
    in request: String
  ) -> LoweredBody {
    let use = schemas.sentUse(
      schema, in: Place(enclosing: [request], name: "Payload", elementName: "PayloadElement"))
    let summary = schema.documentation.summary ?? summary
    let property = RequestDeclaration.Property(
      name: "payload", type: use.type, isOptional: use.isNullable,
      documentation: DocComment.lines(summary: summary, indent: 2), summary: summary, place: "body",
      span: schema.span)
    let coder = use.coder?.relative(to: [request])
    let entry = EndpointEntry(method, ["\\.payload", coder?.argument, use.constraint?.code] + arguments)
    return LoweredBody(property: property, entries: [isJSON ? entry : entry.needing(.forms)])
  }

  /// Whether a body is a secret as a whole. The parts of a multipart body, and the types of other bodies, say themselves what
  /// is secret in them.
  func isSecret(_ body: Endpoint.Body?) -> Bool {
    if case .multipart? = body { return false }
    return body?.schemas.contains(where: schemas.index.showsSecret) ?? false
  }

  private func plain(
    _ type: SwiftType, _ summary: String, _ method: String, _ mediaType: String
  ) -> LoweredBody {
    let property = RequestDeclaration.Property(
      name: "payload", type: type, isOptional: false,
      documentation: DocComment.lines(summary: summary, indent: 2), summary: summary, place: "body")
    return LoweredBody(
      property: property,
      entries: [
        EndpointEntry(method, ["\\.payload", "mediaType: \(Code.string(mediaType))"]).needing(.forms)
      ])
  }

  private func encoded(by codec: String, _ mediaType: String) -> LoweredBody {
    var body = plain(.named([codec, "Value"]), "The body, encoded by `\(codec)`.", "encoded", mediaType)
    body.entries = [
      EndpointEntry(
        "encoded", ["\\.payload", "as: \(codec).self", "mediaType: \(Code.string(mediaType))"]
      ).needing(.forms)
    ]
    return body
  }

  /// A part with a constant value, which needs no property.
  private func constant(_ part: Endpoint.Part, of endpoint: Endpoint) -> LoweredBody? {
    guard let value = endpoint.constant(part, in: schemas.index), let schema = part.schema else { return nil }
    let entry = constant(
      part.name.text, value, in: "part",
      [
        part.style.map { "style: \(expression(of: $0, false))" },
        part.mediaType.map { "mediaType: \(Code.string($0))" },
        schemas.index.containsSecret(schema) ? "secret: true" : nil,
      ])
    return LoweredBody(property: nil, entries: [entry])
  }

  private mutating func part(
    _ part: Endpoint.Part, _ isBodyOptional: Bool, in request: String
  ) -> LoweredBody {
    let isOptional = isBodyOptional || !part.isRequired
    let name = SwiftName.member(
      part.name.text, override: part.swiftName?.text, avoiding: unusableRequestNames)
    let path: Code = "\\.\(SwiftName.escaped(name))"
    let summary = part.documentation.summary
    let notes =
      if case .value(let schema) = part.content {
        ValueNotes(schema, in: schemas.index).all
      } else { [String]() }
    let documentation = DocComment.lines(
      summary: summary, details: part.documentation.details, remarks: DocComment.paragraph(notes), indent: 2)
    let remark = DocComment.sentence(summary, notes)
    switch part.content {
    case .file(let mediaType, let isList):
      let file = SwiftType.standard(.filePart)
      let property = RequestDeclaration.Property(
        name: name, type: isList ? .array(file) : file, isOptional: isOptional,
        documentation: documentation, summary: remark, place: "part \(part.name.text)", span: part.name.span)
      return LoweredBody(
        property: property,
        entries: [
          EndpointEntry(
            "filePart", [.string(part.name.text), path, mediaType.map { "mediaType: \(Code.string($0))" }]
          ).needing(.forms)
        ],
        source: part.swiftName ?? part.name)
    case .value(let schema):
      let use = schemas.sentUse(
        schema, in: Place(name: request).property(part.typeWord, avoiding: schemas.names.all))
      let property = RequestDeclaration.Property(
        name: name, type: use.type, isOptional: isOptional || use.isNullable,
        documentation: documentation, summary: remark, place: "part \(part.name.text)", span: part.name.span)
      return LoweredBody(
        property: property,
        entries: [
          EndpointEntry(
            "part",
            [
              .string(part.name.text), path, use.coder?.relative(to: [request]).argument,
              use.constraint?.code,
              part.style.map { "style: \(expression(of: $0, false))" },
              part.mediaType.map { "mediaType: \(Code.string($0))" },
              schemas.index.isSecret(schema) || schemas.index.showsSecret(schema) ? "secret: true" : nil,
            ]
          ).needing(.forms)
        ],
        source: part.swiftName ?? part.name)
    }
  }
}
