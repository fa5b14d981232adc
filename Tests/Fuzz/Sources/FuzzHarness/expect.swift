/// Makes a finding of the present input unless the condition holds.
public func expect(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  guard !condition else { return }
  fatalError(message(), file: file, line: line)
}
