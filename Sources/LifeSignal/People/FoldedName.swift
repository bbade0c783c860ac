// Canonical decomposition is in the standard library but not yet among its public names; the
// alternative is Foundation, which the core does without.
@_spi(_Unicode) import Swift

/// A name as it is compared: without case and diacritics.
public func foldedName(_ name: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in name.lowercased()._nfd {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: continue
        default: folded.append(scalar)
        }
    }
    return String(folded)
}
