import SwiftProtobuf
import WGNAPIRuntime

/// Any message of swift-protobuf.
public enum Protobuf<Message: SwiftProtobuf.Message & Hashable>: BodyCodec {
  public static func decode(_ body: [UInt8], contentType: String?) throws -> Message {
    try Message(serializedBytes: body)
  }

  public static func encode(_ message: Message) throws -> [UInt8] { try message.serializedBytes() }
}

public typealias ExhibitionCodec = Protobuf<Exhibition>
