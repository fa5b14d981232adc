import APIModel

/// Chooses the files of new endpoints: those with endpoints whose paths begin in the same way.
struct PlacedFiles: Sendable {
  /// The folder of the module.
  private let folder: String
  /// The files with endpoints, with the words of these endpoints' paths.
  private var files: [String: [[String]]] = [:]
  /// All paths in lower case, as some systems don't tell them apart.
  private let taken: Set<String>
  private let canAppend: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - files: The paths of all files of the module.
  ///   - canAppend: Whether something can be added to a file.
  init(_ module: Module, folder: String, files all: [String], canAppend: @escaping @Sendable (String) -> Bool)
  {
    self.folder = folder
    self.canAppend = canAppend
    taken = Set(all.map { $0.lowercased() })
    for endpoint in module.endpoints where all.contains(endpoint.span.file) {
      let words = endpoint.path.text.split(separator: "/").prefix { !$0.contains("{") }.map(String.init)
      files[endpoint.span.file, default: []].append(words)
    }
  }

  func file(for words: [String], suggested: String) -> String {
    let ranked = files.filter { canAppend($0.key) }.map { file, paths in
      let common = paths.map { path in zip(path, words).prefix { $0 == $1 }.count }
      let longest = common.max() ?? 0
      return (file: file, longest: longest, count: common.count { $0 == longest })
    }
    let best = ranked.max { ($0.longest, $0.count, $1.file) < ($1.longest, $1.count, $0.file) }
    if let best, best.longest > 0 || isOneFile { return best.file }
    var (name, number) = (suggested, 1)
    while taken.contains("\(folder)/\(name).yaml".lowercased()), !canAppend("\(folder)/\(name).yaml") {
      number += 1
      name = "\(suggested)-\(number)"
    }
    return "\(folder)/\(name).yaml"
  }

  /// Whether people keep endpoints of several kinds in a single file.
  private var isOneFile: Bool {
    guard files.count == 1, let paths = files.first?.value else { return false }
    return Set(paths.map { $0.first ?? "" }).count > 1
  }
}
