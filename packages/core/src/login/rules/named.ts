/** The name that a portal user is shown with (decisions, section 4). */
import { NEUTRAL_DISPLAY_NAME } from "../../player/rules.ts"
import type { PortalUser } from "../../player/schema.ts"
import type { VerifiedPortalUser } from "../portal/PortalGateway.ts"

/** The portal user with the name to show: that of the portal, else the one that is stored. */
export const named = (user: VerifiedPortalUser, known: PortalUser | undefined): PortalUser => ({
  platform: user.platform,
  portalUserId: user.portalUserId,
  environment: user.environment,
  displayName: user.displayName ?? known?.displayName ?? user.fallbackName ?? NEUTRAL_DISPLAY_NAME,
})
