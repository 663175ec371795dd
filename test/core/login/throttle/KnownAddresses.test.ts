/** Addresses from which a portal has proved a credential (decisions, section 4; guarantees R62). */
import { assert, describe, it } from "@effect/vitest"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { FailureStore } from "@garrison/core/login/throttle/FailureStore"
import { KnownAddresses } from "@garrison/core/login/throttle/KnownAddresses"
import type { Portals } from "@garrison/core/login/portal/PortalGateway"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { testAct } from "../../../support/acts.ts"
import { onEachDatabase } from "../../../support/databases.ts"
import { codeOf, inLoginWorld, login, loginAnon, secondNode, whoIs, write } from "../../../support/logins.ts"
import { codeFor, inOauthWorld, respond } from "../../../support/oauth.ts"
import { link, portals as linkingPortals } from "../../linking/linking.ts"

const portals: Portals = linkingPortals
const settings = { grantsEnabled: ["anon", "golf"] } as const

const HOME = "2001:db8:1:2::1"
const HOME_TOO = "2001:db8:1:2:ffff::2"
const ELSEWHERE = "2001:db8:1:3::1"

const golf = (user: string, address: string) =>
  codeOf(login({ grant_type: "golf", portal_access_token: user }, { address }))

const isKnown = (address: string) => Effect.flatMap(KnownAddresses, (addresses) => addresses.isKnown(address))

/** The rows of known addresses. */
const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT at, bucket, forgotten_at FROM login_failure WHERE subject = 'familiar'`
})

onEachDatabase((name, database) => {
  describe(`known addresses on ${name}`, () => {
    it.effect("are those of logins by a portal, for every node, for thirty days", () =>
      Effect.gen(function* () {
        assert.isFalse(yield* isKnown(HOME))
        assert.strictEqual(yield* golf("ada", HOME), "ok")
        assert.isTrue(yield* isKnown(HOME_TOO), "another address of the /64")
        assert.isTrue(yield* Effect.provide(isKnown(HOME_TOO), secondNode))
        assert.isFalse(yield* isKnown(ELSEWHERE))
        const [row] = yield* rows
        assert.strictEqual(Number(row?.forgotten_at) - Number(row?.at), 30 * 24 * 60 * 60 * 1000)
        const sql = yield* SqlClient.SqlClient
        yield* write(sql`UPDATE login_failure SET at = at - forgotten_at, forgotten_at = 0 WHERE subject = 'familiar'`)
        assert.isFalse(yield* Effect.provide(isKnown(HOME), secondNode))
      }).pipe(inLoginWorld({ database, portals, settings })),
    )

    it.effect("are not those of anonymous devices, of refused credentials, or of refused logins", () =>
      Effect.gen(function* () {
        yield* loginAnon(1, {}, { address: HOME })
        assert.strictEqual(yield* golf("bad", HOME), "golf_token_invalid")
        const { personId } = whoIs(
          yield* login({ grant_type: "golf", portal_access_token: "eve" }, { address: ELSEWHERE }),
        )
        yield* (yield* Restrictions).add({ personId, type: "account_ban" }, testAct)
        assert.strictEqual(yield* golf("eve", HOME), "user_auth_restricted")
        yield* TestClock.adjust("10 seconds")
        assert.isFalse(yield* isKnown(HOME))
        assert.lengthOf(yield* rows, 1)
      }).pipe(inLoginWorld({ database, portals, settings })),
    )
  })
})

describe("known addresses", () => {
  it.effect("take a row of a limited number, and a write once a day", () =>
    Effect.gen(function* () {
      const at = Effect.map(rows, ([row]) => Number(row?.at))
      yield* golf("ada", HOME)
      yield* TestClock.adjust("23 hours")
      yield* golf("eve", HOME_TOO)
      assert.deepStrictEqual([(yield* rows).length, yield* at], [1, 0])
      yield* TestClock.adjust("1 hour")
      yield* golf("eve", HOME_TOO)
      assert.deepStrictEqual([(yield* rows).length, yield* at], [1, 24 * 60 * 60 * 1000])
      for (let network = 0; network < 100; network++) yield* golf("ada", `2001:db8:${network}:7::1`)
      for (const { bucket } of yield* rows) assert.isBelow(Number(bucket), 2 ** 24)
      assert.lengthOf(yield* rows, 101)
    }).pipe(inLoginWorld({ portals, settings })),
  )

  it.effect("are those of links too", () =>
    Effect.gen(function* () {
      yield* link(yield* loginAnon(1), { grant_type: "golf", portal_access_token: "ada" })
      assert.isTrue(yield* isKnown("192.0.2.7"))
    }).pipe(inLoginWorld({ portals, settings })),
  )

  it.effect("are those of logins by redirect too, and not of answers that are refused", () =>
    Effect.gen(function* () {
      yield* codeOf(respond({ state: "made up", code: "ada" }))
      assert.isFalse(yield* isKnown("192.0.2.1"))
      yield* TestClock.adjust("10 seconds")
      yield* codeFor("ada")
      assert.isTrue(yield* isKnown("192.0.2.1"))
    }).pipe(inOauthWorld()),
  )

  it.effect("are none while storage cannot say, and no login fails for that", () => {
    const away = Effect.die(new StorageUnavailable("away"))
    const without = Layer.effect(
      FailureStore,
      Effect.map(FailureStore, (store) => ({ ...store, read: () => away, remember: () => away })),
    )
    return Effect.gen(function* () {
      const node = secondNode.pipe(Layer.provide(without))
      assert.isFalse(yield* Effect.provide(isKnown(HOME), node))
      assert.strictEqual(yield* Effect.provide(golf("ada", HOME), node), "ok")
      assert.lengthOf(yield* rows, 0)
    }).pipe(inLoginWorld({ portals, settings }))
  })

  it.effect("have nothing to do with an address that is not known", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* golf("ada", ""), "ok")
      assert.isFalse(yield* isKnown(""))
      assert.lengthOf(yield* rows, 0)
    }).pipe(inLoginWorld({ portals, settings })),
  )
})
