/** The settings of the portal alpha (decisions, section 4). */
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

/** The portal alpha. */
export interface AlphaSettings extends RequestSettings, CodeSettings {
  /** `iss` of its id tokens. */
  readonly issuer: string
  /** `aud` of id tokens whose users are of the platform Alpha: the game's client ids at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** `aud` of id tokens whose users are of the platform AlphaPlay. Default: none. */
  readonly playAudiences?: ReadonlyArray<string> | undefined
  /** Where its keys are published: https, or http on this machine. */
  readonly jwksUrl: string
  /** What its id tokens are signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<SignatureAlgorithm> | undefined
}

const disjoint = ({ audiences, playAudiences = [] }: AlphaSettings): boolean =>
  audiences.length + playAudiences.length > 0 && !audiences.some((audience) => playAudiences.includes(audience))

const Alpha: Schema.Codec<AlphaSettings> = Schema.Struct({
  issuer: NotEmpty,
  audiences: Audiences,
  playAudiences: Schema.optional(Audiences),
  jwksUrl: PortalUrl,
  algorithms: Schema.optional(Algorithms),
  ...codeFields,
  ...requestFields,
}).check(
  Schema.makeFilter(
    disjoint,
    complaint("value_error", "must name an audience, and none both as an audience and as a play audience"),
  ),
  Schema.makeFilter(codeSettingsAreWhole, halfCodeSettings),
)

/** The setting `alpha`. */
export const alpha = portal(
  Alpha,
  "an object {issuer, audiences, jwksUrl} with an https url; it may have playAudiences, algorithms, tokenUrl with clientId and clientSecret, redirectUri, authorizeUrl, timeoutSeconds and failuresMax",
  "the portal alpha, whose id tokens and authorization codes log players in",
)
