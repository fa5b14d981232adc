import SwiftEmitter

/// The names that a module declares now. An old name that now means something else can't be kept.
struct DeclaredNames {
  /// What a call can, or must, have.
  struct Label: Hashable {
    var name: String
    var isRequired: Bool
  }

  private var values: Set<String> = []
  /// The labels of methods and initializers, by their names.
  private var calls: [String: [[Label]]] = [:]

  init(_ surface: ModuleSurface) {
    for type in surface.types {
      for member in type.members {
        let owner = member.owner.isEmpty ? type.name : member.owner.joined(separator: ".")
        let name = "\(owner).\(member.name)"
        switch member.kind {
        case .initializer, .method, .function:
          calls[name, default: []].append(
            member.parameters.map { Label(name: $0.name, isRequired: !$0.hasDefault) })
        case .property, .constant, .enumerationCase, .associatedType: values.insert(name)
        case .conformance: break
        }
      }
    }
  }

  /// Takes the name of a value.
  ///
  /// - Returns: Whether it was free.
  mutating func take(_ name: String, in owner: String) -> Bool {
    let name = "\(owner).\(name)"
    return calls[name] == nil && values.insert(name).inserted
  }

  /// Takes the name of a call.
  ///
  /// - Returns: Whether no call could mean another declaration, too.
  mutating func take(_ name: String, in owner: String, labels: [Label]) -> Bool {
    let name = "\(owner).\(name)"
    let isValue = labels.isEmpty && values.contains(name)
    guard !isValue, calls[name]?.contains(where: { Self.areAlike($0, labels) }) != true else { return false }
    calls[name, default: []].append(labels)
    return true
  }

  /// Whether a call fits two declarations: if any does, then the one with only what both of them need.
  private static func areAlike(_ left: [Label], _ right: [Label]) -> Bool {
    let needed = Set((left + right).filter(\.isRequired).map(\.name))
    let order = left.map(\.name).filter(needed.contains)
    return order.count == needed.count && order == right.map(\.name).filter(needed.contains)
  }
}
