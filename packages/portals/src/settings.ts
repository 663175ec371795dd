/**
 * The settings of the portals (decisions, sections 4 and 15). A portal without settings is off. This file is read by
 * every command, so it loads neither an HTTP client nor cryptography.
 */
import { complaint, Enumeration, IntegerOf, ListOf, TextOf } from "@garrison/core/kernel/Field"
import { object, type Setting, type Settings, type ValuesOf } from "@garrison/core/kernel/Setting"
import * as Schema from "effect/Schema"

/** The algorithms that an id token may be signed with: those with a public key. */
const ID_TOKEN_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const

/** One of the algorithms that an id token may be signed with. */
export type IdTokenAlgorithm = (typeof ID_TOKEN_ALGORITHMS)[number]

/** The portal alpha. */
export interface AlphaSettings {
  /** `iss` of its id tokens. */
  readonly issuer: string
  /** `aud` of id tokens whose users are of the platform Alpha: the game's client ids at the portal. */
  readonly audiences: ReadonlyArray<string>
  /** `aud` of id tokens whose users are of the platform AlphaPlay. Default: none. */
  readonly playAudiences?: ReadonlyArray<string>
  /** Where its keys are published: https, or http on this machine. */
  readonly jwksUrl: string
  /** What its id tokens are signed with. Default: RS256. */
  readonly algorithms?: ReadonlyArray<IdTokenAlgorithm>
  /** How long a request to it may take, 1 to 30 seconds. Default: 3. */
  readonly timeoutSeconds?: number
}

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** Whether Garrison sends requests to this address: https, or http on this machine, without a user name. */
const isPortalUrl = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "" || text.includes("#")) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))
}

const NotEmpty = TextOf({ minimum: 1, maximum: 1024 })
const Audiences = ListOf(NotEmpty, 32)

const PortalUrl = NotEmpty.check(
  Schema.makeFilter(isPortalUrl, complaint("value_error", "must be an https url, or an http url on this machine")),
)

const disjoint = ({ audiences, playAudiences = [] }: AlphaSettings): boolean =>
  audiences.length + playAudiences.length > 0 && !audiences.some((audience) => playAudiences.includes(audience))

const Alpha: Schema.Codec<AlphaSettings> = Schema.Struct({
  issuer: NotEmpty,
  audiences: Audiences,
  playAudiences: Schema.optionalKey(Audiences),
  jwksUrl: PortalUrl,
  algorithms: Schema.optionalKey(
    ListOf(Enumeration(ID_TOKEN_ALGORITHMS)).check(
      Schema.isMinLength(1, complaint("value_error", "must name an algorithm")),
    ),
  ),
  timeoutSeconds: Schema.optionalKey(IntegerOf({ minimum: 1, maximum: 30 })),
}).check(
  Schema.makeFilter(
    disjoint,
    complaint("value_error", "must name an audience, and none both as an audience and as a play audience"),
  ),
)

/** A portal, or none; there is none by default. */
const portal = <A>(schema: Schema.Codec<A>, accepts: string, sentence: string): Setting<A | undefined> => ({
  ...object(Schema.UndefinedOr(schema), accepts, undefined, sentence),
  optional: true,
})

/** A setting for each portal. */
export const portalSettings = {
  alpha: portal(
    Alpha,
    "an object {issuer, audiences, jwksUrl} with an https url; it may have playAudiences, algorithms and timeoutSeconds",
    "the portal alpha, whose id tokens log players in",
  ),
} satisfies Settings

/** The portals of a deployment; one that is undefined is off. */
export type PortalSettings = ValuesOf<typeof portalSettings>

/** Whether any portal is configured. */
export const hasPortals = ({ alpha }: PortalSettings): boolean => alpha !== undefined
