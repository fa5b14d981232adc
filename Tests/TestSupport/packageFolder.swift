import Foundation

/// The folder of this package, also for tests that another package has a link to.
package let packageFolder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
