// Makes, reads, writes, compares and changes values of every type with a layout that the repository's generated modules
// have. Models live in memory that the runtime handles by offsets, which the optimizer must not misunderstand, so this is
// a program that is built with optimization, unlike the tests.

import Foundation

var problems: [String] = []
for module in allModules {
  let types = module.types
  var report = Report()
  var samples = Samples(models: types.compactMap(\.model))
  for type in types {
    report.type = "\(module.module).\(type.name)"
    let before = report.documents
    type.check(&samples, &report)
    report.expect(report.documents > before, "nothing was checked")
  }
  print(
    "\(module.module): \(types.count) types, \(report.documents) documents, \(report.validDocuments) of them valid,",
    "\(report.changes) changed properties")
  problems += report.problems
}
for problem in problems.prefix(50) { print("error: \(problem)") }
exit(problems.isEmpty ? 0 : 1)
