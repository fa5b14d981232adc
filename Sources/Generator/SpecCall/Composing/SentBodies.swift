import CallComposing
import WGNAPIClient
import WGNAPIForms

extension CallFile {
  /// The media type that is sent: of a range or several, what the first bytes or the name say.
  func mediaType(_ described: String?) -> String {
    FilePart(bytes, filename: name).sentMediaType(described)
  }
}

extension CallSender {
  /// The bytes of a body, and its media type.
  package static func body(of call: ComposedCall, boundary: String? = nil) -> (
    bytes: [UInt8], mediaType: String?
  ) {
    switch call.body {
    case .none: return ([], nil)
    case .form(let pairs):
      return (Array(ComposedCall.joined(pairs).utf8), "application/x-www-form-urlencoded")
    case .bytes(let bytes, let type, _): return (bytes, type)
    case .parts(let parts):
      let multipart = MultipartBody(boundary: boundary)
      let body = multipart.body(
        of: parts.map { part in
          BodyPart(
            name: part.name, filename: part.file?.name, mediaType: part.mediaType, body: .bytes(part.bytes))
        })
      return (body.bytes ?? [], multipart.mediaType)
    }
  }
}
