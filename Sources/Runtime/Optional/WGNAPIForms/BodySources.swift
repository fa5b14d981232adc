import WGNAPIClient
import WGNAPIJSON

/// A parameter that is sent as files.
protocol FileParameter<Request>: ParameterSource {
  func files(of request: Request) -> [FilePart]
}

/// A property with files, which are described in place of their JSON.
///
/// Unchecked for the same reason as `PropertySource`.
struct FileSource<Request, Value: Hashable & Sendable>: FileParameter, @unchecked Sendable {
  let path: KeyPath<Request, Value>
  let content: @Sendable (Value) -> [FilePart]

  init(path: KeyPath<Request, Value>, _ content: @escaping @Sendable (Value) -> [FilePart]) {
    self.path = path
    self.content = content
  }

  var coder: any JSONCoder.Type { JSON.self }

  func files(of request: Request) -> [FilePart] { content(request[keyPath: path]) }

  func json(of request: Request) throws(JSONError) -> [UInt8]? {
    let files = files(of: request)
    return files.isEmpty ? nil : try String.encode(files.map(\.description).joined(separator: ", "))
  }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}

/// A text that is sent as is. Its bytes take the place of its JSON.
///
/// Unchecked for the same reason as `PropertySource`.
struct TextSource<Request>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, String>

  var coder: any JSONCoder.Type { JSON.self }

  func json(of request: Request) throws(JSONError) -> [UInt8]? { Array(request[keyPath: path].utf8) }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}

/// A body that is sent as is. The bytes take the place of its JSON.
///
/// Unchecked for the same reason as `PropertySource`.
struct BytesSource<Request>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, [UInt8]>

  var coder: any JSONCoder.Type { JSON.self }

  func json(of request: Request) throws(JSONError) -> [UInt8]? { request[keyPath: path] }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}
