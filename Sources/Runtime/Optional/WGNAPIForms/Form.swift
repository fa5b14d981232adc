import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// The forms of bodies, and of the parts of multipart bodies.
enum Form: BodyWriter {
  /// JSON of another media type than `application/json`.
  case json(mediaType: String)
  /// The bytes of the value, as they are.
  case bytes(mediaType: String)
  /// A form with nested fields.
  case form(NestedForm)
  /// A file, or several as parts, read while they are sent.
  case file(mediaType: String?)
  /// A part that isn't a file: text, or JSON. The media type is that of JSON or a style.
  case part(mediaType: String? = nil)

  var isJSON: Bool {
    switch self {
    case .bytes, .file: false
    case .form, .json, .part: true
    }
  }

  var isFile: Bool { if case .file = self { true } else { false } }

  /// Returns whether the value is neither an object nor a list that contains objects or lists.
  func isText(_ json: [UInt8]) -> Bool {
    guard json.first == UInt8(ascii: "[") else { return json.first != UInt8(ascii: "{") }
    guard case .array(let elements)? = try? JSON.decode(json) else { return true }
    return elements.allSatisfy { element in
      switch element {
      case .array, .object: false
      case .null, .bool, .number, .string: true
      }
    }
  }

  func files<Request, Source: ParameterSource>(of request: Request, in source: Source) -> [FilePart]
  where Source.Request == Request {
    (source as? any FileParameter<Request>)?.files(of: request) ?? []
  }

  func add(
    _ value: [UInt8], of parameter: EncodedParameter, to body: inout BodyContent
  ) throws(JSONError) {
    switch self {
    case .bytes(let type), .json(let type):
      body.bytes = value
      body.mediaType = type
    case .form(let nested):
      body.addFields(try nested.fields(of: value), areSecret: parameter.isSecret)
    case .file(let type) where parameter.location == .body:
      guard let file = parameter.files.first else { return }
      body.file = file.body
      body.mediaType = file.sentMediaType(type)
    case .file(let type):
      for file in parameter.files {
        body.addPart(
          BodyPart(
            name: parameter.name, filename: file.filename, mediaType: file.sentMediaType(type),
            body: file.body))
      }
    case .part(let type) where parameter.styled != nil:
      for field in parameter.styled ?? [] {
        body.addPart(BodyPart(name: field.name, mediaType: type, body: .bytes(Array(field.value.utf8))))
      }
    case .part(let type) where parameter.texts.isEmpty && value != Array("[]".utf8):
      body.addPart(
        BodyPart(name: parameter.name, mediaType: type ?? "application/json", body: .bytes(value)))
    case .part(let type):
      for text in parameter.texts {
        body.addPart(BodyPart(name: parameter.name, mediaType: type, body: .bytes(Array(text.utf8))))
      }
    }
  }

  func multipart(_ parts: [BodyPart]) -> (body: HTTPRequestBody, mediaType: String) {
    let writer = MultipartBody()
    return (writer.body(of: parts), writer.mediaType)
  }
}
