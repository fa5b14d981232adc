import Diagnostics

/// The JSON with everything but ASCII escaped (RFC 8259, section 7).
package func asciiJSON(_ json: String) -> String { escapingJSON(json) { !(0x20..<0x7F).contains($0.value) } }
