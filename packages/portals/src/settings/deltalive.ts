/** The settings of the portal deltalive (decisions, section 4). */
import { complaint } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"
import {
  Algorithms,
  Audiences,
  type ClientSettings,
  NotEmpty,
  portal,
  PortalUrl,
  redirectFields,
  redirectIsWhole,
  type RedirectSettings,
  requestFields,
  type RequestSettings,
  type SignatureAlgorithm,
} from "./fields.ts"

/**
 * The portal deltalive. Its addresses are https, or http on this machine. Codes of logins by redirect are exchanged for
 * XSTS tokens.
 */
export interface DeltaliveSettings extends RequestSettings, ClientSettings, RedirectSettings {
  /** Where Garrison gets the token with which it may ask the portal. */
  readonly serviceTokenUrl: string
  /** Where a user's XSTS token is exchanged for an XToken. */
  readonly xTokenUrl: string
  /** `iss` of its XTokens. */
  readonly issuer: string
  /** `aud` of its XTokens: the game at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** Where its keys are published. */
  readonly jwksUrl: string
  /** What its XTokens are signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<SignatureAlgorithm> | undefined
}

const Deltalive: Schema.Codec<DeltaliveSettings> = Schema.Struct({
  serviceTokenUrl: PortalUrl,
  clientId: NotEmpty,
  clientSecret: NotEmpty,
  xTokenUrl: PortalUrl,
  issuer: NotEmpty,
  audiences: Audiences.check(Schema.isMinLength(1, complaint("value_error", "must name an audience"))),
  jwksUrl: PortalUrl,
  algorithms: Schema.optional(Algorithms),
  ...redirectFields,
  ...requestFields,
}).check(redirectIsWhole)

/** The setting `deltalive`. */
export const deltalive = portal(
  Deltalive,
  "an object {serviceTokenUrl, clientId, clientSecret, xTokenUrl, issuer, audiences, jwksUrl} with https urls; it may have algorithms, authorizeUrl with tokenUrl, timeoutSeconds and failuresMax",
  "the portal deltalive, whose XSTS tokens log players in",
)
