import Diagnostics
import SwiftEmitter

extension EndpointFacts {
  /// What an editor shows beside the endpoint, in Markdown: the Swift, and what the client does.
  package var brief: String {
    let receiver = call.byteParts(separatedBy: ".").dropLast().joined(separator: ".")
    var parts = [swiftBlock(["\(receiver).\(signature)"])]
    if let summary { parts.append(visibleText(summary)) }
    parts.append("\(methods.joined(separator: " or ")) `\(visibleText(path))`")
    let codes = errors.filter { !$0.isShared }.map {
      "- `\($0.name)`: \(visibleText("\($0.code) \($0.message)"))"
    }
    let lines = behaviour.map { "- \(visibleText($0))" } + codes
    if !lines.isEmpty { parts.append(lines.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }
}

extension TypeFacts {
  private static let mostMembers = 20

  /// What an editor shows beside the type, in Markdown: the Swift.
  package var brief: String {
    var lines = [declaration]
    if !members.isEmpty {
      lines[0] += " {"
      lines += members.prefix(Self.mostMembers).map { "  \(line(of: $0))" }
      if members.count > Self.mostMembers {
        lines.append("  // and \(members.count - Self.mostMembers) more")
      }
      lines.append("}")
    }
    var parts = [swiftBlock(lines)]
    if let summary { parts.append(visibleText(summary)) }
    if !limits.isEmpty { parts.append(visibleText(limits.joined(separator: " "))) }
    return parts.joined(separator: "\n\n")
  }

  private func line(of member: ValueFacts) -> String {
    if let type = member.type { return "\(keyword == "enum" ? "case" : "let") \(member.name): \(type)" }
    return keyword == "enum" ? "case \(member.name)" : "static let \(member.name): Self"
  }
}

extension ValueFacts {
  /// What an editor shows beside the property or parameter, in Markdown: the Swift, and its limits.
  package var brief: String {
    let notes = [summary, defaultValue].compactMap(\.self) + limits
    return swiftBlock([name + (type.map { ": \($0)" } ?? "")])
      + (notes.isEmpty ? "" : "\n\n" + visibleText(notes.joined(separator: " ")))
  }
}

extension ModuleExplainer {
  /// What there is to know of the type of a named schema; nil if it has none.
  package func typeFacts(ofSchema name: String) -> TypeFacts? {
    let type = types.first { type in
      guard case .schema(let identity)? = type.identity else { return false }
      return index.specName(identity) == name
    }
    return type.map { facts(of: $0, withExample: false) }
  }
}

private func swiftBlock(_ lines: [String]) -> String {
  "```swift\n" + lines.flatMap { textLines($0) }.map { visibleText(String($0)) }.joined(separator: "\n")
    + "\n```"
}
