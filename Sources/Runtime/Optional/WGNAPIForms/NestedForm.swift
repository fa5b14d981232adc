import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// How the elements of a list are named in a form.
public enum FormLists: String, Hashable, Sendable {
  /// `a[0]=1&a[1]=2`.
  case indexed
  /// `a[]=1&a[]=2`. Objects in lists are indexed nevertheless, because their members couldn't be told apart.
  case brackets
  /// `a=1&a=2`. Objects in lists are indexed nevertheless.
  case repeated
  /// `a=1,2`. Objects in lists are indexed nevertheless.
  case commas
}

/// How the members of an object are named in a form.
public enum FormObjects: String, Hashable, Sendable {
  /// `a[b]=1`.
  case brackets
  /// `a.b=1`.
  case dots
  /// As JSON text: `a={"b":1}`. Lists with objects in them, too.
  case json
}

/// Writes a JSON object as the fields of a form (`application/x-www-form-urlencoded`), whose names say how values are
/// nested. Null is an empty text.
struct NestedForm: Sendable {
  let lists: FormLists
  let objects: FormObjects
  /// The fields that are written otherwise.
  var styles: [String: ParameterStyle] = [:]
  /// The coder of the object, whose properties may have any names.
  var coder: any JSONCoder.Type = JSON.self

  /// Returns names and values in the order of the object.
  func fields(of json: [UInt8]) throws(JSONError) -> [ParameterStyle.Field] {
    let value = try JSON.decode(json)
    guard case .object(let members) = value else {
      throw JSONError(.notRepresentable, "only an object can be sent as a form")
    }
    try checkKeys(members)
    var fields: [ParameterStyle.Field] = []
    for (name, member) in members {
      if let style = styles[name] {
        fields += try style.writer.fields(of: JSON.encode(member), named: name, in: .form)
      } else {
        var own: [(name: String, value: String)] = []
        try add(member, name, to: &own)
        fields += own.map {
          ParameterStyle.Field(name: $0.name, value: $0.value, encoded: PercentEncoding.encode($0.value))
        }
      }
    }
    return fields
  }

  /// Returns names and values of a value that is itself called `name`.
  func fields(of value: JSON, named name: String) throws(JSONError) -> [(name: String, value: String)] {
    var keys = FormKeys(objects)
    keys.add(keysIn: value, of: [coder])
    try keys.check()
    var fields: [(name: String, value: String)] = []
    try add(value, name, to: &fields)
    return fields
  }

  private func checkKeys(_ members: JSONObject) throws(JSONError) {
    var keys = FormKeys(objects)
    for (name, member) in members {
      keys.add(field: name, of: coder)
      // A style has its own rules.
      if styles[name] == nil { keys.add(keysIn: member, of: DeclaredKeys.coders(of: name, in: [coder])) }
    }
    try keys.check()
  }

  private func add(
    _ value: JSON, _ name: String, to fields: inout [(name: String, value: String)]
  ) throws(JSONError) {
    switch value {
    case .object(let members):
      guard objects != .json else { return fields.append((name, try Self.text(value))) }
      for (key, member) in members {
        try add(member, objects == .dots ? "\(name).\(key)" : "\(name)[\(key)]", to: &fields)
      }
    case .array(let elements):
      let isNested = elements.contains { element in
        switch element {
        case .array, .object: true
        default: false
        }
      }
      if isNested, objects == .json { return fields.append((name, try Self.text(value))) }
      if lists == .commas, !isNested {
        var texts: [String] = []
        for element in elements { texts.append(try Self.text(element)) }
        if let text = texts.first(where: { $0.contains(",") }) {
          throw JSONError(.notRepresentable, "the element \"\(text)\" contains the list's separator ','")
        }
        return fields.append((name, texts.joined(separator: ",")))
      }
      for (index, element) in elements.enumerated() {
        try add(element, elementName(name, index, isNested: isNested), to: &fields)
      }
    case .null, .bool, .number, .string: fields.append((name, try Self.text(value)))
    }
  }

  private func elementName(_ name: String, _ index: Int, isNested: Bool) -> String {
    switch lists {
    case _ where isNested: objects == .dots ? "\(name).\(index)" : "\(name)[\(index)]"
    case .indexed: objects == .dots ? "\(name).\(index)" : "\(name)[\(index)]"
    case .brackets: "\(name)[]"
    case .repeated, .commas: name
    }
  }

  private static func text(_ value: JSON) throws(JSONError) -> String {
    switch value {
    case .null: ""
    default: try ParameterText.text(of: JSON.encode(value))
    }
  }
}
