import ArgumentParser
import Foundation
import TerminalText

/// Makes the picture in the README from the output of other commands.
struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Turns colored output from the standard input into a picture (SVG).",
    shouldDisplay: false)

  @Option(help: "What the picture shows, for those who can't see it.")
  var title = "companion in a terminal"

  func run() throws {
    let output = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    let text = output.hasSuffix("\n") ? String(output.dropLast()) : output
    FileHandle.standardOutput.write(Data(Picture(of: text, title: title).svg.utf8))
  }
}
