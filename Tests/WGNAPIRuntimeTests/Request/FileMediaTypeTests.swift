import Testing
import WGNAPIClient

@testable import WGNAPIForms

/// The media type that is sent with a file.
@Suite struct FileMediaTypeTests {
  /// One media type is sent as it is described.
  @Test(arguments: [
    "text/csv; header=present", "text/csv;header=Present", "Application/VND.Me+JSON",
    #"application/x; list="a, b"; name="c;*""#, #"text/plain; note="say \"a, b\"""#,
  ]) func oneIsKept(type: String) {
    #expect(FilePart(.bytes([1])).sentMediaType(type) == type)
    #expect(FilePart([1], filename: "a.png").sentMediaType(" \(type) ") == type)
  }

  @Test(arguments: [
    ("image/png, text/plain; charset=utf-8", "a.txt", "text/plain; charset=utf-8"),
    ("image/png , text/csv; header=present", "a.bin", "image/png"),
    (#"text/csv; header="a, b", image/png"#, "a.csv", #"text/csv; header="a, b""#),
    ("IMAGE/*", "a.JPG", "image/jpeg"), ("image/*; q=0.5, text/html", "a.gif", "image/gif"),
    ("*/*", "a.md", "text/markdown"), ("audio/*", "", "audio/mpeg"),
    ("application/pdf, image/*", "a.xyz", "application/pdf"), ("font/*", "a.ttf", "application/octet-stream"),
    ("", "a.png", "application/octet-stream"),
  ]) func ofSeveralTheFileDecides(types: String, name: String, expected: String) {
    #expect(FilePart([1], filename: name).sentMediaType(types) == expected)
  }

  @Test func theFilesOwnComesFirst() {
    #expect(FilePart(.bytes([1]), mediaType: "a/b; c=d").sentMediaType("image/*") == "a/b; c=d")
    #expect(FilePart(.bytes([1])).sentMediaType(nil) == "application/octet-stream")
    #expect(FilePart(.bytes([0x89, 0x50, 0x4E, 0x47, 1])).sentMediaType("image/*") == "image/png")
  }
}
