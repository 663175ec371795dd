/** The settings of the portal juliet, the developer API of the service (decisions, section 4). */
import * as Schema from "effect/Schema"
import { type ClientSettings, NotEmpty, portal, PortalUrl, requestFields, type RequestSettings } from "./fields.ts"

/** The portal juliet. */
export interface JulietSettings extends RequestSettings, ClientSettings {
  /** Where it says whose token a token is (RFC 7662): https, or http on this machine. */
  readonly introspectionUrl: string
}

const Juliet: Schema.Codec<JulietSettings> = Schema.Struct({
  introspectionUrl: PortalUrl,
  clientId: NotEmpty,
  clientSecret: NotEmpty,
  ...requestFields,
})

/** The setting `juliet`. */
export const juliet = portal(
  Juliet,
  "an object {introspectionUrl, clientId, clientSecret} with an https url; it may have timeoutSeconds and failuresMax",
  "the portal juliet, whose developer tokens log players in",
)
