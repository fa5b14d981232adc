import WGNAPIClient
import WGNAPIJSON

extension ResponseFormat {
  /// JSON of a media type such as `application/vnd.api+json`, which `coder` decodes. As a whole, it must satisfy
  /// `constraint`. Another media type is an error.
  public static func json<Coder: JSONCoder>(
    type: String, as coder: Coder.Type, _ constraint: Constraint? = nil
  ) -> Self where Coder.Decoded == Output {
    .byStatus { $0.json(200..<300, coder, constraint, type: type) { $0 } }
  }

  /// The body as `codec` decodes it, of any media type.
  public static func decoded<Codec: BodyDecoder>(as codec: Codec.Type) -> Self where Codec.Value == Output {
    Self(.body(.decoded(codec) { $0 }))
  }

  /// The body of a media type such as `image/png`, or a range of them such as `image/*`, as `codec` decodes it. Another
  /// media type is an error.
  public static func decoded<Codec: BodyDecoder>(_ type: String, as codec: Codec.Type) -> Self
  where Codec.Value == Output {
    .byStatus { $0.decoded(200..<300, codec, type: type) { $0 } }
  }
}

extension ResponseFormat where Output: JSONValue {
  /// JSON of a media type such as `application/vnd.api+json`, in the form of the type itself. As a whole, it
  /// must satisfy `constraint`. Another media type is an error.
  public static func json(type: String, _ constraint: Constraint? = nil) -> Self {
    .json(type: type, as: Output.self, constraint)
  }
}

extension ResponseFormat where Output == String {
  /// The body as text, in the charset that its `Content-Type` says: UTF-8, ISO 8859-1 or UTF-16.
  public static var text: Self { Self(.body(.text { $0 })) }

  /// The body as text of a media type such as `text/csv`. Another media type is an error.
  public static func text(_ type: String) -> Self { .byStatus { $0.text(200..<300, type: type) { $0 } } }
}

extension ResponseFormat where Output == [UInt8] {
  /// The body, unchanged, of a media type such as `image/png`. Another media type is an error.
  public static func bytes(_ type: String) -> Self { .byStatus { $0.bytes(200..<300, type: type) { $0 } } }
}
