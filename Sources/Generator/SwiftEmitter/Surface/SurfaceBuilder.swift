import APIModel
import Diagnostics

extension API {
  /// The surfaces of all modules, by the lowering that writes them.
  ///
  /// - Parameter sink: Receives what the generator refuses to write.
  package func surfaces(into sink: inout DiagnosticSink) -> [ModuleSurface] {
    modules.map { module in
      var builder = SurfaceBuilder(module, into: &sink)
      builder.addModels()
      builder.addDocuments()
      if !module.endpoints.isEmpty {
        let errors = ErrorNames(module: module, into: &builder.sink)
        builder.addClient(errors)
        builder.addRequests(errors)
      }
      builder.addWebhooks()
      sink.append(contentsOf: builder.sink)
      return builder.surface
    }
  }
}

/// Collects the surface of a module: what the templates make of the declarations that the module is lowered to.
struct SurfaceBuilder {
  let module: Module
  let names: TypeNames
  private let documents: SchemaDocumentEmitter?
  private var types: [SurfaceType] = []
  /// What all declarations need, also where nobody else sees it.
  var imports: Imports
  var sink = DiagnosticSink()

  init(_ module: Module, into sink: inout DiagnosticSink) {
    self.module = module
    var names = TypeNames(module: module, into: &sink)
    documents = module.schemaGraph.map {
      SchemaDocumentEmitter($0, for: module.schemas, in: names.common, avoiding: names.all, into: &sink)
    }
    names.validators = documents?.validators ?? [:]
    self.names = names
    imports = OwnTypesView(uses: names.ownTypes.uses).imports
  }

  /// Everything so far, with types as the top of the module calls them.
  var surface: ModuleSurface {
    let paths = Set(types.map(\.path))
    var result = types
    for position in result.indices {
      let place = result[position].path
      func absolute(_ type: SwiftType) -> SwiftType { type.absolute(in: place, among: paths) }
      for index in result[position].members.indices {
        result[position].members[index].type = result[position].members[index].type.map(absolute)
        for parameter in result[position].members[index].parameters.indices {
          result[position].members[index].parameters[parameter].type = absolute(
            result[position].members[index].parameters[parameter].type)
        }
      }
    }
    return ModuleSurface(
      module: module.name, access: module.access, accessSpan: module.keySpans["access"], types: result,
      importStatements: imports.statements(runtime: module.runtime, access: module.access))
  }

  mutating func add(_ type: SurfaceType) { types.append(type) }

  /// Adds a declaration and those nested in it, and what they import.
  ///
  /// - Parameters:
  ///   - identity: What the first of them is in the spec.
  ///   - owner: What contains those that have no place of their own.
  mutating func add(
    _ declarations: [Declaration], as identity: SurfaceType.Identity?, at span: SourceSpan?,
    in owner: SourceSpan? = nil
  ) {
    for (position, declaration) in declarations.enumerated() {
      let isFirst = position == 0
      imports.formUnion(declaration.imports)
      // A user-defined type is no declaration of the module.
      if case .alias(let alias) = declaration.kind, !alias.isDeclared { continue }
      var type = DeclarationSurface(declaration).type
      if isFirst { type.identity = identity }
      type.span = (isFirst ? span : nil) ?? declaration.span ?? owner
      add(type)
    }
  }

  // MARK: Models

  mutating func addModels() {
    let lowering = ModelLowering(module: module, names: names)
    var constraints: [SurfaceMember] = []
    for (definition, kind) in lowering.declared {
      var lowered = lowering.lower(definition, kind)
      sink.append(contentsOf: lowered.sink)
      let declarations = lowered.takeDeclarations()
      add(declarations, as: .schema(definition.name.text), at: definition.name.span)
      for case .alias(let alias) in declarations.map(\.kind) where alias.constraint != nil {
        constraints.append(
          SurfaceMember(
            kind: .constant, identity: definition.name.text, name: alias.constraintName,
            type: .runtime("Constraint"), span: definition.name.span))
      }
    }
    for slice in module.slices {
      var lowered = lowering.lower(slice)
      sink.append(contentsOf: lowered.sink)
      add(lowered.takeDeclarations(), as: .slice(slice.name.text), at: slice.name.span)
    }
    add(
      SurfaceType(
        path: [names.common.constraints], identity: .constraints, kind: .constraints, members: constraints,
        span: module.name.span))
  }

  /// The validators of JSON Schema documents.
  mutating func addDocuments() {
    guard let documents else { return }
    for unit in documents.units {
      imports.formUnion(documents.imports(of: unit))
      let members = documents.publicMembers(of: unit).map { member in
        SurfaceMember(
          kind: .constant, identity: member.pointer, name: member.name, type: .runtime("JSONSchema"),
          span: member.span)
      }
      add(
        SurfaceType(
          path: [unit.name], identity: .document(unit.document.name.text), kind: .document, members: members,
          span: unit.document.name.span))
    }
  }

  // MARK: Webhooks

  mutating func addWebhooks() {
    guard let webhooks = module.webhooks, let first = webhooks.events.first else { return }
    let lowered = WebhookLowering(names: names, webhooks: webhooks).lower(into: &sink)
    var cases = lowered.events.map { event in
      SurfaceMember(
        kind: .enumerationCase, identity: "event \(event.wireName)", name: event.name, type: event.type,
        span: event.span)
    }
    cases.append(
      SurfaceMember(
        kind: .enumerationCase, identity: "unknown", name: "unknown",
        parameters: [
          SurfaceParameter(identity: "name", name: "name", type: .string),
          SurfaceParameter(identity: "payload", name: "payload", type: .json),
        ]))
    add(
      SurfaceType(
        path: [names.common.webhookEvent], identity: .events, kind: .cases, members: cases,
        span: first.name.span))
    add(lowered.declarations, as: nil, at: nil, in: first.name.span)
    imports.formUnion(lowered.imports)
  }
}

extension SwiftType {
  /// A type of the runtime that the generator has no name of its own for.
  static func runtime(_ name: String) -> SwiftType { .own(Own(name: name)) }

  /// A type that is written within another one, as the top of the module calls it.
  fileprivate func absolute(in place: [String], among paths: Set<[String]>) -> SwiftType {
    switch self {
    case .named(let path):
      for count in (0...place.count).reversed() where paths.contains(place.prefix(count) + path) {
        return .named(place.prefix(count) + path)
      }
      return self
    case .standard, .own: return self
    case .alias(let name, let type): return .alias(name, type.absolute(in: place, among: paths))
    case .array(let element): return .array(element.absolute(in: place, among: paths))
    case .dictionary(let key, let value):
      return .dictionary(
        key: key.absolute(in: place, among: paths), value: value.absolute(in: place, among: paths))
    case .optional(let wrapped): return .optional(wrapped.absolute(in: place, among: paths))
    case .stream(let stream, let element):
      return .stream(stream, of: element?.absolute(in: place, among: paths))
    }
  }
}
