import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SpecReader

/// The files of an old version of a job's specs.
package struct OldVersion: Sendable {
  package var specs: [SpecFile]
  package var references: [ReferencedFile] = []
  /// Whether the version didn't have the specs yet.
  package var isMissing = false
}

/// The specs of the new version, of which an old one is looked for.
package struct VersionedSpecs: Sendable {
  /// The path of the folder or the document.
  package var path: String
  /// The name of a single file's module.
  package var module: String?
  /// The folders of JSON Schemas by the prefixes of their URIs.
  package var maps: [(prefix: String, path: String)]
  /// The paths of the files: below the folder, or the document's name.
  package var files: [String]

  package init(path: String, module: String?, maps: [(prefix: String, path: String)], files: [String]) {
    (self.path, self.module, self.maps, self.files) = (path, module, maps, files)
  }
}

/// Reports an old version in which nothing is described: everything would be new.
package func checkOldVersion(
  _ api: API, _ reference: VersionReference, of path: String, into sink: inout DiagnosticSink
) {
  guard api.modules.isEmpty else { return }
  sink.error(.noSpecs, "there is no spec in the old version", at: .unknown(file: reference.shown(path)))
}

/// Reads an old version of specs. Writes nothing.
///
/// - Parameter mayBeNew: Whether specs that the version doesn't have are new, and not a mistake.
/// - Returns: nil after errors, which are in the sink.
package func readOldVersion(
  _ reference: VersionReference, of specs: VersionedSpecs, mayBeNew: Bool = false,
  into sink: inout DiagnosticSink
) -> OldVersion? {
  let loader = SpecLoader()
  var version: OldVersion
  switch reference {
  case .path(let path):
    version = OldVersion(specs: loader.load(path, module: module(specs, for: path), into: &sink))
    for map in specs.maps {
      version.references += loader.loadReferences(from: map.path, as: map.prefix, into: &sink)
    }
  case .revision(let revision, let path):
    do throws(GitRepository.Failure) {
      let reader = RevisionReader(revision: revision, loader: loader, mayBeNew: mayBeNew)
      version = OldVersion(specs: try reader.specs(specs, at: path, into: &sink))
      if version.specs.isEmpty, !sink.hasErrors { version.isMissing = true }
      for map in specs.maps { version.references += try reader.references(map, into: &sink) }
    } catch {
      sink.error(.unknownRevision, error.message)
      return nil
    }
  }
  return sink.hasErrors ? nil : version
}

/// The name of the module is one of a single file only.
private func module(_ specs: VersionedSpecs, for path: String) -> String? {
  isFolder(path) ? nil : specs.module
}

/// Reads files of a revision.
private struct RevisionReader {
  let revision: String
  let loader: SpecLoader
  /// Whether specs that aren't in the revision are new.
  let mayBeNew: Bool

  /// The specs at a path of the revision; by default, at that of the new specs.
  func specs(
    _ specs: VersionedSpecs, at path: String?, into sink: inout DiagnosticSink
  ) throws(GitRepository.Failure) -> [SpecFile] {
    let (repository, place) = try place(path, specs.path)
    let tree = try repository.tree(of: revision)
    guard let found = try repository.entries(of: tree, at: place) else {
      let (version, missing) = (visibleText(revision), visibleText(place))
      if path == nil, let former = try repository.formerPlace(of: specs.files, in: tree) {
        let was = visibleText(former)
        throw GitRepository.Failure(
          message: """
            '\(version)' has no '\(missing)'; these specs were at '\(was)': compare with '\(version):\(was)'\
            \(mayBeNew ? ", and pass '\(visibleText(specs.path))', too" : "")
            """)
      }
      if mayBeNew { return [] }
      throw GitRepository.Failure(
        message: "'\(version)' has no '\(missing)'; name the place of the specs in it: '\(version):path'")
    }
    guard found.file != nil else {
      return loader.load(from: found, shownAs: shown(place), into: &sink)
    }
    let parts = place.split(separator: "/").map(String.init)
    let folder = parts.dropLast().joined(separator: "/")
    guard let name = parts.last, let beside = try repository.entries(of: tree, at: folder) else { return [] }
    return loader.load(
      from: beside, document: name, shownAs: shown(folder), module: specs.module, into: &sink)
  }

  /// The folder of schemas in the revision; where it has none, the present one.
  func references(
    _ map: (prefix: String, path: String), into sink: inout DiagnosticSink
  ) throws(GitRepository.Failure) -> [ReferencedFile] {
    let (repository, place) = try place(nil, map.path)
    let tree = try repository.tree(of: revision)
    guard let found = try repository.entries(of: tree, at: place), found.file == nil else {
      return loader.loadReferences(from: map.path, as: map.prefix, into: &sink)
    }
    return loader.loadReferences(from: found, as: map.prefix, shownAs: shown(place), into: &sink)
  }

  private func shown(_ place: String) -> String { "\(revision):\(place)" }

  /// The repository, and the path in it.
  ///
  /// - Parameters:
  ///   - given: The path that the user wrote after the revision: of the repository, or with `./` of the current folder.
  ///   - present: The path of the present specs.
  private func place(
    _ given: String?, _ present: String
  ) throws(GitRepository.Failure) -> (repository: GitRepository, path: String) {
    if let given {
      let repository = try GitRepository(of: ".")
      let isRelative = given == "." || given == ".." || given.hasPrefix("./") || given.hasPrefix("../")
      return (repository, try normalized((isRelative ? try repository.prefix() : "") + given))
    }
    if isFolder(present) {
      let repository = try GitRepository(of: present)
      return (repository, try normalized(try repository.prefix()))
    }
    let parts = present.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let folder = parts.dropLast().joined(separator: "/")
    let repository = try GitRepository(of: parts.count > 1 && folder.isEmpty ? "/" : folder)
    return (repository, try normalized(try repository.prefix() + (parts.last ?? "")))
  }

  private func normalized(_ path: String) throws(GitRepository.Failure) -> String {
    let parts = SettingsPath(path).parts
    guard parts.first != "..", !path.hasPrefix("/") else {
      throw GitRepository.Failure(
        message:
          "'\(visibleText(path))' is outside of the repository; paths after a revision begin at its root")
    }
    return parts.joined(separator: "/")
  }
}
