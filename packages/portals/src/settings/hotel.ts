/** The settings of the portal hotel, at which players log in by redirect alone (decisions, section 5). */
import * as Schema from "effect/Schema"
import { NotEmpty, portal, PortalUrl, requestFields, type ClientSettings, type RequestSettings } from "./fields.ts"

/** The portal hotel. */
export interface HotelSettings extends RequestSettings, ClientSettings {
  /** Where players log in. */
  readonly authorizeUrl: string
  /** Where codes are exchanged for access tokens. */
  readonly tokenUrl: string
  /** Where an access token tells its user. */
  readonly userInfoUrl: string
}

const Hotel: Schema.Codec<HotelSettings> = Schema.Struct({
  authorizeUrl: PortalUrl,
  tokenUrl: PortalUrl,
  userInfoUrl: PortalUrl,
  clientId: NotEmpty,
  clientSecret: NotEmpty,
  ...requestFields,
})

/** The setting `hotel`. */
export const hotel = portal(
  Hotel,
  "an object {authorizeUrl, tokenUrl, userInfoUrl, clientId, clientSecret} with https urls; it may have timeoutSeconds and failuresMax",
  "the portal hotel, at which players log in by redirect",
)
