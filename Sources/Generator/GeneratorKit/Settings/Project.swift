import APIModel
import Diagnostics
import SpecReader

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A project: its settings file, with paths that this process can open.
public struct Project: Sendable {
  /// The name of the settings file.
  public static let fileName = "wgnapi-gen.yaml"

  /// The settings file, by its path as users see it.
  public let file: SpecFile
  /// What the file says. Its paths are relative to the working directory.
  public let settings: ProjectSettings

  /// The path of the settings file in the working directory or the nearest folder above; nil if there is none.
  public static func find() -> String? {
    let above = workingDirectory().map { $0.byteParts(separatedBy: "/").count { !$0.isEmpty } } ?? 0
    var prefix = ""
    for _ in 0...above {
      if access(prefix + fileName, F_OK) == 0 { return prefix + fileName }
      prefix += "../"
    }
    return nil
  }

  /// The path of the settings file in a folder, or in the nearest one above; nil if there is none.
  ///
  /// - Parameter folder: an absolute path.
  package static func find(from folder: String) -> String? {
    var folder = trimmingFolderPath(folder)
    while true {
      let path = folder.hasByteSuffix("/") ? folder + fileName : "\(folder)/\(fileName)"
      if access(path, F_OK) == 0 { return path }
      guard folder.utf8.count > 1 else { return nil }
      folder = OutputPath.split(folder).folder
    }
  }

  /// Reads a settings file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - sink: receives the mistakes in it, except paths that nothing is at (``reportUnusable(in:into:)``).
  /// - Returns: nil after an error, with the file for excerpts if it could be read.
  public static func read(
    _ path: String, into sink: inout DiagnosticSink
  ) -> (project: Project?, file: SpecFile?) {
    read(path, contents: nil, into: &sink)
  }

  /// Reads a settings file.
  ///
  /// - Parameter contents: what is in the file; nil to read it from the disk.
  package static func read(
    _ path: String, contents: [UInt8]?, into sink: inout DiagnosticSink
  ) -> (project: Project?, file: SpecFile?) {
    guard let bytes = contents ?? readSmallFile(path, what: "settings are a file", into: &sink) else {
      return (nil, nil)
    }
    let (folder, name) = OutputPath.split(path)
    let file = SpecFile(path: name, displayPath: path, bytes: bytes)
    let settings = readSettings(bytes, file: path, into: &sink)
    return (settings.map { Project(file: file, settings: $0.relative(to: folder, of: path)) }, file)
  }

  /// Reports what can't be used: specs, maps and templates that don't exist, and files where the settings need a folder.
  public func reportUnusable(in jobs: [GenerationJob], into sink: inout DiagnosticSink) {
    var reported: Set<Name> = []
    for job in jobs {
      for (key, path) in [("specs", job.specs)] + job.maps.map({ ("map", $0.path) })
        + (job.templates.map { [("templates", $0)] } ?? [])
      where resolvingLinks(of: path.text) == nil && reported.insert(path).inserted {
        reportMissing(path, for: key, into: &sink)
      }
      for (key, path) in [("output", job.output), ("tests", job.tests), ("templates", job.templates)] {
        guard let path, let resolved = resolvingLinks(of: path.text), reported.insert(path).inserted else {
          continue
        }
        let (folder, name) = OutputPath.split(resolved)
        guard let kind = try? Folder.open(folder.isEmpty ? "/" : folder).status(of: name)?.kind,
          kind != .folder
        else { continue }
        sink.error(
          .fileSystem, "'\(path.text)' is \(kind.description), but '\(key)' is a folder", at: path.span)
      }
    }
    reportLinks(in: jobs, into: &sink)
  }

  /// Reports folders to write to that links lead out of the project, or into specs. The settings have been checked as if
  /// there were no links.
  private func reportLinks(in jobs: [GenerationJob], into sink: inout DiagnosticSink) {
    let folder = OutputPath.split(file.displayPath).folder
    let root = folder.isEmpty ? (file.displayPath.hasBytePrefix("/") ? "/" : ".") : folder
    for job in jobs {
      for (key, path) in [("output", job.output), ("tests", job.tests)] {
        guard let path else { continue }
        let problem: String
        if !isFolder(path.text, in: root) {
          problem = "out of the folder of this file, and nothing is written there"
        } else if let specs = jobs.first(where: {
          isFolder($0.specs.text) && isFolder(path.text, in: $0.specs.text)
        }) {
          problem = "into the folder of the specs, '\(specs.specs.text)'"
        } else {
          continue
        }
        sink.error(
          .symbolicLink,
          "'\(path.text)' leads to '\(placeWithoutLinks(path.text))' through a link, \(problem); make '\(key)' a folder",
          at: path.span)
      }
    }
  }

  private func reportMissing(_ path: Name, for key: String, into sink: inout DiagnosticSink) {
    let (folder, name) = OutputPath.split(path.text)
    let place = folder.isEmpty ? "the working directory" : "'\(folder)'"
    let names = (try? Folder.open(folder).names().compactMap(validText)) ?? []
    let tail =
      resolvingLinks(of: folder.isEmpty ? "." : folder) == nil ? ", which doesn't exist either" : ""
    sink.error(
      .fileSystem,
      "there is no '\(name)' in \(place)\(tail); '\(key)' is relative to the folder of this file",
      at: path.span, suggestion: closestMatch(to: name, in: names.filter { !$0.hasPrefix(".") }))
  }

  /// The jobs whose specs are at a path.
  public func jobs(of path: String) -> [GenerationJob] {
    let given = resolvingLinks(of: path)
    return settings.jobs.filter { job in
      given.map { $0 == resolvingLinks(of: job.specs.text) }
        ?? (trimmingFolderPath(path) == trimmingFolderPath(job.specs.text))
    }
  }
}

/// Whether there is something at a path.
public func exists(_ path: String) -> Bool { resolvingLinks(of: path) != nil }

/// Whether there is a folder at a path.
public func isFolder(_ path: String) -> Bool { (try? Folder.open(trimmingFolderPath(path))) != nil }

/// Whether two paths name the same folder, which need not exist.
public func isSameFolder(_ left: String, _ right: String) -> Bool {
  let (first, second) = (resolvingLinks(of: left), resolvingLinks(of: right))
  return first == nil && second == nil
    ? trimmingFolderPath(left) == trimmingFolderPath(right) : first == second
}

/// Whether a path, with links followed, is the folder itself or anywhere below it. Neither needs to exist.
public func isFolder(_ path: String, in folder: String) -> Bool {
  let (inner, outer) = (placeWithoutLinks(path), placeWithoutLinks(folder))
  return inner == outer || inner.hasBytePrefix(outer.hasByteSuffix("/") ? outer : outer + "/")
}

/// Makes a path absolute and resolves links in the part that exists.
func placeWithoutLinks(_ path: String) -> String {
  var (known, rest) = (trimmingFolderPath(path), [String]())
  if known.isEmpty { known = path.hasBytePrefix("/") ? "/" : "." }
  while true {
    if let resolved = resolvingLinks(of: known) {
      let parts = SettingsPath(rest.reversed().joined(separator: "/")).parts
      return parts.reduce(resolved) { place, part in
        if part == ".." { return OutputPath.split(place).folder }
        return place.hasByteSuffix("/") ? place + part : place + "/" + part
      }
    }
    let (folder, name) = OutputPath.split(known)
    rest.append(name)
    known = folder.isEmpty ? (known.hasBytePrefix("/") ? "/" : ".") : folder
    guard rest.count < 4096 else { return path }
  }
}

private func workingDirectory() -> String? {
  guard let path = getcwd(nil, 0) else { return nil }
  defer { free(path) }
  return String(cString: path)
}

extension ProjectSettings {
  /// The settings with paths below a folder.
  fileprivate func relative(to folder: String, of file: String) -> ProjectSettings {
    func join(_ name: Name) -> Name {
      let path = SettingsPath(name.text).parts.joined(separator: "/")
      let root = folder.isEmpty && file.hasBytePrefix("/") ? "/" : folder
      let full =
        root.isEmpty
        ? (path.isEmpty ? "." : path)
        : path.isEmpty ? root : root.hasByteSuffix("/") ? root + path : root + "/" + path
      return Name(full, span: name.span)
    }
    var copy = self
    for index in copy.jobs.indices {
      copy.jobs[index].specs = join(copy.jobs[index].specs)
      copy.jobs[index].output = join(copy.jobs[index].output)
      copy.jobs[index].tests = copy.jobs[index].tests.map(join)
      copy.jobs[index].templates = copy.jobs[index].templates.map(join)
      for map in copy.jobs[index].maps.indices {
        copy.jobs[index].maps[map].path = join(copy.jobs[index].maps[map].path)
      }
    }
    return copy
  }
}
