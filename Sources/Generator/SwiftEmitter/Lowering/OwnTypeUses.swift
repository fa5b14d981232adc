import APIModel
import Diagnostics

/// The user-defined types that a module's specs name, with what generated code needs of them.
struct OwnTypeUses: Sendable {
  struct Use: Sendable {
    var type: OwnType
    /// Whether it is the type of values.
    var isValue = false
    /// Whether it is the type of a map's keys.
    var isKey = false
    /// What the specs call the schemas that name it.
    var owners: [String] = []
    /// The first schemas of values that it stands for.
    var schemas: [Schema] = []

    fileprivate mutating func add(_ owner: String) {
      if !owners.contains(owner) { owners.append(owner) }
    }
  }

  /// Each type once, in the order of their names.
  private(set) var uses: [Use] = []
  private var positions: [[String]: Int] = [:]
  private let index: SchemaIndex
  private let formatTypes: [FormatType]

  init(_ module: Module, in index: SchemaIndex) {
    self.index = index
    formatTypes = module.formatTypes
    for format in module.formatTypes { add(format.type, "the format '\(format.name.text)'", isKey: nil) }
    for definition in module.schemas { visit(definition.schema, "the schema '\(definition.name.text)'") }
    for parameter in module.clientParameters {
      visit(parameter.schema, "the client's '\(parameter.name.text)'")
    }
    for envelope in module.envelopes { visit(envelope.schema, "the envelope '\(envelope.name.text)'") }
    for failure in module.failures { failure.payload.schema.map { visit($0, "the failures of the module") } }
    for endpoint in module.endpoints {
      for schema in endpoint.schemas { visit(schema, "the endpoint '\(endpoint.operation)'") }
    }
    for schema in module.webhookSchemas { visit(schema, "the webhooks") }
    uses.removeAll { !$0.isValue && !$0.isKey }
    uses.sort { $0.type.sortKey.lexicographicallyPrecedes($1.type.sortKey) }
  }

  private mutating func visit(_ schema: Schema, _ owner: String) {
    var pending = [(schema: schema, isKey: false)]
    while let (schema, isKey) = pending.popLast() {
      if isKey, let own = index.ownType(of: schema) {
        // A named schema is listed under its own name.
        add(own, schema.ownType == nil || isFormatType(own, schema) ? nil : owner, isKey: true)
        continue
      }
      if let own = schema.ownType {
        // Generated code knows nothing of what is in it.
        add(own, isFormatType(own, schema) ? nil : owner, isKey: false, schema)
        continue
      }
      var rest = schema
      if let keys = schema.object.keys?.value {
        pending.append((keys, true))
        rest.object.keys = nil
      }
      pending += rest.children.map { ($0, false) }
    }
  }

  /// Whether the module chooses the type for the schema's format.
  private func isFormatType(_ own: OwnType, _ schema: Schema) -> Bool {
    guard let format = schema.format else { return false }
    return formatTypes.contains { $0.covers(format) && $0.type.isSame(as: own) }
  }

  /// - Parameter isKey: nil if it isn't known yet what it is used for.
  private mutating func add(
    _ own: OwnType, _ owner: String?, isKey: Bool?, _ schema: Schema? = nil
  ) {
    let position = positions[own.sortKey] ?? uses.count
    if position == uses.count {
      positions[own.sortKey] = position
      uses.append(Use(type: own))
    }
    if isKey == true { uses[position].isKey = true }
    if isKey == false {
      uses[position].isValue = true
      if let schema, uses[position].schemas.count < 20 { uses[position].schemas.append(schema) }
    }
    if let owner { uses[position].add(owner) }
  }

  /// Reports types whose names mean something else in the module.
  ///
  /// - Parameters:
  ///   - generated: the names of the types at the top of the module, with what they come from.
  ///   - aliases: the names of those that are the user's types themselves.
  func check(
    in module: Module, against generated: [String: Name], aliases: Set<String>,
    into sink: inout DiagnosticSink
  ) {
    for use in uses {
      for root in use.type.roots.sorted() {
        guard let other = generated[root], !aliases.contains(root) else { continue }
        sink.error(
          .nameCollision,
          "\(use.type.isWhole(root) ? "" : "'\(root)' in ")'\(use.type.type.text)' is meant to be your own type, but in "
            + "generated code '\(root)' means the type of '\(other.text)'; "
            + hint(at: root, of: use.type, instead: other, in: module),
          at: use.type.type.span, notes: [.init("the other is here", at: other.span)])
      }
    }
  }

  /// What to do about a name that generated code has, too.
  private func hint(at root: String, of type: OwnType, instead other: Name, in module: Module) -> String {
    let place = type.module?.text ?? "Payments"
    let qualified = "write your type's module before it, as in '\(place).\(root)'"
    guard type.isWhole(root) else {
      return
        "if you mean that one, give the whole type a name with a 'typealias' in a file of yours, and write this name; "
        + "otherwise \(qualified)"
    }
    if module.schemas.contains(where: { $0.source != nil && $0.name.text == other.text }) {
      return
        "to use yours for that, too, name it under 'models' in the module's 'types'; otherwise \(qualified)"
    }
    return (module.origin == .document ? "give that another 'name' under 'types'" : "set 'swiftName' there")
      + ", or \(qualified)"
  }

  /// The names by which Swift looks the types up.
  var roots: Set<String> { uses.reduce(into: []) { $0.formUnion($1.type.roots) } }
}

extension OwnType {
  /// Whether a name is that of the type itself, and not one of its arguments.
  fileprivate func isWhole(_ root: String) -> Bool {
    [type.text, coder?.text].contains {
      $0?.split(whereSeparator: { "<.".contains($0) }).first.map(String.init) == root
    }
  }

  fileprivate var sortKey: [String] { [type.text, coder?.text ?? "", module?.text ?? ""] }
}
