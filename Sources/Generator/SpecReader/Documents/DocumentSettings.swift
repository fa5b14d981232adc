import APIModel
import Diagnostics
import SpecYAML

/// What a module says of the OpenAPI document that describes it.
public struct DocumentSettings: Sendable {
  /// What the module is called.
  public var module: Name
  /// The document's path below the folder.
  public var document: Name
  /// Overlays in the order in which they are applied, by their paths below the folder.
  public var overlays: [Name] = []
  /// The operations that are wanted; nil for all.
  public var include: OperationSelection?
  /// The operations that aren't.
  public var exclude: OperationSelection?
  /// Whether objects with properties keep other members of any form: all of them, or none; nil for those of which the
  /// document says `additionalProperties: true`.
  public var keepsAdditionalProperties: Bool?
}

/// Operations, by what they have in common.
public struct OperationSelection: Sendable {
  public var tags: [Name] = []
  /// Paths, in which `*` matches any text.
  public var paths: [Name] = []
  /// Ids, names, or methods with paths, such as `GET /books`.
  public var operations: [Name] = []
  /// Names of webhooks, in which `*` matches any text.
  public var webhooks: [Name] = []
}

extension OperationSelection {
  /// Whether a path matches a pattern.
  public static func matches(_ path: String, _ pattern: String) -> Bool {
    let (path, pattern) = (Array(path.utf8), Array(pattern.utf8))
    let star = UInt8(ascii: "*")
    var (here, there) = (0, 0)
    // Where to go on after the last star, which takes in one more byte each time.
    var retry: (path: Int, pattern: Int)?
    while here < path.count {
      if there < pattern.count, pattern[there] == star {
        there += 1
        retry = (here, there)
      } else if there < pattern.count, pattern[there] == path[here] {
        here += 1
        there += 1
      } else if let last = retry {
        here = last.path + 1
        there = last.pattern
        retry = (here, there)
      } else {
        return false
      }
    }
    return pattern[there...].allSatisfy { $0 == star }
  }
}

/// An operation that was read, and how a document tells it from others.
public struct OperationOrigin: Sendable {
  /// The document's `operationId`.
  public var id: String?
  /// `GET /books/{isbn}`.
  public var title: String

  public init(id: String?, title: String) {
    self.id = id
    self.title = title
  }
}

extension DocumentFolder {
  static let settingKeys = ["openapi", "overlays", "include", "exclude", "additionalProperties"]

  /// Reads which document it is, and which of its operations are wanted.
  static func settings(_ fields: Fields, folder: String, _ report: Report) -> DocumentSettings? {
    guard let document = fields.name("openapi"), checkPath(document, report) else { return nil }
    var settings = DocumentSettings(
      module: fields.name("name") ?? Name(folder, span: fields.node.startSpan), document: document)
    settings.overlays = (fields["overlays"].map { report.names($0, of: "files", for: "'overlays'") } ?? [])
      .filter { checkPath($0, report) }
    settings.include = fields["include"].flatMap { selection($0, for: "'include'", report) }
    settings.exclude = fields["exclude"].flatMap { selection($0, for: "'exclude'", report) }
    settings.keepsAdditionalProperties = fields["additionalProperties"].flatMap {
      report.boolean($0, for: "'additionalProperties'")
    }
    return settings
  }

  private static func checkPath(_ name: Name, _ report: Report) -> Bool {
    if name.text.contains("://") {
      report.error(
        .invalidPath,
        "'\(abbreviate(name.text))' is a URL, but nothing is fetched; save the file in the module's folder",
        at: name.span)
      return false
    }
    let parts = name.text.byteParts(separatedBy: "/")
    guard !parts.contains("..") && name.text.utf8.first != UInt8(ascii: "/") else {
      report.error(
        .invalidPath,
        "'\(abbreviate(name.text))' is outside of the module's folder, from which alone files are read",
        at: name.span)
      return false
    }
    return true
  }

  private static func selection(_ node: YAMLNode, for what: String, _ report: Report) -> OperationSelection? {
    guard
      let fields = Fields(
        node, what: what, keys: ["tags", "paths", "operations", "webhooks"], form: "{tags: [name]}",
        report: report)
    else { return nil }
    func names(_ key: String) -> [Name] {
      fields[key].map { report.names($0, of: key, for: "'\(key)'") } ?? []
    }
    return OperationSelection(
      tags: names("tags"), paths: names("paths"), operations: names("operations"), webhooks: names("webhooks")
    )
  }
}
