import Foundation
import PackagePlugin

/// Fails the build if generated code in the package doesn't match its specs.
@main
struct CheckPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let project = ProjectArguments(folder: context.package.directoryURL)
    return [
      command(
        for: project, of: target.name, inputs: project.inputs,
        tool: try context.tool(named: "wgnapi-gen").url,
        workFolder: context.pluginWorkDirectoryURL)
    ]
  }

  /// A command that runs when an input has changed, or after it failed.
  ///
  /// Its output is a source file with a comment, because SwiftPM would make a resource of anything else.
  private func command(
    for project: ProjectArguments, of target: String, inputs: [URL], tool: URL, workFolder: URL
  ) -> Command {
    let stamp = workFolder.appending(path: "\(target)-checked.generated.swift")
    return .buildCommand(
      displayName: "Checking generated code", executable: tool,
      arguments: ["plugin", "check", "--stamp", SpecFolder.plainPath(stamp), "--"] + project.absolute,
      inputFiles: inputs + [tool], outputFiles: [stamp])
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension CheckPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let project = ProjectArguments(folder: context.xcodeProject.directoryURL)
      return [
        command(
          for: project, of: target.displayName, inputs: project.inputs.filter { !$0.hasDirectoryPath },
          tool: try context.tool(named: "wgnapi-gen").url, workFolder: context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif
