/** Hostile tokens at every portal that takes a JWT, over HTTP logins (decisions, section 4; guarantees R15). */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { portals } from "@garrison/portals/portals"
import type { PortalSettings } from "@garrison/portals/settings"
import { type HostileFinding, hostileTokens, type HostileWorld } from "../support/hostileTokens.ts"
import { json, type KeyServer, keySetOf, makePortalKey, signed, startKeyServer } from "../support/keyServer.ts"
import { outcomeOf } from "../support/sandbox.ts"
import { startServer, type TestServer } from "../support/server.ts"

const audiences = ["game"]

/** The public keys of the portals, as they are published and as they are configured. */
interface Keys {
  readonly url: string
  readonly jwks: ReadonlyArray<Readonly<Record<string, unknown>> & { readonly kid: string }>
}

/** A portal that takes a JWT. */
interface Target {
  readonly settings: (keys: Keys) => Partial<PortalSettings>
  readonly issuer: string
  /** Claims that its tokens have beside those of every portal. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly body: (token: string) => object
  /** The code for each finding; that of a token that cannot be read is by default that of one that is not valid. */
  readonly answers: Readonly<Record<Exclude<HostileFinding, "not_readable">, string>> & {
    readonly not_readable?: string
  }
}

const inToken = (grant_type: string) => (token: string) => ({ grant_type, portal_access_token: token })

const targets: Readonly<Record<string, Target>> = {
  alpha: {
    settings: ({ url }) => ({ alpha: { issuer: "https://alpha.test", audiences, jwksUrl: url } }),
    issuer: "https://alpha.test",
    body: inToken("alpha"),
    answers: { not_valid: "alpha_token_not_valid", key_unknown: "alpha_token_not_valid" },
  },
  bravo: {
    settings: ({ url }) => ({ bravo: { issuer: "https://bravo.test", audiences, jwksUrl: url } }),
    issuer: "https://bravo.test",
    body: inToken("bravo"),
    answers: { not_valid: "bravo_token_not_valid", key_unknown: "bravo_token_key_not_valid" },
  },
  "charlie of the first generation": {
    settings: ({ jwks }) => ({ charlie: { v1: { issuer: "https://v1.charlie.test", audiences, keys: jwks } } }),
    issuer: "https://v1.charlie.test",
    body: inToken("charlie"),
    answers: {
      not_valid: "charlie_v1_token_invalid",
      // Its issuer, which chooses the generation, cannot be read either.
      not_readable: "charlie_v2_token_invalid",
      key_unknown: "charlie_v1_token_key_id_invalid",
    },
  },
  "charlie of the second generation": {
    settings: ({ url }) => ({ charlie: { v2: { issuer: "https://v2.charlie.test", audiences, jwksUrl: url } } }),
    issuer: "https://v2.charlie.test",
    body: inToken("charlie"),
    answers: { not_valid: "charlie_v2_token_invalid", key_unknown: "charlie_v2_token_invalid" },
  },
  foxtrot: {
    settings: ({ url }) => ({
      foxtrot: { environments: [{ env: "live", issuer: "https://foxtrot.test", audiences, jwksUrl: url }] },
    }),
    issuer: "https://foxtrot.test",
    body: inToken("foxtrot"),
    claims: { env: "live" },
    answers: { not_valid: "foxtrot_access_token_not_valid", key_unknown: "foxtrot_access_token_not_valid" },
  },
}

const claimsOf =
  ({ claims = {}, issuer }: Target): HostileWorld["claims"] =>
  (changes = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return { iss: issuer, aud: "game", sub: "user-1", iat: now, exp: now + 3600, ...claims, ...changes }
  }

let world: Omit<HostileWorld, "claims">
let keys: KeyServer
let stranger: KeyServer
let jwks: Keys["jwks"]

beforeAll(async () => {
  const key = await makePortalKey("first")
  const versatile = await makePortalKey("versatile")
  const strangersKey = await makePortalKey("first")
  const { alg: _, ...withoutAlgorithm } = versatile.jwk
  jwks = [key.jwk, withoutAlgorithm]
  keys = await startKeyServer(json({ keys: jwks }))
  stranger = await startKeyServer(json(keySetOf(strangersKey)))
  world = { key, versatile, stranger: strangersKey, strangerUrl: stranger.url }
})
afterAll(async () => {
  await keys.stop()
  await stranger.stop()
})

describe.each(Object.entries(targets))("at %s", (_, target) => {
  const { answers, body, settings } = target
  let server: TestServer
  const claims = claimsOf(target)

  beforeAll(async () => {
    server = await startServer({
      settings: { grantsEnabled: GRANT_TYPES },
      portals: portals(settings({ url: keys.url, jwks })),
      server: { bodyBytesMax: 4 * 1024 * 1024 },
    })
  })
  afterAll(() => server.stop())

  it("the tokens that the hostile ones are made of log in", async () => {
    for (const key of [world.key, world.versatile]) {
      assert.strictEqual(await outcomeOf(server, body(await signed(key, claims()))), "ok")
    }
  })

  it.each(hostileTokens)("a token that %s proves nobody", async (__, make, finding) => {
    assert.strictEqual(
      await outcomeOf(server, body(await make({ ...world, claims }))),
      answers[finding] ?? answers.not_valid,
    )
  })

  it("nothing is fetched from a place that a token names", () => {
    assert.deepStrictEqual(stranger.requests, [])
  })
})
