/** The settings of the portal charlie, which has tokens of two generations (decisions, section 4). */
import { complaint, ListOf } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"
import type { ConfiguredKey } from "../KeySet.ts"
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

/** Most keys that may be configured. */
const KEYS_MAX = 64

interface GenerationSettings {
  /** `iss` of its tokens. */
  readonly issuer: string
  /** `aud` of its tokens: the game's client ids at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** What its tokens are signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<SignatureAlgorithm> | undefined
}

/** The first generation: its keys are configured. */
export interface CharlieV1Settings extends GenerationSettings {
  /** Its public keys, as JSON Web Keys with different `kid`. */
  readonly keys: ReadonlyArray<ConfiguredKey>
}

/** The second generation: its keys are published, and it exchanges codes. */
export interface CharlieV2Settings extends GenerationSettings, CodeSettings {
  /** Where its keys are published: https, or http on this machine. */
  readonly jwksUrl: string
}

/** The portal charlie. A generation that is absent proves nothing. */
export interface CharlieSettings extends RequestSettings {
  /** Tokens of the first generation. */
  readonly v1?: CharlieV1Settings | undefined
  /** Tokens of the second generation, and codes. */
  readonly v2?: CharlieV2Settings | undefined
}

/** The members that make a public key of each kind. */
const KEY_MEMBERS: Readonly<Record<string, ReadonlyArray<string>>> = {
  RSA: ["n", "e"],
  EC: ["crv", "x", "y"],
  OKP: ["crv", "x"],
}

/** Whether a value is a public key with a name. A key with its secret part is not: it must not be in these settings. */
const isPublicKey = (key: Readonly<Record<string, unknown>>): boolean => {
  const members = ["kid", ...(KEY_MEMBERS[String(key["kty"])] ?? ["an unknown kind"])]
  return members.every((name) => typeof key[name] === "string" && key[name] !== "") && !Object.hasOwn(key, "d")
}

const haveNames = (keys: ReadonlyArray<ConfiguredKey>): boolean =>
  keys.length > 0 && new Set(keys.map(({ kid }) => kid)).size === keys.length

const PublicKey = Schema.StructWithRest(Schema.Struct({ kid: NotEmpty }), [
  Schema.Record(Schema.String, Schema.Unknown),
]).check(
  Schema.makeFilter(isPublicKey, complaint("value_error", "must be a public JSON Web Key with a kid, and without d")),
)

const generationFields = {
  issuer: NotEmpty,
  audiences: Audiences.check(Schema.isMinLength(1, complaint("value_error", "must name an audience"))),
  algorithms: Schema.optional(Algorithms),
}

const V1: Schema.Codec<CharlieV1Settings> = Schema.Struct({
  ...generationFields,
  keys: ListOf(PublicKey, KEYS_MAX).check(
    Schema.makeFilter(haveNames, complaint("value_error", "must have a key, and no two of one kid")),
  ),
})

const V2: Schema.Codec<CharlieV2Settings> = Schema.Struct({
  ...generationFields,
  jwksUrl: PortalUrl,
  ...codeFields,
}).check(Schema.makeFilter(codeSettingsAreWhole, halfCodeSettings))

const areTold = ({ v1, v2 }: CharlieSettings): boolean => (v1 ?? v2) !== undefined && v1?.issuer !== v2?.issuer

const Charlie: Schema.Codec<CharlieSettings> = Schema.Struct({
  v1: Schema.optional(V1),
  v2: Schema.optional(V2),
  ...requestFields,
}).check(Schema.makeFilter(areTold, complaint("value_error", "must have v1 or v2, of different issuers")))

/** The setting `charlie`. */
export const charlie = portal(
  Charlie,
  "an object with v1 {issuer, audiences, keys} or v2 {issuer, audiences, jwksUrl}, or both; each may have algorithms, v2 tokenUrl with clientId and clientSecret, redirectUri and authorizeUrl; beside them timeoutSeconds and failuresMax",
  "the portal charlie, whose tokens of two generations and authorization codes log players in",
)
