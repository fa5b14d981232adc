import SwiftEmitter

/// Writes lines of an app that use the declarations of a surface.
struct LineMaker {
  let surface: ModuleSurface
  /// The client's type.
  private let client: String

  init(_ surface: ModuleSurface) {
    self.surface = surface
    client = surface.types.first { $0.identity == .client }?.name ?? "Client"
  }

  // MARK: Types

  /// `let item: Item`
  ///
  /// - Parameter variable: The variable; nil for one that is called like the type.
  func mention(_ type: SurfaceType, as variable: String? = nil) -> CodeLine {
    CodeLine("let \(variable ?? self.variable(type)): \(type.name)", uses: [use(type)])
  }

  /// `switch mode { case .exact, .startswith: break }`
  func choice(_ type: SurfaceType, hasDefault: Bool = false) -> CodeLine {
    let cases = type.members.filter { $0.kind == .enumerationCase || $0.kind == .constant }
      .map { ".\(SurfaceText.escaped($0.name))" }
    let rest = hasDefault ? "; default: break" : ""
    return CodeLine(
      "switch \(variable(type)) { case \(cases.joined(separator: ", ")): break\(rest) }", [value(type)],
      uses: [use(type, .switched)])
  }

  /// `let value: Int = itemID`, of a name for a type.
  func meaning(_ type: SurfaceType, _ meaning: SwiftType) -> CodeLine {
    let value = named(type)
    return value.within("let value: \(meaning.text) = \(value.text)")
  }

  /// `itemID`
  func named(_ type: SurfaceType) -> CodeLine { CodeLine(variable(type), [value(type)], uses: [use(type)]) }

  private func value(_ type: SurfaceType) -> CodeLine.Variable {
    .init(name: variable(type), type: type.name)
  }

  func variable(_ type: SurfaceType) -> String {
    SurfaceText.escaped(SurfaceText.variable(ofType: type.path.last ?? "value"))
  }

  // MARK: Values

  /// The member of a value or a type, without what may be done with it.
  ///
  /// - Parameter showsType: Whether to write the type of a case's value.
  func expression(
    _ member: SurfaceMember, of type: SurfaceType, showingType showsType: Bool = false
  ) -> CodeLine {
    let name = SurfaceText.escaped(member.name)
    let uses = [use(member, of: type)]
    switch member.kind {
    case .property:
      if !member.receiver.isEmpty {
        return CodeLine("\(path(member.receiver)).\(name)", [clientVariable], uses: uses)
      }
      return CodeLine(
        "\(member.isThrowing ? "try " : "")\(variable(type)).\(name)", [value(type)], uses: uses)
    case .constant: return CodeLine("\(type.name).\(name)", uses: uses)
    case .enumerationCase:
      if !member.parameters.isEmpty { return call(member, of: type, member.parameters) }
      guard let payload = member.type else { return CodeLine("\(type.name).\(name)", uses: uses) }
      let value = showsType ? "value as \(payload.text)" : "value"
      return CodeLine(
        "\(type.name).\(name)(\(value))", [.init(name: "value", type: payload.text)], uses: uses)
    case .associatedType: return CodeLine("\(type.name).\(name).self", uses: uses)
    case .conformance:
      let variable = variable(type)
      return CodeLine("let value: any \(member.name) = \(variable)", [value(type)], uses: making(type))
    case .initializer, .method, .function:
      return call(member, of: type, member.parameters.filter { !$0.hasDefault })
    }
  }

  /// `let price: Double = item.price`
  func reading(_ member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    let value = expression(member, of: type)
    guard let own = member.type else { return value }
    return value.within("let \(plain(member, of: type)): \(own.text) = \(value.text)")
  }

  /// `if let price = item.price { print(price) }`, which needs an optional.
  func unwrapping(_ member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    let value = expression(member, of: type)
    let name = plain(member, of: type)
    return value.within("if let \(name) = \(value.text) { print(\(name)) }")
  }

  /// `if case .list(let value) = target { print(value as [Line]) }`
  func unpacking(_ member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    let words = member.type.map { " as \($0.text)" } ?? ""
    return CodeLine(
      "if case .\(SurfaceText.escaped(member.name))(let value) = \(variable(type)) { print(value\(words)) }",
      [value(type)], uses: [use(member, of: type)])
  }

  /// `print(item.price)`
  func printing(_ member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    let value = expression(member, of: type)
    return value.within("print(\(value.text))")
  }

  /// `item.price = price`
  func assignment(_ member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    let value = expression(member, of: type)
    return CodeLine(
      "\(value.text) = \(plain(member, of: type))",
      value.variables + [.init(name: plain(member, of: type), type: member.type?.text ?? "Void")],
      uses: [use(member, of: type, .writing)])
  }

  /// The name of a variable for a member's value.
  private func plain(_ member: SurfaceMember, of type: SurfaceType) -> String {
    let name = SurfaceText.escaped(
      member.name.hasPrefix("$") ? String(member.name.dropFirst()) : member.name)
    return name == variable(type) ? "value" : name
  }

  // MARK: Calls

  /// A call with these arguments, which are variables of the parameters' names.
  ///
  /// - Parameter typed: The wire identities of the parameters whose types are written.
  func call(
    _ member: SurfaceMember, of type: SurfaceType, _ parameters: [SurfaceParameter],
    typed: Set<String> = []
  ) -> CodeLine {
    let arguments = parameters.map { parameter in
      let type = typed.contains(parameter.identity) ? " as \(parameter.type.text)" : ""
      return "\(SurfaceText.label(parameter.name)): \(SurfaceText.escaped(parameter.name))\(type)"
    }
    let list = "(\(arguments.joined(separator: ", ")))"
    var variables = parameters.map { CodeLine.Variable(name: $0.name, type: $0.type.text) }
    let name = SurfaceText.escaped(member.name)
    let uses = [use(member, of: type)]
    switch member.kind {
    case .initializer: return CodeLine("\(type.name)\(list)", variables, uses: uses)
    case .function, .enumerationCase, .constant:
      return CodeLine("\(type.name).\(name)\(list)", variables, uses: uses)
    default:
      // Of the client, or of a group in it.
      let receiver = member.receiver.isEmpty ? variable(type) : path(member.receiver)
      variables.append(member.receiver.isEmpty ? value(type) : clientVariable)
      return CodeLine(
        "\(member.isThrowing ? "try await " : "")\(receiver).\(name)\(list)", variables, uses: uses)
    }
  }

  /// `let players: [Player] = try await client.searchPlayers(search: search)`
  func result(_ member: SurfaceMember, of type: SurfaceType) -> CodeLine {
    let call = call(member, of: type, member.parameters.filter { !$0.hasDefault })
    guard let result = member.type else { return call }
    return call.within("let response: \(result.text) = \(call.text)")
  }

  private var clientVariable: CodeLine.Variable { .init(name: "client", type: client) }

  private func path(_ names: [String]) -> String { names.map(SurfaceText.escaped).joined(separator: ".") }

  // MARK: Names

  /// What a member is called in a report: `Item.price`, `client.items.get`, `Client.with(token:)`.
  func place(_ member: SurfaceMember, of type: SurfaceType) -> String {
    let labels = member.hasNamesakes ? "(\(member.parameters.map { "\($0.name):" }.joined()))" : ""
    return plainPlace(member, of: type) + labels
  }

  private func plainPlace(_ member: SurfaceMember, of type: SurfaceType) -> String {
    if !member.receiver.isEmpty { return (member.receiver + [member.name]).joined(separator: ".") }
    return "\(type.name).\(member.name)"
  }

  /// `client.searchPlayers(limit:)`
  func place(_ parameter: SurfaceParameter, of member: SurfaceMember, _ type: SurfaceType) -> String {
    "\(plainPlace(member, of: type))(\(parameter.name):)"
  }
}
