/** The public surface of this package: the portals of a deployment as one layer. */
export { portals, portalsOver } from "./portals.ts"
export type { AlphaSettings, IdTokenAlgorithm, PortalSettings } from "./settings.ts"
