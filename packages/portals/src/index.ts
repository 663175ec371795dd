/** The public surface of this package: the portals of a deployment as one layer. */
export { portals, portalsOver } from "./portals.ts"
export type { PortalSettings } from "./settings.ts"
export type { AlphaSettings } from "./settings/alpha.ts"
export type { BravoSettings } from "./settings/bravo.ts"
export type { CharlieSettings } from "./settings/charlie.ts"
export type { GolfSettings } from "./settings/golf.ts"
export type { JulietSettings } from "./settings/juliet.ts"
export type { SignatureAlgorithm } from "./settings/fields.ts"
