import APIModel
import SchemaValues

extension Literal {
  /// Whether it is an object, or a list that contains lists or objects.
  package var isNested: Bool {
    switch self {
    case .object: true
    case .array(let items):
      items.contains { item in
        switch item {
        case .array, .object: true
        default: false
        }
      }
    default: false
    }
  }
}

/// The fields of a form with nested values.
package struct NestedFormText {
  let lists: Endpoint.Body.FormLists
  let objects: Endpoint.Body.FormObjects

  package init(lists: Endpoint.Body.FormLists, objects: Endpoint.Body.FormObjects) {
    self.lists = lists
    self.objects = objects
  }

  func fields(of value: Literal) -> [(name: String, value: String)] {
    guard case .object(let members) = value else { return [] }
    return members.flatMap { fields(of: $0.value, named: $0.name) }
  }

  /// The fields of a value with a name.
  package func fields(of value: Literal, named name: String) -> [(name: String, value: String)] {
    switch value {
    case .null: return [(name, "")]
    case .object(let members):
      if objects == .json { return [(name, value.json)] }
      return members.flatMap {
        fields(of: $0.value, named: objects == .dots ? "\(name).\($0.name)" : "\(name)[\($0.name)]")
      }
    case .array(let items):
      if value.isNested, objects == .json { return [(name, value.json)] }
      if lists == .commas, !value.isNested { return [(name, value.texts.joined(separator: ","))] }
      return items.enumerated().flatMap { position, item in
        fields(of: item, named: elementName(name, position, isNested: value.isNested))
      }
    default: return [(name, value.text)]
    }
  }

  private func elementName(_ name: String, _ position: Int, isNested: Bool) -> String {
    if isNested || lists == .indexed {
      return objects == .dots ? "\(name).\(position)" : "\(name)[\(position)]"
    }
    return lists == .brackets ? "\(name)[]" : name
  }
}
