import SpecYAML

/// The versions of the specification, which differ in their words and in where things are.
enum Dialect: String {
  case swagger = "2.0"
  case openAPI30 = "3.0"
  case openAPI31 = "3.1"
  case openAPI32 = "3.2"

  /// The dialect of a document; nil for other versions and other files.
  init?(of root: YAMLNode) {
    if let version = root["swagger"]?.text {
      // A number without quotes may have lost its zero.
      guard version == "2.0" || version == "2" else { return nil }
      self = .swagger
      return
    }
    let version = root["openapi"]?.text ?? ""
    let known = [Dialect.openAPI30, .openAPI31, .openAPI32].first {
      version == $0.rawValue || version.hasPrefix($0.rawValue + ".")
    }
    guard let known else { return nil }
    self = known
  }

  /// Whether keywords beside `$ref` are ignored.
  var ignoresSiblings: Bool { self == .swagger || self == .openAPI30 }

  /// The keys that lead to components of a kind, which OpenAPI 3 names.
  func place(of kind: String) -> [String] {
    guard self == .swagger else { return ["components", kind] }
    return switch kind {
    case "schemas": ["definitions"]
    case "securitySchemes": ["securityDefinitions"]
    default: [kind]
    }
  }
}
