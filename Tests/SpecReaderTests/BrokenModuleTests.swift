import Diagnostics
import SpecReader
import Testing

/// A `module.yaml` that says nothing that can be used is the only mistake that is reported.
@Suite struct BrokenModuleTests {
  private static let broken: [(text: String, message: String)] = [
    ("wgnapi: 1\nmodule: {servers: [\n", "error"),
    ("wgnapi: 1\nmodule:\n\tservers: {main: https://a.b}\n", "error"),
    ("- wgnapi: 1\n", "expected a mapping that begins with 'wgnapi: 1' for the spec, found a list"),
    ("", "the file is empty; a spec begins with 'wgnapi: 1'"),
    ("# Nothing.\n", "the file is empty; a spec begins with 'wgnapi: 1'"),
    ("wgnapi: 1\nmodule: Shop\n", "expected a mapping for a module, found the string 'Shop'"),
    ("wgnapi: 1\nmodule: [servers]\n", "expected a mapping for a module, found a list"),
    ("wgnapi: 1\nmodule:\n", "expected a mapping for a module, found nothing"),
    ("wgnapi: 2\nmodule: {}\n", "version 2 of the language is not supported, only 1"),
    ("module: {}\n", "a spec begins with 'wgnapi: 1', the version of the language"),
    ("wgnapi: 1\nmodul: {servers: {main: https://a.b}}\n", "unknown key 'modul' in a spec"),
  ]

  private func messages(_ files: [String: String]) -> [String] {
    readWithDiagnostics(files).text.split(separator: "\n").map(String.init).filter {
      $0.contains("error: ") || $0.contains("warning: ")
    }
  }

  private func expectOnly(_ message: String, in file: String, _ messages: [String]) {
    #expect(messages.count == 1, "\(messages)")
    #expect(messages.allSatisfy { $0.hasPrefix(file) && $0.contains(message) }, "\(messages)")
  }

  @Test(arguments: broken.indices)
  func ofAModuleIsTheOnlyMistake(position: Int) {
    let (text, message) = Self.broken[position]
    let found = messages([
      "Lib/module.yaml": "wgnapi: 1\nmodule: {library: true}\n",
      "Lib/a.yaml": "wgnapi: 1\nschemas: {T: string}\n",
      "M/module.yaml": text,
      "M/a.yaml": """
      wgnapi: 1
      endpoints:
        get:
          get: a
          envelope: wargaming
          authentication: token
          server: other
          parameters: {a: T}
          response: T
          errors: {402: SOME}
      """,
    ])
    expectOnly(message, in: "M/module.yaml", found)
  }

  @Test(arguments: broken.indices)
  func ofALibraryIsTheOnlyMistake(position: Int) {
    let (text, message) = Self.broken[position]
    let found = messages([
      "Base/module.yaml": "wgnapi: 1\nmodule: {library: true}\n",
      "Base/a.yaml": "wgnapi: 1\nschemas: {T: string}\nparameters: {p: string}\n",
      "Lib/module.yaml": text,
      "Lib/a.yaml": """
      wgnapi: 1
      schemas: {U: {properties: {t: T}}}
      envelopes: {plain: {properties: {data: payload}}}
      """,
      "M/module.yaml": "wgnapi: 1\nmodule: {import: [Lib], servers: {main: https://a.b}, envelope: plain}\n",
      "M/a.yaml":
        "wgnapi: 1\nendpoints: {get: {get: a, parameters: {q: T}, response: {properties: {t: T, u: U}}}}\n",
    ])
    expectOnly(message, in: "Lib/module.yaml", found)
  }

  /// The folder of an OpenAPI document has files that aren't specs, and others with keys that specs don't have.
  @Test(arguments: broken.indices)
  func besideADocumentIsTheOnlyMistake(position: Int) {
    let (text, message) = Self.broken[position]
    let files = [
      "M/module.yaml": text, "M/api.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n",
      "M/more.yaml": "wgnapi: 1\noperations: {getA: {name: a}}\ntypes: {A: {name: B}}\n",
      "M/overlay.yaml": "overlay: 1.0.0\n",
    ]
    expectOnly(message, in: "M/module.yaml", messages(files))
  }

  /// Mistakes elsewhere are reported as ever.
  @Test func hidesNoMistakesOfOthers() {
    let found = messages([
      "Lib/module.yaml": "wgnapi: 1\nmodule:\n", "Lib/a.yaml": "wgnapi: 1\nschemas: {U: string}\n",
      "M/module.yaml": "wgnapi: 1\nmodule: {import: [Lib], servers: {main: https://a.b}}\n",
      "M/a.yaml": "wgnapi: 1\nendpoints: {get: {get: a, response: U, cache: soon}}\n",
      "N/module.yaml": "wgnapi: 1\nmodule: {servers: {main: https://a.b}}\n",
      "N/a.yaml": "wgnapi: 1\nendpoints: {get: {get: a, response: Missing}}\n",
    ])
    #expect(found.count == 3, "\(found)")
    #expect(found.contains { $0.hasPrefix("N/a.yaml") && $0.contains("unknown type 'Missing'") })
    #expect(found.contains { $0.hasPrefix("M/a.yaml") && $0.contains("soon") })
  }

  /// A file may define things without saying anything of the module.
  @Test func lacksNothingWithoutTheKey() {
    let found = messages(["M/module.yaml": "wgnapi: 1\nschemas: {A: Missing}\n"])
    #expect(found.count == 1 && found.allSatisfy { $0.contains("unknown type 'Missing'") }, "\(found)")
  }
}
