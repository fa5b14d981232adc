/// The kind of a diagnostic: a stable kebab-case word that users can search for, and that configuration may name.
///
/// This file lists all ids. To add one, add a `static let` in the section of its stage, and list it in `all`.
public struct DiagnosticID: RawRepresentable, Sendable {
  /// The word itself: `duplicate-key`.
  public let rawValue: String

  /// A one-line description; empty for an id that isn't in the catalogue.
  public let title: String

  /// Creates the id with this word, and its title if it is in the catalogue.
  public init(rawValue: String) {
    self.rawValue = rawValue
    title = Self.all.first { $0.rawValue == rawValue }?.title ?? ""
  }

  private init(_ rawValue: String, _ title: String) {
    self.rawValue = rawValue
    self.title = title
  }
}

extension DiagnosticID: Hashable, CustomStringConvertible {
  /// Two ids are equal if their words are.
  public static func == (left: DiagnosticID, right: DiagnosticID) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the word.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// The word itself.
  public var description: String { rawValue }
}

extension DiagnosticID {
  // MARK: Reading YAML

  /// Bytes that aren't text in the file's encoding.
  public static let invalidEncoding = DiagnosticID(
    "invalid-encoding", "The file is not valid UTF-8 or UTF-16")
  /// A control character that YAML forbids.
  public static let controlCharacter = DiagnosticID(
    "control-character", "The file contains an unescaped control character")
  /// A file that isn't YAML.
  public static let yamlSyntax = DiagnosticID("yaml-syntax", "The file is not well-formed YAML")
  /// A file that isn't JSON.
  public static let jsonSyntax = DiagnosticID("json-syntax", "The file is not well-formed JSON")
  /// A duplicate key in a mapping.
  public static let duplicateKey = DiagnosticID("duplicate-key", "A mapping has the same key twice")
  /// A mapping or sequence used as a key.
  public static let nonScalarKey = DiagnosticID("non-scalar-key", "A mapping key is a mapping or a sequence")
  /// An alias without an anchor.
  public static let unknownAlias = DiagnosticID(
    "unknown-alias", "An alias names an anchor that is not defined")
  /// An alias inside its own anchor.
  public static let recursiveAlias = DiagnosticID(
    "recursive-alias", "An alias is inside the node that it names")
  /// A merge key whose value can't be merged.
  public static let invalidMerge = DiagnosticID(
    "invalid-merge", "The value of a merge key '<<' is neither a mapping nor a sequence of mappings")
  /// A tag outside the core schema.
  public static let unknownTag = DiagnosticID("unknown-tag", "A tag isn't one of YAML's own")
  /// A tag that contradicts its node.
  public static let tagMismatch = DiagnosticID("tag-mismatch", "A value is not of the type its tag names")
  /// The limit on the size of a file.
  public static let fileTooLarge = DiagnosticID(
    "file-too-large", "A file has more bytes than the limit allows")
  /// The limit on nesting.
  public static let nestingTooDeep = DiagnosticID(
    "nesting-too-deep", "Mappings and sequences are nested deeper than the limit allows")
  /// The limit on nodes.
  public static let tooManyNodes = DiagnosticID(
    "too-many-nodes", "A file has more nodes, counting expanded aliases, than the limit allows")
  /// The limit on one scalar.
  public static let scalarTooLong = DiagnosticID(
    "scalar-too-long", "A scalar has more bytes than the limit allows")
  /// The limit on `%TAG` lines.
  public static let tooManyTagDirectives = DiagnosticID(
    "too-many-tag-directives", "A file has more %TAG directives than the limit allows")
  /// The limit on errors in one file.
  public static let tooManyErrors = DiagnosticID(
    "too-many-errors", "A file has too many errors to be read to its end")
}

extension DiagnosticID {
  // MARK: SpecReader

  /// A spec doesn't begin with the version of the language.
  public static let missingVersion = DiagnosticID(
    "missing-version", "A spec doesn't begin with the version of the language")
  /// A spec is written in a version of the language that isn't supported.
  public static let unsupportedVersion = DiagnosticID(
    "unsupported-version", "A spec is written in a version of the language that isn't supported")
  /// A spec file is outside of every module's folder.
  public static let misplacedFile = DiagnosticID(
    "misplaced-file", "A spec file is outside of every module's folder")
  /// A mapping has a key that the language doesn't know.
  public static let unknownKey = DiagnosticID(
    "unknown-key", "A mapping has a key that the language doesn't know")
  /// A mapping lacks a key that it must have.
  public static let missingKey = DiagnosticID("missing-key", "A mapping lacks a key that it must have")
  /// Two keys exclude or repeat each other.
  public static let conflictingKeys = DiagnosticID(
    "conflicting-keys", "Two keys exclude or repeat each other")
  /// A key is in a place where it has no meaning.
  public static let misplacedKey = DiagnosticID(
    "misplaced-key", "A key is in a place where it has no meaning")
  /// A value is not of the kind that its key expects.
  public static let wrongType = DiagnosticID("wrong-type", "A value is not of the kind that its key expects")
  /// A value isn't one of those that its key allows.
  public static let invalidValue = DiagnosticID(
    "invalid-value", "A value isn't one of those that its key allows")
  /// A number or a list is too small or too large.
  public static let valueOutOfRange = DiagnosticID(
    "value-out-of-range", "A number or a list is too small or too large")
  /// A value does not fit the schema that describes it.
  public static let valueMismatch = DiagnosticID(
    "value-mismatch", "A value does not fit the schema that describes it")
  /// An example that its own schema does not accept.
  public static let invalidExample = DiagnosticID(
    "invalid-example", "An example does not satisfy its schema")
  /// A list has the same value twice.
  public static let duplicateValue = DiagnosticID("duplicate-value", "A list has the same value twice")
  /// Two definitions have the same name.
  public static let duplicateName = DiagnosticID("duplicate-name", "Two definitions have the same name")
  /// A name is not well-formed.
  public static let invalidName = DiagnosticID("invalid-name", "A name is not well-formed")
  /// A name or path contains a control or invisible character, a path separator or '..'.
  public static let unsafeName = DiagnosticID(
    "unsafe-name", "A name or path contains a control or invisible character, a path separator or '..'")
  /// A name is reserved.
  public static let reservedName = DiagnosticID("reserved-name", "A name is reserved")
  /// A type expression is not well-formed.
  public static let invalidTypeExpression = DiagnosticID(
    "invalid-type-expression", "A type expression is not well-formed")
  /// A type has not been defined.
  public static let unknownType = DiagnosticID("unknown-type", "A type has not been defined")
  /// A string's format is unknown.
  public static let unknownFormat = DiagnosticID("unknown-format", "A string's format is unknown")
  /// A schema is defined only by itself.
  public static let referenceCycle = DiagnosticID("reference-cycle", "A schema is defined only by itself")
  /// A keyword has no effect on its schema's type.
  public static let keywordMismatch = DiagnosticID(
    "keyword-mismatch", "A keyword has no effect on its schema's type")
  /// A lower limit is greater than the upper one.
  public static let contradictoryLimits = DiagnosticID(
    "contradictory-limits", "A lower limit is greater than the upper one")
  /// A pattern is not a regular expression.
  public static let invalidPattern = DiagnosticID("invalid-pattern", "A pattern is not a regular expression")
  /// An object has no property of that name.
  public static let unknownProperty = DiagnosticID(
    "unknown-property", "An object has no property of that name")
  /// A parameter has not been defined.
  public static let unknownParameter = DiagnosticID("unknown-parameter", "A parameter has not been defined")
  /// A parameter has a type that can't be sent.
  public static let parameterType = DiagnosticID(
    "parameter-type", "A parameter has a type that can't be sent")
  /// The parameters and the path do not match.
  public static let pathParameter = DiagnosticID(
    "path-parameter", "The parameters and the path do not match")
  /// A server has not been defined.
  public static let unknownServer = DiagnosticID("unknown-server", "A server has not been defined")
  /// A credential, or a scope of one, has not been defined.
  public static let unknownCredential = DiagnosticID(
    "unknown-credential", "A credential, or a scope of one, has not been defined")
  /// An endpoint has not been defined.
  public static let unknownGroup = DiagnosticID("unknown-group", "A group of endpoints isn't listed")
  public static let unknownEndpoint = DiagnosticID("unknown-endpoint", "An endpoint has not been defined")
  /// An envelope has not been defined.
  public static let unknownEnvelope = DiagnosticID("unknown-envelope", "An envelope has not been defined")
  /// An envelope has no place for the payload, or 'payload' is used elsewhere.
  public static let payloadHole = DiagnosticID(
    "payload-hole", "An envelope has no place for the payload, or 'payload' is used elsewhere")
  /// An error has not been defined.
  public static let unknownError = DiagnosticID("unknown-error", "An error has not been defined")
  /// Errors are listed where no envelope reports any.
  public static let unreportedErrors = DiagnosticID(
    "unreported-errors", "Errors are listed where no envelope reports any")
  /// A library that is imported doesn't exist.
  public static let unknownLibrary = DiagnosticID(
    "unknown-library", "A library that is imported doesn't exist")
  /// A library contains what only a module can have.
  public static let libraryContent = DiagnosticID(
    "library-content", "A library contains what only a module can have")
  /// A path is not relative, or not well-formed.
  public static let invalidPath = DiagnosticID("invalid-path", "A path is not relative, or not well-formed")
  /// A server's URL is not usable.
  public static let invalidURL = DiagnosticID("invalid-url", "A server's URL is not usable")
  /// A duration is not well-formed.
  public static let invalidDuration = DiagnosticID("invalid-duration", "A duration is not well-formed")
  /// A rate is not well-formed.
  public static let invalidRate = DiagnosticID("invalid-rate", "A rate is not well-formed")
  /// A status is neither a code nor a range of codes.
  public static let invalidStatus = DiagnosticID(
    "invalid-status", "A status is neither a code nor a range of codes")
}

extension DiagnosticID {
  // MARK: JSON Schema documents

  /// A schema in a dialect other than 2020-12.
  public static let unsupportedDialect = DiagnosticID(
    "unsupported-dialect", "A schema is written in a dialect of JSON Schema that isn't supported")
  /// An `$id`, anchor or reference that isn't written as such.
  public static let invalidIdentifier = DiagnosticID(
    "invalid-identifier", "An '$id', anchor or reference of a schema is not well-formed")
  /// The same `$id` or anchor at two places.
  public static let duplicateIdentifier = DiagnosticID(
    "duplicate-identifier", "Two schemas have the same '$id' or anchor")
  /// A reference that leads nowhere.
  public static let unresolvedReference = DiagnosticID(
    "unresolved-reference", "A reference doesn't lead to a known schema")
  /// A keyword that looks like a misspelt one.
  public static let unknownKeyword = DiagnosticID(
    "unknown-keyword", "A schema has a keyword that is probably misspelt, or of an older draft")
  /// A schema for which only a validator is emitted.
  public static let noModel = DiagnosticID(
    "no-model", "A schema describes no value that has a Swift type, so it gets a validator only")
}

extension DiagnosticID {
  // MARK: OpenAPI documents

  /// A file that isn't an OpenAPI document.
  public static let notOpenAPI = DiagnosticID("not-openapi", "A file is not an OpenAPI document")
  /// A part of a document that isn't supported.
  public static let leftOut = DiagnosticID(
    "left-out", "A part of an OpenAPI document isn't supported, and is left out")
  /// A violation of the OpenAPI specification.
  public static let documentMistake = DiagnosticID(
    "document-mistake", "An OpenAPI document says something that the specification doesn't allow")
  /// An overlay that can't be applied.
  public static let invalidOverlay = DiagnosticID("invalid-overlay", "An overlay can't be applied")
  /// Something that is to change an OpenAPI document, and finds nothing to change.
  public static let unusedOverride = DiagnosticID(
    "unused-override", "A change to an OpenAPI document finds nothing to change")
  /// A part of another generator's configuration.
  public static let noCounterpart = DiagnosticID(
    "no-counterpart",
    "A part of another generator's configuration has no counterpart, or means something else")
}

extension DiagnosticID {
  // MARK: Passes and emission

  /// A definition without a use.
  public static let unusedDefinition = DiagnosticID(
    "unused-definition", "A schema or another definition is not used by any endpoint")
  /// Alternatives of `oneOf` with a common value.
  public static let ambiguousUnion = DiagnosticID(
    "ambiguous-union", "A value is one of several alternatives of 'oneOf', which allows only one")
  /// A definition that means something else than what its names say.
  public static let probableMistake = DiagnosticID(
    "probable-mistake", "A definition is allowed, but its names say that something else is meant")
  /// A schema whose values would contain further ones without end.
  public static let endlessSchema = DiagnosticID(
    "endless-schema", "A value of a schema would have to contain another one without end")
  /// Two endpoints whose requests look alike.
  public static let indistinctEndpoints = DiagnosticID(
    "indistinct-endpoints", "Nothing constant tells the requests of two endpoints apart")
  /// A note: a name of a document that is too long for a type and its file.
  public static let shortenedName = DiagnosticID("shortened-name", "A name is too long, and was shortened")
  /// Two names that become one in Swift.
  public static let nameCollision = DiagnosticID("name-collision", "Two names become the same name in Swift")
  /// Parts of a composition that contradict each other.
  public static let conflictingProperty = DiagnosticID(
    "conflicting-property", "Two parts of an object define the same property differently")
  /// Keywords whose combination has no Swift type, or that aren't checked.
  public static let unsupportedSchema = DiagnosticID(
    "unsupported-schema", "A schema says something that generated code can't express or check yet")

  /// Modules without the catalog that the settings ask for.
  public static let noCatalog = DiagnosticID("no-catalog", "A module that isn't public gets no DocC catalog")
  /// A note: endpoints without tests, which were asked for.
  public static let untestedRequest = DiagnosticID(
    "untested-request", "No tests of an endpoint's requests are written")

  // MARK: Templates

  /// A template that isn't well-formed.
  public static let templateSyntax = DiagnosticID("template-syntax", "A template is not well-formed")
  /// A name in a template that no view has.
  public static let unknownTemplateName = DiagnosticID(
    "unknown-template-name", "A template uses a name that has no value there")
  /// A name in a template that is used as another type: a list as text.
  public static let misusedTemplateName = DiagnosticID(
    "misused-template-name", "A template uses a name as something that it isn't")
  /// A file in the templates folder that replaces no template.
  public static let unknownTemplate = DiagnosticID(
    "unknown-template", "A file in the templates folder doesn't have the name of a template")

  // MARK: Output

  /// A file in the way that the generator did not write.
  public static let foreignFile = DiagnosticID(
    "foreign-file", "A file that the generator did not write stands where output belongs")
  /// A path that a generated file can't have.
  public static let unsafePath = DiagnosticID(
    "unsafe-path", "The path of an output file points outside of the folder or can't be used everywhere")
  /// A link where the generator needs a file or folder itself.
  public static let symbolicLink = DiagnosticID(
    "symbolic-link", "A symbolic link isn't followed here, or points outside of the specs")
  /// A generated file that isn't listed anywhere.
  public static let unlistedFile = DiagnosticID(
    "unlisted-file", "A file has the generator's mark but was not written by the last run")
  /// A generated file without the line that marks it as generated.
  public static let missingMarker = DiagnosticID(
    "missing-marker", "An output file does not begin with the line that marks generated files")
  /// Output that doesn't match the specs, found by `--check`.
  public static let staleOutput = DiagnosticID(
    "stale-output", "An output file is out of date")
  /// An output folder that another run is writing to.
  public static let lockedOutput = DiagnosticID(
    "locked-output", "Another run of the generator uses the output folder")
  /// A specs folder without specs.
  public static let noSpecs = DiagnosticID("no-specs", "The folder holds no specs")
  /// A problem of the file system.
  public static let fileSystem = DiagnosticID("file-system", "A file or folder can't be read or written")

  // MARK: Comparing versions

  /// An old version that isn't there, or can't be read.
  public static let unknownRevision = DiagnosticID(
    "unknown-revision", "The version to compare with can't be read")
  /// An entry of `allow` that accepts nothing.
  public static let unusedAllowance = DiagnosticID(
    "unused-allowance", "A change that the settings allow isn't among the changes")
}

extension DiagnosticID {
  /// All ids, in the order of the stages.
  public static let all: [DiagnosticID] = [
    // Reading YAML
    .invalidEncoding, .controlCharacter, .yamlSyntax, .jsonSyntax, .duplicateKey, .nonScalarKey,
    .unknownAlias,
    .recursiveAlias, .invalidMerge, .unknownTag, .tagMismatch, .fileTooLarge, .nestingTooDeep, .tooManyNodes,
    .scalarTooLong, .tooManyTagDirectives, .tooManyErrors,
    // Reading specs
    .missingVersion, .unsupportedVersion, .misplacedFile, .unknownKey, .missingKey, .conflictingKeys,
    .misplacedKey, .wrongType, .invalidValue, .valueOutOfRange, .valueMismatch,
    .invalidExample, .duplicateValue,
    .duplicateName, .invalidName, .unsafeName, .reservedName, .invalidTypeExpression, .unknownType,
    .unknownFormat, .referenceCycle, .keywordMismatch, .contradictoryLimits, .invalidPattern,
    .unknownProperty, .unknownParameter, .parameterType, .pathParameter, .unknownServer,
    .unknownCredential, .unknownEndpoint, .unknownGroup,
    .unknownEnvelope, .payloadHole, .unknownError, .unreportedErrors,
    .unknownLibrary, .libraryContent, .invalidPath, .invalidURL, .invalidDuration, .invalidRate,
    .invalidStatus,
    // JSON Schema documents
    .unsupportedDialect, .invalidIdentifier, .duplicateIdentifier, .unresolvedReference, .unknownKeyword,
    .noModel,
    // OpenAPI documents
    .notOpenAPI, .leftOut, .documentMistake, .invalidOverlay, .unusedOverride, .noCounterpart,
    // Passes, templates, output
    .unusedDefinition, .ambiguousUnion, .probableMistake, .endlessSchema, .indistinctEndpoints,
    .shortenedName, .nameCollision, .conflictingProperty, .unsupportedSchema, .noCatalog,
    .untestedRequest,
    .templateSyntax, .unknownTemplateName, .misusedTemplateName, .unknownTemplate, .foreignFile, .unsafePath,
    .symbolicLink,
    .unlistedFile, .missingMarker, .staleOutput, .lockedOutput, .noSpecs, .fileSystem,
    // Comparing versions
    .unknownRevision, .unusedAllowance,
  ]
}
