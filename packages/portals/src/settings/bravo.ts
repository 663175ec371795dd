/** The settings of the portal bravo (decisions, section 4). */
import { complaint } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"
import {
  Algorithms,
  Audiences,
  codeFields,
  type CodeSettings,
  codeSettingsAreWhole,
  halfCodeSettings,
  NotEmpty,
  portal,
  PortalUrl,
  requestFields,
  type RequestSettings,
  type SignatureAlgorithm,
} from "./fields.ts"

/** The portal bravo. */
export interface BravoSettings extends RequestSettings, CodeSettings {
  /** `iss` of its id tokens. */
  readonly issuer: string
  /** `aud` of its id tokens: the game's client ids at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** Where its keys are published: https, or http on this machine. */
  readonly jwksUrl: string
  /** What its id tokens are signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<SignatureAlgorithm> | undefined
}

const Bravo: Schema.Codec<BravoSettings> = Schema.Struct({
  issuer: NotEmpty,
  audiences: Audiences.check(Schema.isMinLength(1, complaint("value_error", "must name an audience"))),
  jwksUrl: PortalUrl,
  algorithms: Schema.optional(Algorithms),
  ...codeFields,
  ...requestFields,
}).check(Schema.makeFilter(codeSettingsAreWhole, halfCodeSettings))

/** The setting `bravo`. */
export const bravo = portal(
  Bravo,
  "an object {issuer, audiences, jwksUrl} with an https url; it may have algorithms, tokenUrl with clientId and clientSecret, redirectUri, authorizeUrl, timeoutSeconds and failuresMax",
  "the portal bravo, whose id tokens and authorization codes log players in",
)
