import Testing

@testable import WGNAPIJSON
@testable import WGNAPISchema

/// Unions that contain themselves, in alternatives that only keys or schemas tell apart. Trying each of them at each level would
/// double the time with every level.
@Suite struct NestedUnionTests {
  private static let depths = [4, 16, 40, 100]

  private static func nested(_ depth: Int, _ start: String, _ end: String, _ leaf: String) -> String {
    String(repeating: start, count: depth) + leaf + String(repeating: end, count: depth)
  }

  /// Objects that say by a key what they are, before or after what they contain.
  private static let marked = [(#"{"x":1,"child":"#, "}"), (#"{"child":"#, #","y":1}"#)]
  /// Objects with both keys, of which the first alternative's has a wrong value at the end.
  private static let ambiguous = [
    (#"{"x":1,"y":1,"child":"#, "}"), (#"{"child":"#, #","y":1,"x":"wrong"}"#),
  ]

  /// What is read, or nil for an error other than that of too much work, and the work for it.
  private func work<Value: JSONValue>(
    _ type: Value.Type, _ document: String, _ validation: JSONDecoding.Validation = .strict
  ) -> (value: Value?, work: Int) where Value.Decoded == Value {
    Array(document.utf8).withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer, options: JSONDecoding(validation: validation, maximumDepth: 256))
      let start = reader.remainingWork
      do throws(JSONError) {
        let value = try reader.document { (reader) throws(JSONError) in try Value.read(from: &reader) }
        return (value, start - reader.remainingWork)
      } catch {
        #expect(error.kind != .workExceeded)
        return (nil, start - reader.remainingWork)
      }
    }
  }

  /// At each level, the bytes of what is nested are looked at twice, for keys and for a schema, and some schemas are applied.
  private static func bound(_ depth: Int, _ document: String) -> Int {
    depth * (2 * document.utf8.count + 400)
  }

  private func check<Value: JSONUnion>(_ type: Value.Type, _ depth: Int, _ document: String) throws {
    let bytes = Array(document.utf8)
    let value = try #require(work(type, document).value)
    for validation in [JSONDecoding.Validation.strict, .report, .off] {
      #expect(work(type, document, validation).work <= Self.bound(depth, document))
    }
    #expect(Value.isValid(bytes))
    #expect(Value.validate(bytes) == [])
    #expect(try Value.decode(value.encoded()) == value)
    // The same, with a leaf that no alternative accepts: all violations are found.
    let broken = document.replacing("null", with: #"{"x":"wrong","y":"wrong","child":7}"#)
    #expect(!Value.isValid(Array(broken.utf8)))
    let violations = Value.validate(Array(broken.utf8))
    #expect(!violations.isEmpty && !violations.contains { $0.keyword == "json" })
    for validation in [JSONDecoding.Validation.strict, .report] {
      #expect(work(type, broken, validation).work <= Self.bound(depth, broken))
    }
  }

  @Test(arguments: depths, marked) func `keys tell what is nested`(
    depth: Int, parts: (String, String)
  ) throws {
    let document = Self.nested(depth, parts.0, parts.1, "null")
    try check(Marked.self, depth, document)
  }

  @Test(arguments: depths, ambiguous) func `only schemas tell what is nested`(
    depth: Int, parts: (String, String)
  ) throws {
    try check(Marked.self, depth, Self.nested(depth, parts.0, parts.1, "null"))
    guard parts.1 != "}" else { return }
    try check(Alike.self, depth, Self.nested(depth, #"{"child":"#, #","x":"a"}"#, "null"))
  }

  /// What is remembered while a union is tried is forgotten after it.
  @Test func `a list of unions doesn't remember its elements`() throws {
    let element = Self.nested(3, #"{"child":"#, #","y":1,"x":"wrong"}"#, "null")
    let document = Array("[\(Array(repeating: element, count: 20_000).joined(separator: ","))]".utf8)
    let options = JSONDecoding(maximumMemory: 4 << 20)
    #expect(try [Marked].decode(document, options: options).count == 20_000)
  }

  @Test func `after an error, nothing is remembered either`() throws {
    let document = Array(#"{"child":{"child":{"child":null,"x":1},"y":1,"y":1},"x":1}"#.utf8)
    document.withUnsafeBufferPointer { buffer in
      for reports in [false, true] {
        var reader = JSONReader(buffer, options: JSONDecoding())
        let memory = reader.remainingMemory
        do throws(JSONError) {
          if reports {
            _ = try JSONSchema(of: Marked.self).violations(&reader, limit: 10)
          } else {
            _ = try JSONSchema(of: Marked.self).accepts(&reader)
          }
          Issue.record("the duplicate key is accepted")
        } catch {
          #expect(error.kind == .duplicateKey)
        }
        let left = reader.remainingMemory
        #expect(left == memory)
      }
    }
  }
}

// MARK: Types

private indirect enum Marked: JSONUnion {
  case first(MarkedX)
  case second(MarkedY)

  static let union = Union<Self> {
    $0.alternative(having: ["x"], MarkedX.self, Self.first) {
      if case .first(let value) = $0 { value } else { nil }
    }
    $0.alternative(having: ["y"], MarkedY.self, Self.second) {
      if case .second(let value) = $0 { value } else { nil }
    }
  }
}

private struct MarkedX: JSONModel {
  @BoxedOptional var child: Marked?
  var x: Int

  static let layout = ModelLayout<Self> {
    $0.nullable("child", \._child)
    $0.required("x", \.x)
  }
}

private struct MarkedY: JSONModel {
  @BoxedOptional var child: Marked?
  var y: Int

  static let layout = ModelLayout<Self> {
    $0.nullable("child", \._child)
    $0.required("y", \.y)
  }
}

private indirect enum Alike: JSONUnion {
  case first(AlikeX)
  case second(AlikeY)

  static let union = Union<Self> {
    $0.alternative(AlikeX.self, Self.first) { if case .first(let value) = $0 { value } else { nil } }
    $0.alternative(AlikeY.self, Self.second) { if case .second(let value) = $0 { value } else { nil } }
  }
}

private struct AlikeX: JSONModel {
  @BoxedOptional var child: Alike?
  var x: Int

  static let layout = ModelLayout<Self> {
    $0.nullable("child", \._child)
    $0.required("x", \.x)
  }
}

private struct AlikeY: JSONModel {
  @BoxedOptional var child: Alike?
  var x: String

  static let layout = ModelLayout<Self> {
    $0.nullable("child", \._child)
    $0.required("x", \.x)
  }
}
