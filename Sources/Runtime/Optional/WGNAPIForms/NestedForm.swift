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
    var fields: [ParameterStyle.Field] = []
    for (name, member) in members {
      guard isPlain(name) || DeclaredKeys.contains(name, in: coder) else { throw Self.misread(name) }
      if let style = styles[name] {
        fields += try style.writer.fields(of: JSON.encode(member), named: name, in: .form)
      } else {
        fields += try self.fields(of: member, named: name).map {
          ParameterStyle.Field(name: $0.name, value: $0.value, encoded: PercentEncoding.encode($0.value))
        }
      }
    }
    return fields
  }

  /// Returns names and values of a value that is itself called `name`.
  func fields(of value: JSON, named name: String) throws(JSONError) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    try add(value, name, to: &fields)
    return fields
  }

  private func add(
    _ value: JSON, _ name: String, to fields: inout [(name: String, value: String)]
  ) throws(JSONError) {
    switch value {
    case .object(let members):
      guard objects != .json else { return fields.append((name, try Self.text(value))) }
      for (key, member) in members {
        guard canBeNested(key) else { throw Self.misread(key) }
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

  /// Whether a key in a name means nothing but itself: `b][admin` would be a member of `b`, and an empty one an element.
  private func canBeNested(_ key: String) -> Bool {
    if objects == .dots { return !key.isEmpty && !key.utf8.contains(UInt8(ascii: ".")) }
    let end = key.utf8.firstIndex(of: UInt8(ascii: "]")) ?? key.utf8.endIndex
    return !key.isEmpty && !key.utf8[end...].contains(UInt8(ascii: "["))
  }

  /// Whether a field's whole name means nothing but itself: `a[b]` would be a member of `a`, and `a[]` an element.
  private func isPlain(_ name: String) -> Bool {
    if objects == .dots, name.utf8.contains(UInt8(ascii: ".")) { return false }
    return !name.utf8.contains(UInt8(ascii: "["))
  }

  private static func misread(_ key: String) -> JSONError {
    JSONError(
      .notRepresentable,
      "the key \"\(key.printable)\" would end its own name in a form, and begin another one")
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
