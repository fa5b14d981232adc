import SwiftProtobuf

// Written by hand as protoc-gen-swift writes it, for:
//
//   syntax = "proto3";
//   message Exhibition { string title = 1; repeated int64 pictures = 2; }

public struct Exhibition: Sendable {
  public var title = String()
  public var pictures: [Int64] = []
  public var unknownFields = SwiftProtobuf.UnknownStorage()

  public init() {}
}

extension Exhibition: SwiftProtobuf.Message, SwiftProtobuf._MessageImplementationBase {
  public static let protoMessageName = "Exhibition"

  public mutating func decodeMessage<D: SwiftProtobuf.Decoder>(decoder: inout D) throws {
    while let number = try decoder.nextFieldNumber() {
      switch number {
      case 1: try decoder.decodeSingularStringField(value: &title)
      case 2: try decoder.decodeRepeatedInt64Field(value: &pictures)
      default: break
      }
    }
  }

  public func traverse<V: SwiftProtobuf.Visitor>(visitor: inout V) throws {
    if !title.isEmpty { try visitor.visitSingularStringField(value: title, fieldNumber: 1) }
    if !pictures.isEmpty { try visitor.visitPackedInt64Field(value: pictures, fieldNumber: 2) }
    try unknownFields.traverse(visitor: &visitor)
  }

  public static func == (lhs: Exhibition, rhs: Exhibition) -> Bool {
    lhs.title == rhs.title && lhs.pictures == rhs.pictures && lhs.unknownFields == rhs.unknownFields
  }
}
