import Foundation
import PackagePlugin

/// Generates a client from the specs in a target's folder, as a part of that target.
@main
struct GeneratePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else {
      throw PluginFailure("\(target.name) isn't a Swift target")
    }
    let specs = try TargetSpecs(module: target.moduleName, in: target.directoryURL)
    return [
      command(
        for: specs, inputs: specs.inputs, tool: try context.tool(named: "wgnapi-gen").url,
        workFolder: context.pluginWorkDirectoryURL)
    ]
  }

  /// A command that runs when an input has changed, or after it failed.
  private func command(for specs: TargetSpecs, inputs: [URL], tool: URL, workFolder: URL) -> Command {
    .buildCommand(
      displayName: "Generating \(specs.module)", executable: tool,
      arguments: specs.arguments(workFolder: workFolder), inputFiles: inputs + [tool],
      outputFiles: specs.outputs(in: workFolder))
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension GeneratePlugin: XcodeBuildToolPlugin {
    /// The specs are in the folder with the target's name in the project's folder.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let folder = context.xcodeProject.directoryURL.appending(path: target.displayName)
      let module = target.product?.name ?? target.displayName
      let specs = try TargetSpecs(module: identifier(module), in: folder)
      return [
        command(
          for: specs, inputs: specs.inputs.filter { !$0.hasDirectoryPath },
          tool: try context.tool(named: "wgnapi-gen").url, workFolder: context.pluginWorkDirectoryURL)
      ]
    }

    /// A name as Xcode makes a module's name of it.
    private func identifier(_ name: String) -> String {
      String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
  }
#endif
