/**
 * Twenty answers with one state at once, on two nodes, make one code, and twenty exchanges of one code give one pair of
 * tokens (guarantees R12). In each race of exchanges all of them have read the code as unused before the first one goes
 * on. The controls read and then write: many go on.
 */
import { assert, describe, it } from "@effect/vitest"
import { AuthorizationCodeStore } from "@garrison/core/oauth/AuthorizationCodeStore"
import type { TokenExchangeResponse } from "@garrison/core/oauth/schema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { onEachDatabase } from "../../support/databases.ts"
import { inUnit } from "../../support/identities.ts"
import { codeOf, createGameClient, secondNode, useRefresh } from "../../support/logins.ts"
import { begin, codeFor, exchange, inOauthWorld, parametersOf, respond } from "../../support/oauth.ts"
import { rendezvous } from "../../support/rendezvous.ts"

const EXCHANGES = 20

/** The usual store, whose first readers wait for each other. */
const readersWait = Layer.effect(
  AuthorizationCodeStore,
  Effect.gen(function* () {
    const store = yield* AuthorizationCodeStore
    const everybodyHasRead = yield* rendezvous(EXCHANGES)
    return { ...store, find: (hash: Uint8Array) => Effect.tap(store.find(hash), () => everybodyHasRead) }
  }),
)

/** The same, with a write that trusts what was read before it. */
const naive = Layer.provideMerge(
  Layer.effect(
    AuthorizationCodeStore,
    Effect.gen(function* () {
      const store = yield* AuthorizationCodeStore
      const sql = yield* SqlClient.SqlClient
      return {
        ...store,
        use: (hash: Uint8Array, _: unknown, at: number) =>
          sql`UPDATE authorization_code SET used_at = ${at}, seed = code_hash, missing = '', accepted = ''
            WHERE code_hash = ${hash}`.pipe(Effect.as(true), Effect.orDie),
      }
    }),
  ),
  readersWait,
)

const exchangeAtOnce = Effect.fnUntraced(function* (code: string) {
  const given: Array<TokenExchangeResponse> = []
  const half = Effect.forEach(
    Array.from({ length: EXCHANGES / 2 }),
    () => codeOf(Effect.tap(exchange(code), (answer) => Effect.sync(() => given.push(answer)))),
    { concurrency: "unbounded" },
  )
  const refusals = yield* Effect.all([half, Effect.provide(half, secondNode)], { concurrency: "unbounded" })
  return { given, refusals: refusals.flat().filter((refusal) => refusal !== "ok") }
})

const stateOfLogin = Effect.map(begin(), (redirection) => parametersOf(redirection)["state"] ?? "")

/** The control of a used state: all have read that it is unused before the first one writes. */
const useNaively = Effect.fnUntraced(function* (state: string) {
  const sql = yield* SqlClient.SqlClient
  const hash = createHash("sha256").update(state).digest()
  const everybodyHasRead = yield* rendezvous(EXCHANGES)
  const use = Effect.gen(function* () {
    const found = yield* sql`SELECT 1 FROM used_state WHERE state_hash = ${hash}`
    yield* everybodyHasRead
    yield* inUnit(
      sql`INSERT INTO used_state (state_hash, expires_at) VALUES (${hash}, 1) ON CONFLICT (state_hash) DO NOTHING`,
    )
    return found.length === 0
  })
  return yield* Effect.orDie(Effect.forEach(Array.from({ length: EXCHANGES }), () => use, { concurrency: "unbounded" }))
})

const agreements = { eula: { version: 1, url: "https://game.example", sha256: "0".repeat(64), required: true } }

onEachDatabase((name, database) => {
  describe(`answers with one state at once on ${name}`, () => {
    it.effect("make one code, also on two nodes", () =>
      Effect.gen(function* () {
        const state = yield* stateOfLogin
        const half = Effect.forEach(
          Array.from({ length: EXCHANGES / 2 }),
          () => codeOf(respond({ state, code: "ada" })),
          { concurrency: "unbounded" },
        )
        const codes = (yield* Effect.all([half, Effect.provide(half, secondNode)], { concurrency: "unbounded" })).flat()
        assert.sameMembers(codes, ["ok", ...Array.from({ length: EXCHANGES - 1 }, () => "failed_to_verify_state")])
      }).pipe(inOauthWorld({ database })),
    )

    it.effect("control: all go on where the state is read and then written", () =>
      Effect.gen(function* () {
        const wentOn = yield* useNaively(yield* stateOfLogin)
        assert.lengthOf(
          wentOn.filter((isFirst) => isFirst),
          EXCHANGES,
        )
      }).pipe(inOauthWorld({ database })),
    )
  })

  describe(`exchanges of one code at once on ${name}`, () => {
    it.effect("give one pair of tokens, which the others end", () =>
      Effect.gen(function* () {
        const { given, refusals } = yield* exchangeAtOnce(yield* codeFor("ada"))
        assert.lengthOf(given, 1)
        assert.sameMembers([...new Set(refusals)], ["authorization_code_not_found"])
        assert.strictEqual(yield* codeOf(useRefresh(given[0]?.refresh_token)), "refresh_token_not_found")
        assert.strictEqual(yield* sessions("revoked_at IS NULL"), 0)
        assert.strictEqual(yield* sessions("1 = 1"), 1)
      }).pipe(inOauthWorld({ database, replaced: readersWait })),
    )

    it.effect("give one pair of tokens that lasts when only one of them is the client's", () =>
      Effect.gen(function* () {
        const { credentials } = yield* createGameClient("studio")
        const code = yield* codeFor("ada", { client_id: "studio" })
        const strangers = Effect.forEach(Array.from({ length: EXCHANGES - 1 }), () => codeOf(exchange(code)), {
          concurrency: "unbounded",
        })
        const [own, refusals] = yield* Effect.all([exchange(code, {}, { credentials }), strangers], {
          concurrency: "unbounded",
        })
        assert.sameMembers([...new Set(refusals)], ["authorization_code_not_found"])
        assert.strictEqual(yield* codeOf(useRefresh(own.refresh_token, {}, { credentials })), "ok")
      }).pipe(inOauthWorld({ database, replaced: readersWait })),
    )

    it.effect("make one other code while agreements are missing", () =>
      Effect.gen(function* () {
        const { given, refusals } = yield* exchangeAtOnce(yield* codeFor("ada"))
        assert.deepStrictEqual(refusals, [])
        assert.lengthOf(new Set(given.map(({ regenerated_code }) => regenerated_code)), 1)
      }).pipe(inOauthWorld({ database, replaced: readersWait, settings: { agreements } })),
    )

    it.effect("control: give many pairs where the code is read and then written", () =>
      Effect.gen(function* () {
        const { given } = yield* exchangeAtOnce(yield* codeFor("ada"))
        assert.isAbove(given.filter(({ access_token }) => access_token !== undefined).length, 1)
      }).pipe(inOauthWorld({ database, replaced: naive })),
    )
  })
})

/** How many sessions of players there are. */
const sessions = (condition: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT COUNT(*) AS total FROM login_session WHERE ${sql.literal(condition)}`, ([row]) =>
      Number(row?.total),
    ),
  ).pipe(Effect.orDie)
