/** The settings of the portal india, at which players log in by redirect alone (decisions, section 5). */
import { complaint } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"
import {
  Algorithms,
  Audiences,
  type ClientSettings,
  NotEmpty,
  portal,
  PortalUrl,
  requestFields,
  type RequestSettings,
  type SignatureAlgorithm,
} from "./fields.ts"

/** The portal india. */
export interface IndiaSettings extends RequestSettings, ClientSettings {
  /** `iss` of its id tokens. */
  readonly issuer: string
  /** `aud` of its id tokens: the game's client ids at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** Where its keys are published: https, or http on this machine. */
  readonly jwksUrl: string
  /** What its id tokens are signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<SignatureAlgorithm> | undefined
  /** Where players log in. */
  readonly authorizeUrl: string
  /** Where codes are exchanged for id tokens. */
  readonly tokenUrl: string
}

const India: Schema.Codec<IndiaSettings> = Schema.Struct({
  issuer: NotEmpty,
  audiences: Audiences.check(Schema.isMinLength(1, complaint("value_error", "must name an audience"))),
  jwksUrl: PortalUrl,
  algorithms: Schema.optional(Algorithms),
  authorizeUrl: PortalUrl,
  tokenUrl: PortalUrl,
  clientId: NotEmpty,
  clientSecret: NotEmpty,
  ...requestFields,
})

/** The setting `india`. */
export const india = portal(
  India,
  "an object {issuer, audiences, jwksUrl, authorizeUrl, tokenUrl, clientId, clientSecret} with https urls; it may have algorithms, timeoutSeconds and failuresMax",
  "the portal india, at which players log in by redirect",
)
