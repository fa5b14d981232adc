import Foundation
import Testing

/// Whether tests that take seconds run, and those with random inputs try all of them: `make test-all` and CI set
/// `WGNAPI_THOROUGH`, `make test` doesn't.
package let isThorough = ProcessInfo.processInfo.environment["WGNAPI_THOROUGH"] != nil

/// How many random inputs to try: a fifth if tests aren't thorough.
package func rounds(_ all: Int) -> Int { isThorough ? all : max(all / 5, 1) }

extension Trait where Self == ConditionTrait {
  /// For tests that take seconds.
  package static var thorough: Self {
    .enabled(if: isThorough, "takes seconds: make test-all runs it, and WGNAPI_THOROUGH=1")
  }
}
