/// What to do after a `module.yaml` is written, a line each.
///
/// - Parameters:
///   - folder: the module's folder.
///   - document: the document, if it isn't in that folder.
///   - name: the folder's name.
func nextSteps(folder: String, document: String?, name: String) -> [String] {
  var steps: [String] = []
  if let document {
    steps.append(
      "move \(document) to \(folder.isEmpty ? "this folder" : folder), with the files that it refers to")
  }
  let parent = OutputPath.split(folder).folder
  let specs = folder.isEmpty ? ".." : parent.isEmpty ? "." : parent
  let command = { (specs: String) in
    "run 'wgnapi-gen names \(specs)' to see what everything is called, and 'wgnapi-gen \(specs) -o Generated' to write the code"
  }
  if let other = otherSpec(in: specs, besides: name) {
    let target = folder.isEmpty ? "this folder" : folder
    steps.append(
      "move module.yaml and the document from \(target) to Specs/\(name), because a run for '\(specs)' reads \(other), too; "
        + "then \(command("Specs"))")
  } else {
    steps.append(command(specs))
  }
  steps.append(
    "or replace the plugin OpenAPIGenerator of the target by WGNAPIGenerate (docs/plugins.md, \"Generate in the build\")"
  )
  return steps
}

/// Finds a YAML file in a folder of specs that no module has: it is beside the modules' folders, or its folder has no
/// `module.yaml`.
private func otherSpec(in specs: String, besides module: String) -> String? {
  let opened = try? Folder.open(specs == "." ? "" : specs)
  guard let opened, let names = try? opened.names().compactMap(validText).sorted() else { return nil }
  for name in names where name != module && !name.hasPrefix(".") {
    guard let kind = try? opened.status(of: name)?.kind else { continue }
    if kind == .file, isYAML(name) { return opened.path(of: name) }
    guard kind == .folder, let inner = try? opened.folder(name),
      (try? inner.status(of: "module.yaml")) == nil
    else { continue }
    if let file = firstYAML(in: inner) { return file }
  }
  return nil
}

private func firstYAML(in folder: Folder, depth: Int = 6) -> String? {
  for name in (try? folder.names().compactMap(validText).sorted()) ?? [] where !name.hasPrefix(".") {
    guard let kind = try? folder.status(of: name)?.kind else { continue }
    if kind == .file, isYAML(name) { return folder.path(of: name) }
    if kind == .folder, depth > 1, let inner = try? folder.folder(name),
      let file = firstYAML(in: inner, depth: depth - 1)
    {
      return file
    }
  }
  return nil
}

private func isYAML(_ name: String) -> Bool { name.hasByteSuffix(".yaml") || name.hasByteSuffix(".yml") }
