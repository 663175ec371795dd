/** The settings of the portal golf (decisions, section 4). */
import * as Schema from "effect/Schema"
import { NotEmpty, portal, PortalUrl, requestFields, type RequestSettings } from "./fields.ts"

/** The portal golf. */
export interface GolfSettings extends RequestSettings {
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
  ...requestFields,
})

/** The setting `golf`. */
export const golf = portal(
  Golf,
  "an object {ticketUrl, appId, apiKey} with an https url; it may have timeoutSeconds and failuresMax",
  "the portal golf, whose tickets log players in",
)
