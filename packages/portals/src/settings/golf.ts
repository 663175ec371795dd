/** The settings of the portal golf (decisions, section 4). */
import * as Schema from "effect/Schema"
import {
  NotEmpty,
  portal,
  PortalUrl,
  redirectFields,
  redirectIsWhole,
  type RedirectSettings,
  requestFields,
  type RequestSettings,
} from "./fields.ts"

/** The portal golf. Codes of logins by redirect are exchanged for tickets. */
export interface GolfSettings extends RequestSettings, RedirectSettings {
  /** Where it says whose ticket a ticket is: https, or http on this machine. */
  readonly ticketUrl: string
  /** The game at the portal. */
  readonly appId: string
  /** The secret by which the portal knows Garrison. */
  readonly apiKey: string
}

const Golf: Schema.Codec<GolfSettings> = Schema.Struct({
  ticketUrl: PortalUrl,
  appId: NotEmpty,
  apiKey: NotEmpty,
  ...redirectFields,
  ...requestFields,
}).check(redirectIsWhole)

/** The setting `golf`. */
export const golf = portal(
  Golf,
  "an object {ticketUrl, appId, apiKey} with an https url; it may have authorizeUrl with tokenUrl, timeoutSeconds and failuresMax",
  "the portal golf, whose tickets log players in",
)
