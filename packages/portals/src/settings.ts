/**
 * The settings of the portals (decisions, sections 4 and 15). A portal without settings is off. This file is read by
 * every command, so it loads neither an HTTP client nor cryptography.
 */
import { type GivenOf, type Settings, valuesOf, type ValuesOf } from "@garrison/core/kernel/Setting"
import { alpha } from "./settings/alpha.ts"
import { bravo } from "./settings/bravo.ts"
import { charlie } from "./settings/charlie.ts"
import { deltalive } from "./settings/deltalive.ts"
import { echo } from "./settings/echo.ts"
import { foxtrot } from "./settings/foxtrot.ts"
import { golf } from "./settings/golf.ts"
import { hotel } from "./settings/hotel.ts"
import { india } from "./settings/india.ts"
import { juliet } from "./settings/juliet.ts"

/** A setting for each portal. */
export const portalSettings = {
  alpha,
  bravo,
  charlie,
  deltalive,
  echo,
  foxtrot,
  golf,
  hotel,
  india,
  juliet,
} satisfies Settings

/** The portals of a deployment; one that is undefined is off. */
export type PortalSettings = ValuesOf<typeof portalSettings>

/** The portals that a host gives; the others are off. */
export type GivenPortals = GivenOf<typeof portalSettings>

/** The settings of the portals, of the settings of a deployment. */
export const portalsIn = (values: PortalSettings): PortalSettings =>
  valuesOf(portalSettings, (name) => values[name as keyof PortalSettings])

/** Whether any portal is configured. */
export const hasPortals = (values: PortalSettings): boolean =>
  Object.values(portalsIn(values)).some((settings) => settings !== undefined)
