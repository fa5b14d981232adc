import Foundation
import PackagePlugin

/// `swift package generate-api [<arguments of wgnapi-gen>]`: writes the modules that the package's specs describe.
@main
struct GenerateCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try run(context.tool(named: "wgnapi-gen").url, in: context.package.directoryURL, arguments)
  }

  /// Runs the tool in the project's folder. Its output goes to the terminal.
  private func run(_ tool: URL, in folder: URL, _ arguments: [String]) throws {
    let isComplete = arguments.first.map { !$0.hasPrefix("-") } ?? false
    let process = Process()
    process.executableURL = tool
    process.currentDirectoryURL = folder
    process.arguments = (isComplete ? [] : ProjectArguments(folder: folder).relative) + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw PluginFailure("wgnapi-gen ended with status \(process.terminationStatus)")
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GenerateCommandPlugin: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      // Xcode adds the targets that are selected in its window.
      var own: [String] = []
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        if argument == "--target" { rest = rest.dropFirst() } else { own.append(argument) }
      }
      try run(context.tool(named: "wgnapi-gen").url, in: context.xcodeProject.directoryURL, own)
    }
  }
#endif
