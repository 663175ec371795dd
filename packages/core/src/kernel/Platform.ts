/**
 * The platform enumeration (interface, section 2.4) with the deprecated `portal_id` numbers (decisions, section 4).
 */
import { Enumeration } from "./input/Field.ts"

/** Every platform of the interface, in its order. */
export const PLATFORMS = [
  "Anon",
  "Basic",
  "DeltaLive",
  "Echo",
  "FoxtrotNAID",
  "FoxtrotSwitch",
  "FoxtrotPPID",
  "Alpha",
  "AlphaPlay",
  "Bravo",
  "Charlie",
  "Golf",
  "Hotel",
  "India",
  "Juliet",
  "LegacyName",
] as const

/** A third-party portal, or one of Garrison's own ways to log in. */
export const Platform = Enumeration(PLATFORMS)
export type Platform = typeof Platform.Type

/** `portal_id`, the deprecated number of a platform. */
export const PORTAL_IDS: Readonly<Record<Platform, number>> = {
  Anon: 2,
  Hotel: 4,
  Golf: 5,
  Echo: 9,
  DeltaLive: 10,
  Basic: 11,
  Alpha: 13,
  Juliet: 14,
  India: 16,
  FoxtrotSwitch: 22,
  Bravo: 24,
  FoxtrotNAID: 26,
  LegacyName: 27,
  Charlie: 28,
  AlphaPlay: 32,
  FoxtrotPPID: 33,
}
