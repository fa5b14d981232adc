import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

// Names and values are percent-encoded, except in header fields; the separators aren't. Empty lists and objects are left out,
// as are members and elements that are null. An element that contains the separator is an error.
extension ParameterStyle {
  /// `color=blue&color=black`, and `R=100&G=200` for an object. Not exploded: `color=blue,black`, `color=R,100,G,200`.
  ///
  /// Exploded values in the `Cookie` field are cookies of their own.
  ///
  /// - Parameters:
  ///   - exploded: Whether each element or member is written on its own.
  ///   - reserved: Whether `: / ? @ ! $ ' ( ) * , ; =` are sent as they are.
  public static func form(exploded: Bool = true, reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .form, isExploded: exploded, keepsReserved: reserved))
  }

  /// `blue,black`, and `R,100,G,200` for an object. Exploded: `blue,black`, `R=100,G=200`.
  ///
  /// - Parameters:
  ///   - exploded: Whether each element or member is written on its own.
  ///   - reserved: Whether `/ : @ ! $ & ' ( ) * + , ; =` are sent as they are.
  public static func simple(exploded: Bool = false, reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .simple, isExploded: exploded, keepsReserved: reserved))
  }

  /// `.blue,black`, and `.R,100,G,200` for an object. Exploded: `.blue.black`, `.R=100.G=200`.
  ///
  /// - Parameters:
  ///   - exploded: Whether each element or member is written on its own.
  ///   - reserved: Whether `/ : @ ! $ & ' ( ) * + , ; =` are sent as they are.
  public static func label(exploded: Bool = false, reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .label, isExploded: exploded, keepsReserved: reserved))
  }

  /// `;color=blue,black`, and `;color=R,100,G,200` for an object. Exploded: `;color=blue;color=black`, `;R=100;G=200`.
  ///
  /// - Parameters:
  ///   - exploded: Whether each element or member is written on its own.
  ///   - reserved: Whether `/ : @ ! $ & ' ( ) * + , ; =` are sent as they are.
  public static func matrix(exploded: Bool = false, reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .matrix, isExploded: exploded, keepsReserved: reserved))
  }

  /// `color=blue%20black`, and `color=R%20100%20G%20200` for an object.
  ///
  /// - Parameter reserved: Whether `: / ? @ ! $ ' ( ) * , ; =` are sent as they are.
  public static func spaceDelimited(reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .space, isExploded: false, keepsReserved: reserved))
  }

  /// `color=blue%7Cblack`, and `color=R%7C100%7CG%7C200` for an object.
  ///
  /// - Parameter reserved: Whether `: / ? @ ! $ ' ( ) * , ; =` are sent as they are.
  public static func pipeDelimited(reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .pipe, isExploded: false, keepsReserved: reserved))
  }

  /// `color[R]=100&color[G]=200`, at any depth. Null is an empty text.
  ///
  /// - Parameters:
  ///   - lists: How the elements of lists are named.
  ///   - reserved: Whether `: / ? @ ! $ ' ( ) * , ; =` are sent as they are.
  public static func deepObject(lists: FormLists = .brackets, reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .deepObject, isExploded: true, keepsReserved: reserved, lists: lists))
  }

  /// `color={"R":100}`. In a header field, characters other than ASCII are escaped.
  ///
  /// - Parameter reserved: Whether `: / ? @ ! $ ' ( ) * , ; =` are sent as they are.
  public static func json(reserved: Bool = false) -> Self {
    Self(URIStyle(kind: .json, isExploded: false, keepsReserved: reserved))
  }
}

/// One of the styles.
struct URIStyle: ParameterWriter {
  enum Kind: Hashable, Sendable {
    case form, simple, label, matrix, space, pipe, deepObject, json
  }

  let kind: Kind
  let isExploded: Bool
  /// Whether characters that have a meaning in URLs aren't encoded.
  let keepsReserved: Bool
  /// How a deep object names the elements of lists.
  var lists = FormLists.brackets

  func fields(
    of json: [UInt8], named name: String, in location: ParameterLocation
  ) throws(JSONError) -> [ParameterStyle.Field] {
    if kind == .json {
      let text = String(decoding: location == .header ? Self.ascii(json) : json, as: UTF8.self)
      return [ParameterStyle.Field(name: name, value: text, encoded: encode(text, location))]
    }
    let value = try JSON.decode(json)
    if kind == .deepObject {
      return try NestedForm(lists: lists, objects: .brackets).fields(of: value, named: name).map {
        ParameterStyle.Field(name: $0.name, value: $0.value, encoded: encode($0.value, location))
      }
    }
    let writer = StyleWriter(style: self, name: name, location: location)
    switch value {
    case .null: return []
    case .array(let elements):
      var list: [String] = []
      for element in elements { if let text = try text(element) { list.append(text) } }
      return try writer.list(list)
    case .object(let members):
      var pairs: [(String, String)] = []
      for (key, member) in members { if let text = try text(member) { pairs.append((key, text)) } }
      return try writer.object(pairs)
    case .bool, .number, .string: return writer.scalar(try text(value) ?? "")
    }
  }

  /// Returns the text of a scalar; nil for null.
  private func text(_ value: JSON) throws(JSONError) -> String? {
    switch value {
    case .null: return nil
    case .string(let text): return text
    case .bool, .number: return try ParameterText.text(of: JSON.encode(value))
    case .array, .object:
      throw JSONError(.notRepresentable, "a list or an object inside of another can't be sent in this style")
    }
  }

  func encode(_ text: String, _ location: ParameterLocation) -> String {
    switch location {
    case .header, .part: text
    case .cookie: PercentEncoding.encode(text)
    case _ where !keepsReserved: PercentEncoding.encode(text)
    case .path: PercentEncoding.encode(text, keeping: "/:@!$&'()*+,;=")
    default: PercentEncoding.encode(text, keeping: "/:@!$'()*,;=?")
    }
  }

  /// JSON with escapes in place of the characters that header fields can't contain.
  private static func ascii(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 >= 0x7F }) else { return json }
    var result: [UInt8] = []
    for unit in String(decoding: json, as: UTF8.self).utf16 {
      if unit < 0x7F {
        result.append(UInt8(unit))
      } else {
        result.add("\\u" + UInt64(unit).hexadecimal(digits: 4))
      }
    }
    return result
  }
}
