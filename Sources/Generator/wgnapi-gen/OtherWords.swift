import GeneratorKit

/// What there is in place of a word that other tools have as a subcommand; nil if the first argument isn't one, or there is a
/// file or folder of that name.
func otherWord(_ arguments: some Collection<String>) -> String? {
  guard let word = arguments.first, !exists(word) else { return nil }
  let specs = arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "Specs"
  let way: String
  switch word {
  case "diff", "compare", "compat":
    way =
      "'wgnapi-gen breaking --against main' compares the specs with those of a revision, and '--check' the output with the specs"
  case "lint", "validate", "verify", "check":
    way =
      "every run reports all mistakes before it writes anything: 'wgnapi-gen \(specs) -o Generated --dry-run' writes nothing, "
      + "and '--check' compares the output, too"
  case "watch": way = "'wgnapi-gen --watch' generates again after each save"
  case "version": way = "'wgnapi-gen --version' prints the version"
  case "gen", "build", "run": way = "'wgnapi-gen \(specs) -o Generated' generates"
  case "new", "create", "start": way = "'wgnapi-gen init' starts a project"
  case "serve", "server": way = "'wgnapi-gen mock \(specs)' answers requests on this machine"
  case "test", "tests": way = "'wgnapi-gen \(specs) -o Generated --tests GeneratedTests' also writes tests"
  case "list", "endpoints": way = "'wgnapi-gen names \(specs)' and 'wgnapi-gen call \(specs)' list endpoints"
  case "products": way = "'wgnapi-gen dump products \(specs)' prints what targets need"
  default: return nil
  }
  return "there is no subcommand '\(word)'; \(way)"
}
