import APIModel
import SpecReader
import SpecYAML

/// How a parameter's value is written (OpenAPI, "Style Values").
struct DocumentParameterStyle {
  let name: String
  /// The default style if the document's isn't valid in this location.
  let kind: Parameter.Style.Kind
  let isMisplaced: Bool
  let isExploded: Bool
  private let location: Parameter.Location

  init(_ node: YAMLNode?, location: Parameter.Location) {
    self.location = location
    let written = node?["style"]?.text
    // Cookies in OpenAPI 3.2 are percent-encoded differently.
    let known = written == "cookie" && location == .cookie ? "form" : written
    let found = known.flatMap(Parameter.Style.Kind.init(rawValue:)).flatMap {
      $0 != .json && $0.locations.contains(location) ? $0 : nil
    }
    isMisplaced = written != nil && found == nil
    kind = found ?? location.defaultStyle
    name = written ?? kind.rawValue
    isExploded = node?["explode"]?.asBool ?? (kind == .form)
  }

  /// Sets the style, unless plain text is the same.
  func write(_ form: SchemaStore.ParameterForm, into parameter: inout Parameter) {
    let isPrefixed = kind == .label || kind == .matrix
    switch form {
    case .scalar, .any:
      if isPrefixed { parameter.style = Parameter.Style(kind, isExploded: isExploded) }
    case .list where kind == .form && isExploded && !parameter.keepsReserved,
      .list where [.spaceDelimited, .pipeDelimited].contains(kind) && isExploded && !parameter.keepsReserved:
      parameter.listStyle = .repeated
    case .list where location == .header: break
    case .list, .object: parameter.style = style
    }
  }

  private var style: Parameter.Style {
    switch kind {
    case .deepObject: Parameter.Style(.deepObject)
    // Exploded, they are like `form`.
    case .spaceDelimited, .pipeDelimited: isExploded ? Parameter.Style(.form) : Parameter.Style(kind)
    default: Parameter.Style(kind, isExploded: isExploded)
    }
  }
}
