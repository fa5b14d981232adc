import FuzzHarness
import WGNAPIJSON

/// A violation names a value that is there, and a keyword that the schema has.
func checkLocation(of violation: Violation, _ resources: [JSON], _ document: [UInt8], _ value: JSON?) {
  expect(violation.byteOffset >= 0 && violation.byteOffset <= document.count, "\(violation) is beyond")
  guard violation.keyword != "json" else { return }
  if let value {
    expect(find(violation.instanceLocation, in: value) != nil, "no value at \(violation)")
  }
  expect(
    findKeyword(violation.keywordLocation, in: resources),
    "no keyword at \(violation.keywordLocation): \(violation)")
}

/// What a JSON Pointer leads to (RFC 6901).
private func find(_ pointer: String, in value: JSON) -> JSON? {
  var value = value
  for part in parts(of: pointer) {
    if let element = Int(part).flatMap({ value[$0] }) {
      value = element
    } else if let member = value[part] {
      value = member
    } else {
      return nil
    }
  }
  return value
}

/// Whether a path by way of references ends at a keyword.
private func findKeyword(_ pointer: String, in resources: [JSON]) -> Bool {
  var places = [resources[0]]
  for part in parts(of: pointer) {
    switch part {
    case "$ref":
      places = places.compactMap { $0["$ref"]?.int }.map { resources[$0 % resources.count] }
    case "$dynamicRef":
      guard places.contains(where: { $0["$dynamicRef"] != nil }) else { return false }
      places = resources
    default:
      places = places.compactMap { place in Int(part).flatMap { place[$0] } ?? place[part] }
    }
    if places.isEmpty { return false }
  }
  return true
}

private func parts(of pointer: String) -> [String] {
  expect(pointer.isEmpty || pointer.hasPrefix("/"), "\(pointer) is no JSON Pointer")
  return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
    var text = ""
    var isEscaped = false
    for character in part {
      if isEscaped {
        text.append(character == "1" ? "/" : "~")
        isEscaped = false
      } else if character == "~" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }
}
