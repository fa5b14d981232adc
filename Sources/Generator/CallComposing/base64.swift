#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The UTF-8 bytes of a text in Base64 (RFC 4648, section 4).
package func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
