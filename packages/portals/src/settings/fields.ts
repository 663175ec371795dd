/** What the settings of several portals are made of. */
import { complaint, Enumeration, IntegerOf, ListOf, TextOf } from "@garrison/core/kernel/input/Field"
import { object, type Setting } from "@garrison/core/kernel/Setting"
import * as Schema from "effect/Schema"

/** The algorithms that a portal may sign with: those with a public key. */
const SIGNATURE_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const

/** One of the algorithms that a portal may sign with. */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** Whether Garrison sends requests to this address: https, or http on this machine, without a user name. */
const isPortalUrl = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.username !== "" || url.password !== "" || text.includes("#")) return false
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))
}

/** A name or a secret of a portal. */
export const NotEmpty = TextOf({ minimum: 1, maximum: 1024 })

/** A list of audiences. */
export const Audiences = ListOf(NotEmpty, 32)

/** An address that Garrison sends requests to. */
export const PortalUrl = NotEmpty.check(
  Schema.makeFilter(isPortalUrl, complaint("value_error", "must be an https url, or an http url on this machine")),
)

/** The algorithms that a portal signs with. */
export const Algorithms = ListOf(Enumeration(SIGNATURE_ALGORITHMS)).check(
  Schema.isMinLength(1, complaint("value_error", "must name an algorithm")),
)

/** How a portal knows Garrison. */
export interface ClientSettings {
  /** The client id of the game at the portal. */
  readonly clientId: string
  /** The secret of that client. */
  readonly clientSecret: string
}

/** How a portal is asked. */
export interface RequestSettings {
  /** How long a request to it may take, 1 to 30 seconds. Default: 3. */
  readonly timeoutSeconds?: number | undefined
  /**
   * Failed requests of one kind in a row after which it counts as down for that kind, and is asked again only now and
   * then. Default: 5.
   */
  readonly failuresMax?: number | undefined
}

/** The fields of {@link RequestSettings}. */
export const requestFields = {
  timeoutSeconds: Schema.optional(IntegerOf({ minimum: 1, maximum: 30 })),
  failuresMax: Schema.optional(IntegerOf({ minimum: 1, maximum: 1000 })),
}

/** Where authorization codes are exchanged for tokens. */
export interface CodeSettings {
  /** Where codes are exchanged: https, or http on this machine. Absent: codes are refused. */
  readonly tokenUrl?: string | undefined
  /** The client id of the game at the portal; needed with a `tokenUrl`. */
  readonly clientId?: string | undefined
  /** The secret of that client; needed with a `tokenUrl`. */
  readonly clientSecret?: string | undefined
  /** Sent with every code; absent: codes were asked for without an address. */
  readonly redirectUri?: string | undefined
  /** Where players log in by redirect; absent: they do not. */
  readonly authorizeUrl?: string | undefined
}

/** The fields of {@link CodeSettings}. */
export const codeFields = {
  tokenUrl: Schema.optional(PortalUrl),
  clientId: Schema.optional(NotEmpty),
  clientSecret: Schema.optional(NotEmpty),
  redirectUri: Schema.optional(NotEmpty),
  authorizeUrl: Schema.optional(PortalUrl),
}

/** Whether the settings of the code exchange are all there, or none of them. */
export const codeSettingsAreWhole = ({ authorizeUrl, clientId, clientSecret, tokenUrl }: CodeSettings): boolean =>
  new Set([clientId, clientSecret, tokenUrl].map((value) => value === undefined)).size === 1 &&
  (authorizeUrl === undefined || tokenUrl !== undefined)

/** What is wrong with settings of which {@link codeSettingsAreWhole} is false. */
export const halfCodeSettings = complaint(
  "value_error",
  "must have tokenUrl, clientId and clientSecret, or none of them; authorizeUrl needs them",
)

/** Where players log in by redirect at a portal whose codes no grant takes. */
export interface RedirectSettings {
  /** Where players log in by redirect; absent: they do not. */
  readonly authorizeUrl?: string | undefined
  /** Where the codes of these logins are exchanged; needed with an `authorizeUrl`. */
  readonly tokenUrl?: string | undefined
}

/** The fields of {@link RedirectSettings}. */
export const redirectFields = {
  authorizeUrl: Schema.optional(PortalUrl),
  tokenUrl: Schema.optional(PortalUrl),
}

/** Both settings of a login by redirect are there, or neither. */
export const redirectIsWhole = Schema.makeFilter(
  ({ authorizeUrl, tokenUrl }: RedirectSettings): boolean => (authorizeUrl === undefined) === (tokenUrl === undefined),
  complaint("value_error", "must have authorizeUrl and tokenUrl, or neither of them"),
)

/** Members of a portal's settings that are never shown. */
const SECRET_MEMBERS = ["clientSecret", "apiKey"]

/** A portal, or none; there is none by default. */
export const portal = <A>(schema: Schema.Codec<A>, accepts: string, sentence: string): Setting<A | undefined> => ({
  ...object(Schema.UndefinedOr(schema), accepts, undefined, sentence),
  optional: true,
  secretMembers: SECRET_MEMBERS,
})
