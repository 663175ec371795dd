/** Tokens that must prove nobody at any portal, each with what is wrong with it. */
import { exportPKCS8, exportSPKI } from "jose/key/export"
import { importPKCS8 } from "jose/key/import"
import { createHmac, sign } from "node:crypto"
import { type PortalKey, signed } from "./keyServer.ts"

/** The keys that hostile tokens are made with, and the right claims that they spoil. */
export interface HostileWorld {
  /** A key that the portal publishes, RS256. */
  readonly key: PortalKey
  /** A stranger's key of the same name. */
  readonly stranger: PortalKey
  /** A key that the portal publishes without its algorithm. */
  readonly versatile: PortalKey
  /** Where the stranger publishes their key. */
  readonly strangerUrl: string
  /** Claims that are right, changed by these. */
  readonly claims: (changes?: Record<string, unknown>) => Record<string, unknown>
}

/**
 * What a portal finds wrong: the token itself, that its header or its claims cannot be read, or only that it names a
 * key that the portal does not have.
 */
export type HostileFinding = "not_valid" | "not_readable" | "key_unknown"

/** One hostile token: a name that completes "a token that …", how it is made, and what is wrong with it. */
export type HostileToken = readonly [
  name: string,
  make: (world: HostileWorld) => string | Promise<string>,
  finding: HostileFinding,
]

const base64Url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** The time in seconds, `ahead` of that of this machine. */
const secondsNow = (ahead: number): number => Math.floor(Date.now() / 1000) + ahead

const unsigned = (header: Record<string, unknown>, { claims }: HostileWorld): string =>
  `${base64Url({ typ: "JWT", kid: "first", ...header })}.${base64Url(claims())}`

const without = (name: string, { claims }: HostileWorld): Record<string, unknown> => {
  const { [name]: _, ...rest } = claims()
  return rest
}

/** The same bytes as the signature, written with other spare bits at the end. */
const respelt = (token: string): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
  const last = alphabet.indexOf(token.at(-1) ?? "")
  return token.slice(0, -1) + alphabet.charAt(last + 1)
}

/** Signed with an RSA key, by the other algorithm that such keys have. */
const signedByPss = async (by: PortalKey, { claims }: HostileWorld): Promise<string> => {
  const privateKey = await importPKCS8(await exportPKCS8(by.privateKey), "PS256")
  return signed({ ...by, alg: "PS256", privateKey }, claims())
}

const signedWithPublicKey = async (world: HostileWorld): Promise<string> => {
  const input = unsigned({ alg: "HS256" }, world)
  const secret = await exportSPKI(world.key.publicKey)
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`
}

const critical = (world: HostileWorld): string => {
  const input = unsigned({ alg: "RS256", crit: ["exp"], exp: 1 }, world)
  return `${input}.${Buffer.alloc(256).toString("base64url")}`
}

/** Rightly signed, with this text as header or claims. */
const signedText = async (
  { claims, key }: HostileWorld,
  texts: { readonly header?: string; readonly claims?: string },
) => {
  const right = { header: JSON.stringify({ alg: "RS256", kid: key.kid }), claims: JSON.stringify(claims()) }
  const { claims: payload, header } = { ...right, ...texts }
  const input = [header, payload].map((text) => Buffer.from(text).toString("base64url")).join(".")
  const signature = sign("sha256", Buffer.from(input), await exportPKCS8(key.privateKey))
  return `${input}.${signature.toString("base64url")}`
}

/** The text of the right claims with one more member, which JSON.parse would take in place of the first. */
const withMember = (value: object, member: string): string => `${JSON.stringify(value).slice(0, -1)},${member}}`

const header =
  (changes: Record<string, unknown>) =>
  ({ claims, key }: HostileWorld) =>
    signed(key, claims(), changes)

const claim =
  (changes: Record<string, unknown>) =>
  ({ claims, key }: HostileWorld) =>
    signed(key, claims(changes))

/** Every hostile token. */
export const hostileTokens: ReadonlyArray<HostileToken> = [
  ["is signed by nothing (alg none)", (world) => `${unsigned({ alg: "none" }, world)}.`, "not_valid"],
  ["is signed with the public key as a secret (HS256)", signedWithPublicKey, "not_valid"],
  [
    "is signed by an algorithm that is not that of its key (PS256)",
    (world) => signedByPss(world.key, world),
    "not_valid",
  ],
  [
    "is signed by an algorithm that is not configured (PS256)",
    (world) => signedByPss(world.versatile, world),
    "not_valid",
  ],
  ["is signed by a stranger's key of the same name", ({ claims, stranger }) => signed(stranger, claims()), "not_valid"],
  [
    "brings its own key (jwk)",
    ({ claims, stranger }) => signed(stranger, claims(), { jwk: stranger.jwk }),
    "not_valid",
  ],
  [
    "brings its own key beside a right signature (jwk)",
    ({ claims, key, stranger }) => signed(key, claims(), { jwk: stranger.jwk }),
    "not_valid",
  ],
  [
    "says where its key is (jku)",
    ({ claims, stranger, strangerUrl }) => signed(stranger, claims(), { jku: strangerUrl }),
    "not_valid",
  ],
  [
    "says where its key is, beside a right signature (jku)",
    ({ claims, key, strangerUrl }) => signed(key, claims(), { jku: strangerUrl }),
    "not_valid",
  ],
  [
    "says where its certificate is (x5u)",
    ({ claims, stranger, strangerUrl }) => signed(stranger, claims(), { x5u: strangerUrl }),
    "not_valid",
  ],
  ["brings its own certificate (x5c)", header({ x5c: ["AA=="] }), "not_valid"],
  ["has critical members (crit)", critical, "not_valid"],
  ["names no key", header({ kid: undefined }), "not_valid"],
  ["names a key by a long name", header({ kid: "k".repeat(257) }), "not_valid"],
  ["names a key that is not published", header({ kid: "second" }), "key_unknown"],
  ["is of another type", header({ typ: "at+jwt" }), "not_valid"],
  [
    "has a second spelling of its signature",
    async ({ claims, key }) => respelt(await signed(key, claims())),
    "not_valid",
  ],
  ["has padding after its signature", async ({ claims, key }) => `${await signed(key, claims())}==`, "not_valid"],
  ["has a header of 1 MB", header({ pad: "x".repeat(1024 * 1024) }), "not_readable"],
  [
    "has a claim twice",
    (world) => signedText(world, { claims: withMember(world.claims({ sub: "user-2" }), '"sub":"user-1"') }),
    "not_readable",
  ],
  [
    "has a claim twice, once escaped",
    (world) => signedText(world, { claims: withMember(world.claims(), '"\\u0073ub":"user-1"') }),
    "not_readable",
  ],
  [
    "has a member twice within a claim",
    (world) => signedText(world, { claims: withMember(world.claims(), '"more":{"a":1,"a":1}') }),
    "not_readable",
  ],
  [
    "has a header member twice",
    (world) => signedText(world, { header: `{"alg":"RS256","kid":"other","kid":"${world.key.kid}"}` }),
    "not_readable",
  ],
  ["has a header that is no JSON", () => `e${Buffer.from("nonsense").toString("base64url")}.e30.AA`, "not_readable"],
  [
    "has claims that are no object",
    () => `${base64Url({ alg: "RS256", kid: "first" })}.${base64Url([1])}.AA`,
    "not_readable",
  ],
  ...["aud", "sub", "iat", "exp"].map((name): HostileToken => [
    `has no ${name}`,
    (world) => signed(world.key, without(name, world)),
    "not_valid",
  ]),
  ["is for another audience", claim({ aud: "other-game" }), "not_valid"],
  ["is for another audience too", claim({ aud: ["game", "other-game"] }), "not_valid"],
  ["is for no audience", claim({ aud: [] }), "not_valid"],
  ["has expired", ({ claims, key }) => signed(key, claims({ exp: secondsNow(-61) })), "not_valid"],
  ["has an expiry that is no number", claim({ exp: "2100-01-01" }), "not_valid"],
  ["is not valid yet (nbf)", ({ claims, key }) => signed(key, claims({ nbf: secondsNow(120) })), "not_valid"],
  ["is issued in the future (iat)", ({ claims, key }) => signed(key, claims({ iat: secondsNow(120) })), "not_valid"],
  ["is of a user without a name", claim({ sub: "" }), "not_valid"],
  ["is of a user whose name is too long", claim({ sub: "u".repeat(256) }), "not_valid"],
  ["is of a user with a control character", claim({ sub: "user\u0000" }), "not_valid"],
  ["is of a user that is a number", claim({ sub: 7 }), "not_valid"],
]
