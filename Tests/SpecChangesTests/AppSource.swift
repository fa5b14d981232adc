import SwiftEmitter

@testable import SpecChanges

/// The source of an app that uses every declaration of a module, in a function each.
struct AppSource {
  private let surface: ModuleSurface
  private let lines: LineMaker
  private(set) var uses: [CodeLine] = []

  init(_ surface: ModuleSurface) {
    self.surface = surface
    lines = LineMaker(surface)
    for type in surface.types { addUses(of: type) }
  }

  var text: String { Self.text(uses, importing: surface.module.text) }

  /// A file with a function for each line.
  static func text(_ lines: [CodeLine], importing module: String) -> String {
    // Optional parts of the runtime have protocols that requests conform to.
    var text =
      "import Foundation; import WGNAPIGenerated; import WGNAPIPartial; import WGNAPIResponses; import WGNAPIStreams\n"
    text += "import \(module)\n"
    for (position, line) in lines.enumerated() { text += function(line, named: "use\(position)") + "\n" }
    return text
  }

  /// A function on one line.
  static func function(_ line: CodeLine, named name: String) -> String {
    if line.text.hasPrefix("import ") { return line.text }
    var seen: Set<String> = []
    let parameters = line.variables.filter { seen.insert($0.name).inserted }.map {
      "_ \(SurfaceText.escaped($0.name.replacing("`", with: ""))): \($0.type)"
    }
    // What is assigned to is a variable.
    let words = line.text.split(separator: " ")
    let shadowed = words.count > 2 && words[1] == "=" && words[0].contains(".")
    let target = line.text.prefix { $0 != "." }
    let copy = shadowed ? "var \(target) = \(target); " : ""
    let starts = ["let ", "if ", "for ", "switch ", "print("]
    let isStatement = shadowed || starts.contains { line.text.hasPrefix($0) }
    return "func \(name)(\(parameters.joined(separator: ", "))) async throws { \(copy)"
      + "\(isStatement ? line.text : "_ = \(line.text)") }"
  }

  private mutating func addUses(of type: SurfaceType) {
    if type.kind == .group || type.kind == .constraints || type.kind == .document {
      uses += type.members.map { lines.expression($0, of: type) }
      return
    }
    uses.append(lines.mention(type))
    for member in type.members {
      switch member.kind {
      case .property:
        uses.append(lines.reading(member, of: type))
        if case .optional? = member.type { uses.append(lines.unwrapping(member, of: type)) }
        if member.isMutable { uses.append(lines.assignment(member, of: type)) }
        if case .optional? = member.type {} else { unwrap(lines.expression(member, of: type), member.type) }
      case .constant:
        let value = lines.expression(member, of: type)
        // The name of a function alone is an expression, too.
        uses.append(
          member.type.map { CodeLine("let value: \($0.text) = \(value.text)", value.variables) } ?? value)
      case .enumerationCase: uses.append(lines.expression(member, of: type))
      case .initializer, .method, .function:
        let call = lines.call(member, of: type, member.parameters)
        if member.kind == .initializer {
          uses.append(
            CodeLine("let value: \(type.name)\(member.isFailable ? "?" : "") = \(call.text)", call.variables))
          if member.isFailable {
            uses.append(CodeLine("if let value = \(call.text) { print(value) }", call.variables))
          }
        } else {
          uses.append(call)
        }
        uses.append(lines.expression(member, of: type))
        if !member.receiver.isEmpty, member.type != nil {
          uses.append(lines.result(member, of: type))
          unwrap(lines.expression(member, of: type), member.type)
        }
      case .associatedType:
        if type.kind == .alias {
          if let meaning = member.type { uses.append(lines.meaning(type, meaning)) }
          unwrap(lines.named(type), member.type)
        } else {
          uses.append(SurfaceComparison.meaning(member, of: type))
        }
      case .conformance: uses.append(lines.expression(member, of: type))
      }
    }
    if type.kind.isClosed, !type.members.isEmpty { uses.append(lines.choice(type)) }
  }

  /// Uses the parts of a value that may be nil.
  private mutating func unwrap(_ value: CodeLine, _ type: SwiftType?) {
    if let type, let text = Self.unwrapping(value.text, type) { uses.append(value.within(text)) }
  }

  /// Nil if no part of a value may be nil.
  private static func unwrapping(_ text: String, _ type: SwiftType) -> String? {
    switch type {
    case .alias(_, let meaning): return unwrapping(text, meaning)
    case .optional(let wrapped):
      return "if let part = \(text) { \(unwrapping("part", wrapped) ?? "print(part)") }"
    case .array(let element): return unwrapping("part", element).map { "for part in \(text) { \($0) }" }
    case .dictionary(_, let value):
      return unwrapping("part", value).map { "for part in \(text).values { \($0) }" }
    default: return nil
    }
  }
}
