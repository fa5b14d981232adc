import Diagnostics
import Foundation

extension GitHubDiagnosticPrinter {
  /// A printer of paths as GitHub Actions looks for them: from the root of the workspace, whatever the current folder is.
  static var inWorkspace: GitHubDiagnosticPrinter {
    func parts(_ path: String) -> [String] {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().pathComponents
    }
    guard let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"], workspace.hasPrefix("/")
    else { return GitHubDiagnosticPrinter() }
    let (root, folder) = (parts(workspace), parts(FileManager.default.currentDirectoryPath))
    guard folder.starts(with: root) else { return GitHubDiagnosticPrinter() }
    return GitHubDiagnosticPrinter(folder: folder.dropFirst(root.count).joined(separator: "/"))
  }
}
