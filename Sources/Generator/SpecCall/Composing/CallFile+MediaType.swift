import CallComposing
import WGNAPIClient
import WGNAPIForms

extension CallFile {
  /// The media type that is sent: of a range or several, what the first bytes or the name say.
  func mediaType(_ described: String?) -> String {
    FilePart(bytes, filename: name).sentMediaType(described)
  }
}
