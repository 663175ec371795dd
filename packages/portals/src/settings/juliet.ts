/** The settings of the portal juliet, the developer API of the service (decisions, section 4). */
import * as Schema from "effect/Schema"
import {
  Audiences,
  type ClientSettings,
  NotEmpty,
  portal,
  PortalUrl,
  requestFields,
  type RequestSettings,
} from "./fields.ts"

/** The portal juliet. */
export interface JulietSettings extends RequestSettings, ClientSettings {
  /** Where it says whose token a token is (RFC 7662): https, or http on this machine. */
  readonly introspectionUrl: string
  /**
   * The applications whose tokens log players in: each `client_id` and `aud` that it names for a token must be one of
   * these. Absent: no token logs in, and the grant is off.
   */
  readonly audiences?: ReadonlyArray<string> | undefined
}

const Juliet: Schema.Codec<JulietSettings> = Schema.Struct({
  introspectionUrl: PortalUrl,
  // Not required, so that a server whose settings lack it starts, and says so.
  audiences: Schema.optional(Audiences),
  clientId: NotEmpty,
  clientSecret: NotEmpty,
  ...requestFields,
})

/** The setting `juliet`. */
export const juliet = portal(
  Juliet,
  "an object {introspectionUrl, audiences, clientId, clientSecret} with an https url; it may have timeoutSeconds and failuresMax; without audiences its grant is off",
  "the portal juliet, whose developer tokens log players in",
)
