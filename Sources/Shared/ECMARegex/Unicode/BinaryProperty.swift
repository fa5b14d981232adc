/// The binary properties of ECMA-262 (table 67) that the Swift standard library has.
enum BinaryProperty {
  /// The test for a property by its long or short name; nil for any other name.
  static func test(_ name: String) -> ((Unicode.Scalar.Properties) -> Bool)? {
    switch name {
    case "Alphabetic", "Alpha": { $0.isAlphabetic }
    case "ASCII_Hex_Digit", "AHex": { $0.isASCIIHexDigit }
    case "Bidi_Control", "Bidi_C": { $0.isBidiControl }
    case "Bidi_Mirrored", "Bidi_M": { $0.isBidiMirrored }
    case "Case_Ignorable", "CI": { $0.isCaseIgnorable }
    case "Cased": { $0.isCased }
    case "Changes_When_Casefolded", "CWCF": { $0.changesWhenCaseFolded }
    case "Changes_When_Casemapped", "CWCM": { $0.changesWhenCaseMapped }
    case "Changes_When_Lowercased", "CWL": { $0.changesWhenLowercased }
    case "Changes_When_NFKC_Casefolded", "CWKCF": { $0.changesWhenNFKCCaseFolded }
    case "Changes_When_Titlecased", "CWT": { $0.changesWhenTitlecased }
    case "Changes_When_Uppercased", "CWU": { $0.changesWhenUppercased }
    case "Dash": { $0.isDash }
    case "Default_Ignorable_Code_Point", "DI": { $0.isDefaultIgnorableCodePoint }
    case "Deprecated", "Dep": { $0.isDeprecated }
    case "Diacritic", "Dia": { $0.isDiacritic }
    case "Emoji": { $0.isEmoji }
    case "Emoji_Modifier", "EMod": { $0.isEmojiModifier }
    case "Emoji_Modifier_Base", "EBase": { $0.isEmojiModifierBase }
    case "Emoji_Presentation", "EPres": { $0.isEmojiPresentation }
    case "Extender", "Ext": { $0.isExtender }
    case "Grapheme_Base", "Gr_Base": { $0.isGraphemeBase }
    case "Grapheme_Extend", "Gr_Ext": { $0.isGraphemeExtend }
    case "Hex_Digit", "Hex": { $0.isHexDigit }
    case "ID_Continue", "IDC": { $0.isIDContinue }
    case "ID_Start", "IDS": { $0.isIDStart }
    case "Ideographic", "Ideo": { $0.isIdeographic }
    case "IDS_Binary_Operator", "IDSB": { $0.isIDSBinaryOperator }
    case "IDS_Trinary_Operator", "IDST": { $0.isIDSTrinaryOperator }
    case "Join_Control", "Join_C": { $0.isJoinControl }
    case "Logical_Order_Exception", "LOE": { $0.isLogicalOrderException }
    case "Lowercase", "Lower": { $0.isLowercase }
    case "Math": { $0.isMath }
    case "Noncharacter_Code_Point", "NChar": { $0.isNoncharacterCodePoint }
    case "Pattern_Syntax", "Pat_Syn": { $0.isPatternSyntax }
    case "Pattern_White_Space", "Pat_WS": { $0.isPatternWhitespace }
    case "Quotation_Mark", "QMark": { $0.isQuotationMark }
    case "Radical": { $0.isRadical }
    case "Sentence_Terminal", "STerm": { $0.isSentenceTerminal }
    case "Soft_Dotted", "SD": { $0.isSoftDotted }
    case "Terminal_Punctuation", "Term": { $0.isTerminalPunctuation }
    case "Unified_Ideograph", "UIdeo": { $0.isUnifiedIdeograph }
    case "Uppercase", "Upper": { $0.isUppercase }
    case "Variation_Selector", "VS": { $0.isVariationSelector }
    case "White_Space", "space": { $0.isWhitespace }
    case "XID_Continue", "XIDC": { $0.isXIDContinue }
    case "XID_Start", "XIDS": { $0.isXIDStart }
    default: nil
    }
  }
}
