import WGNAPIClient
import WGNAPIJSON
import WGNAPIPolicies

// Places of the things that pages are asked for with: the wire name of a parameter or, for a property of the body, `#` and
// its JSON Pointer (RFC 6901).
extension APIRequest {
  /// Returns the value at a place as JSON; nil if it is absent.
  func json(at place: String) throws(JSONError) -> [UInt8]? {
    guard let pointer = Self.bodyPointer(place) else { return try json(ofParameter: place) }
    guard let body = try Self.body?.source.json(of: self) else { return nil }
    let value = try JSONReader.value(at: pointer, in: body)
    return value.flatMap { $0.elementsEqual("null".utf8) ? nil : $0 }
  }

  /// Returns the value at a place as JSON; nil if it is absent.
  func text(at place: String) -> String? {
    guard let json = try? json(at: place) else { return nil }
    return String(decoding: json, as: UTF8.self)
  }

  /// Returns the integer at a place; nil if it is absent or not an integer.
  func integer(at place: String) -> Int? {
    guard let json = try? json(at: place) else { return nil }
    return try? Int.decode(json)
  }

  /// Returns this request with the value at a place replaced. Objects around a property of the body are added where they
  /// are missing.
  ///
  /// - Throws: ``APIError`` if there is no such place, or it can't have the value.
  func setting(at place: String, to json: [UInt8]) throws(APIError) -> Self {
    guard let pointer = Self.bodyPointer(place) else { return try setting(place, to: json) }
    return try settingBody(pointer, to: json)
  }

  /// Returns this request without the value at a place, or this request if it can't be omitted.
  func omitting(_ place: String) -> Self {
    guard text(at: place) != nil else { return self }
    guard let pointer = Self.bodyPointer(place) else {
      return (try? setting(place, to: Array("null".utf8))) ?? self
    }
    return (try? settingBody(pointer, to: nil)) ?? self
  }

  private static func bodyPointer(_ place: String) -> String? {
    guard place.hasPrefix("#/"), !endpoint.parameters.contains(where: { $0.name == place }) else {
      return nil
    }
    return String(place.dropFirst())
  }

  private static var body: Parameter<Self>? { endpoint.parameters.first { $0.location == .body } }

  private func settingBody(_ pointer: String, to json: [UInt8]?) throws(APIError) -> Self {
    guard let parameter = Self.body else { throw .pagination("the endpoint has no body", of: Self.self) }
    let changed: [UInt8]
    do throws(JSONError) {
      var body = JSON.object([:])
      if let bytes = try parameter.source.json(of: self) { body = try JSON.decode(bytes) }
      var value: JSON?
      if let json { value = try JSON.decode(json) }
      changed = try body.setting(JSONPointer.path(pointer)[...], to: value).encoded()
    } catch {
      throw .pagination("the body's \(pointer) can't be set: \(error.message)", of: Self.self)
    }
    return try setting(parameter.name, to: changed)
  }
}

extension JSON {
  /// Returns the value with the one at a path replaced or, for nil, removed.
  fileprivate func setting(_ path: ArraySlice<String>, to value: JSON?) throws(JSONError) -> JSON {
    guard let key = path.first else { return value ?? .null }
    guard case .object(var members) = self else {
      throw JSONError(.typeMismatch, "\"\(key.printable)\" isn't in an object")
    }
    if path.count == 1 {
      members[key] = value
    } else if value != nil || members[key] != nil {
      let inner = members[key].flatMap { $0 == .null ? nil : $0 } ?? .object([:])
      members[key] = try inner.setting(path.dropFirst(), to: value)
    }
    return .object(members)
  }
}

extension String {
  /// A place in messages.
  var described: String { hasPrefix("#/") ? "body\(dropFirst())" : self }
}
