import Testing
import WGNAPISupport

@Suite struct LazyTests {
  private final class Held: Sendable {}

  /// A response that is kept must not keep the call that it was read by.
  @Test func theSourceOfAValueIsReleased() {
    var held: Held? = Held()
    weak let seen = held
    let lazy = Lazy { [held] in held == nil ? 0 : 1 }
    held = nil
    #expect(seen != nil)
    #expect(lazy.value == 1)
    #expect(seen == nil)
    #expect(lazy.value == 1)
  }
}
