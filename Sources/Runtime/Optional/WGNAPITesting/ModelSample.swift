import WGNAPIJSON
import WGNAPISchema

/// A model with JSON that it accepts, and changes to it that break its constraints.
///
/// Generated tests have a table of these.
public struct ModelSample: Sendable, CustomStringConvertible {
  /// The model's name.
  public let name: String
  private let coder: any JSONCoder.Type
  private let schema: JSONSchema
  private let examples: [String]
  private let breaches: String

  /// Describes a model.
  ///
  /// - Parameters:
  ///   - name: The name, for reports.
  ///   - coder: The model, or what reads it.
  ///   - constraint: What must be true of a value besides its type.
  ///   - examples: JSON that it accepts.
  ///   - breaches: A line of JSON for each change to the first example: `["minLength","/name","ab"]` puts `"ab"` in the
  ///     place `/name`, and `["required","/name"]` removes what is there. The keyword is the one that breaks.
  public init(
    _ name: String, _ coder: any JSONCoder.Type, satisfying constraint: Constraint? = nil, examples: [String],
    breaches: String = ""
  ) {
    self.name = name
    self.coder = coder
    let type = JSONSchema(of: coder)
    schema = constraint.map { [.allOf([type, JSONSchema($0)])] } ?? type
    self.examples = examples
    self.breaches = breaches
  }

  /// The model's name.
  public var description: String { name }

  /// What is wrong with reading and writing the examples, a line for each problem; none if each is valid and becomes the
  /// same JSON again.
  public var mappingProblems: [String] {
    var problems: [String] = []
    for example in examples {
      let bytes = Array(example.utf8)
      problems += violations(in: bytes).map { "\(example): \($0)" }
      do {
        let written = try Self.roundTrip(bytes, coder)
        if try JSON.decode(written) != JSON.decode(bytes) {
          problems.append("\(example): written as \(String(decoding: written, as: UTF8.self))")
        }
      } catch {
        problems.append("\(example): \(error)")
      }
    }
    return problems
  }

  /// What the validator doesn't find, a line for each change to the first example.
  public var validatorProblems: [String] {
    breaches.split(separator: "\n").compactMap { line in
      do {
        return try problem(of: Breach(line))
      } catch {
        return "\(line): \(error)"
      }
    }
  }

  private func problem(of breach: Breach) throws -> String? {
    let value = try JSON.decode(Array((examples.first ?? "null").utf8))
    guard let changed = value.replacing(breach.path[...], with: breach.value) else {
      return "\(breach.line): the example has no such place"
    }
    let found = violations(in: try JSON.encode(changed))
    if found.contains(where: { $0.keyword == breach.keyword && $0.instanceLocation == breach.location }) {
      return nil
    }
    let others = found.map { "\($0.instanceLocation) \($0.keyword)" }.joined(separator: ", ")
    return
      "\(breach.line): expected \(breach.keyword) at '\(breach.location)', found \(others.isEmpty ? "nothing" : others)"
  }

  private func violations(in bytes: [UInt8]) -> [Violation] {
    schema.validate(bytes)
  }

  private static func roundTrip<Coder: JSONCoder>(_ bytes: [UInt8], _ coder: Coder.Type) throws -> [UInt8] {
    try Coder.encode(try Coder.decode(bytes, options: .strictSamples))
  }
}

/// A change that breaks a keyword.
private struct Breach {
  let line: Substring
  let keyword: String
  let path: [String]
  /// The new value; nil to remove the part.
  let value: JSON?

  struct Malformed: Error, CustomStringConvertible {
    let description = "expected an array of a keyword, a place and, mostly, a value"
  }

  init(_ line: Substring) throws {
    self.line = line
    guard let parts = try JSON.decode(Array(line.utf8)).array, let keyword = parts.first?.string,
      parts.count == 2 || parts.count == 3, let place = parts[1].string
    else { throw Malformed() }
    self.keyword = keyword
    path = JSONPointer.path(place)
    // `nil` alone would be the JSON value null.
    value = parts.count == 3 ? .some(parts[2]) : Optional.none
  }

  /// Where the violation is: what misses a key is the object around it.
  var location: String { JSONPointer.text(keyword == "required" ? path.dropLast() : path) }
}

extension JSON {
  /// The value with the part at a place replaced, or removed; nil if there is no such place.
  fileprivate func replacing(_ path: ArraySlice<String>, with value: JSON?) -> JSON? {
    guard let key = path.first else { return value }
    switch self {
    case .object(let object):
      let member: JSON? =
        path.count == 1 ? value : object[key]?.replacing(path.dropFirst(), with: value)
      if member == nil, path.count > 1 || object[key] == nil { return nil }
      var members = object.filter { $0.0 != key }.map { ($0.0, $0.1) }
      if let member { members.append((key, member)) }
      return .object(JSONObject(members))
    case .array(var elements):
      guard let position = Int(key), elements.indices.contains(position),
        let element = elements[position].replacing(path.dropFirst(), with: value)
      else { return nil }
      elements[position] = element
      return .array(elements)
    case .null, .bool, .number, .string: return nil
    }
  }
}
