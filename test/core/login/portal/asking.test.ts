/** Logins that wait for a portal, and from where they ask it (decisions, section 4; guarantees R62). */
import { assert, describe, it } from "@effect/vitest"
import { addressScope } from "@garrison/core/kernel/input/Address"
import { Logins } from "@garrison/core/login/Logins"
import { Passwords } from "@garrison/core/login/password/Passwords"
import type { OauthPortals } from "@garrison/core/login/portal/OauthGateway"
import type { Portals } from "@garrison/core/login/portal/PortalGateway"
import { Asker } from "@garrison/core/login/portal/sharedPlaces"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { testAct } from "../../../support/acts.ts"
import { onEachDatabase } from "../../../support/databases.ts"
import { countingKdf } from "../../../support/kdf.ts"
import { codeOf, inLoginWorld, login, loginAnon, request, useRefresh } from "../../../support/logins.ts"
import { begin, inOauthWorld, ORIGIN, parametersOf, REDIRECT, respond } from "../../../support/oauth.ts"
import { playerOf } from "../../linking/linking.ts"

/** Portals that note who asks them, and then do this. */
const notingPortals = (then: Effect.Effect<void>) => {
  const scopes: Array<string> = []
  const asked = Effect.andThen(
    Effect.flatMap(Asker, ({ scope }) => Effect.sync(() => void scopes.push(scope))),
    then,
  )
  const user = { portalUserId: "ada", displayName: undefined, parent: undefined }
  const portals: Portals = {
    golf: { prove: () => Effect.as(asked, { platform: "Golf", ...user } as const) },
    bravo: { prove: () => Effect.as(asked, { platform: "Bravo", ...user } as const) },
  }
  const oauthPortals: OauthPortals = {
    alpha: {
      authorizeUrl: ({ state }) => Effect.succeed(`https://alpha.example/?state=${state}`),
      prove: () => Effect.as(asked, { platform: "Alpha", ...user } as const),
    },
  }
  return { scopes, portals, oauthPortals }
}

const settings = {
  grantsEnabled: ["alpha", "anon", "basic", "bravo", "golf", "refresh"] as const,
  redirectUris: [REDIRECT],
  publicUrl: ORIGIN,
}

const golf = { grant_type: "golf", portal_access_token: "aa" }
const bravo = { grant_type: "bravo", portal_access_token: "code" }

/** A login, a link and a login by redirect from this address, which begin when they are run. */
const waysToAsk = Effect.fnUntraced(function* (address: string) {
  const player = { ...(yield* playerOf(yield* loginAnon(7))), address }
  const logins = yield* Logins
  const { state = "" } = parametersOf(yield* begin())
  return [
    codeOf(login(golf, { address })),
    codeOf(login(bravo, { address })),
    codeOf(logins.prove(request(golf), player, () => Effect.void)),
    codeOf(respond({ state, code: "code" }, "alpha", address)),
  ]
})

onEachDatabase((name, database) => {
  describe(`logins that wait for portals on ${name}`, () => {
    const { oauthPortals, portals, scopes } = notingPortals(Effect.never)
    it.effect("take no place of logins that need no portal", () =>
      Effect.gen(function* () {
        yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, testAct)
        const { refresh_token } = yield* loginAnon(1, { include_refresh: true })
        const fibers: Array<Fiber.Fiber<string>> = []
        for (const asking of yield* waysToAsk("192.0.2.7")) {
          fibers.push(yield* Effect.forkChild(asking, { startImmediately: true }))
          while (scopes.length < fibers.length && fibers.at(-1)?.pollUnsafe() === undefined) yield* Effect.yieldNow
        }
        assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
        assert.strictEqual(yield* codeOf(useRefresh(refresh_token)), "ok")
        const basic = login({ grant_type: "basic", portal_access_token: "ada:correct horse" })
        assert.strictEqual(yield* codeOf(basic), "ok")
        for (const fiber of fibers) assert.isUndefined(fiber.pollUnsafe())
        yield* Fiber.interruptAll(fibers)
        assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
      }).pipe(
        inOauthWorld({
          database,
          portals,
          oauthPortals,
          kdf: countingKdf().layer,
          settings: { ...settings, loginsInFlightMax: 1 },
        }),
      ),
    )
  })
})

describe("a portal", () => {
  it.effect("is asked for the address of the sender, an IPv6 address standing for its /64", () => {
    const { oauthPortals, portals, scopes } = notingPortals(Effect.void)
    const address = "2001:db8:1:2:3:4:5:6"
    return Effect.gen(function* () {
      for (const asking of yield* waysToAsk(address)) assert.strictEqual(yield* asking, "ok")
      assert.deepStrictEqual(
        scopes,
        Array.from({ length: 4 }, () => addressScope(address)),
      )
    }).pipe(inOauthWorld({ portals, oauthPortals, settings }))
  })

  it.effect("may be asked by a host that knows no address", () => {
    const { portals, scopes } = notingPortals(Effect.void)
    return Effect.gen(function* () {
      assert.strictEqual(yield* codeOf(login(golf, { address: "" })), "ok")
      assert.deepStrictEqual(scopes, [""])
    }).pipe(inLoginWorld({ portals, settings }))
  })
})
