/** Wrong client secrets: which clients they slow down, and which not (decisions, section 4; guarantees R24). */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Oauth } from "@garrison/core/oauth/Oauth"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { frozenRandomLayer } from "../../../support/crypto.ts"
import { onEachDatabase, sqliteLayer } from "../../../support/databases.ts"
import { countingKdf } from "../../../support/kdf.ts"
import {
  codeOf,
  context,
  createGameClient,
  inLoginWorld,
  type LoginWorld,
  login,
  loginAnon,
  rowCounts,
  secondNode,
  write,
} from "../../../support/logins.ts"
import { testAct } from "../../../support/acts.ts"

/** A world under one secret of the deployment, for it decides who shares a bucket with whom. */
const inWorld = (world: LoginWorld = {}) =>
  inLoginWorld({ ...world, database: Layer.merge(world.database ?? sqliteLayer, frozenRandomLayer("attempts")) })

const shared = "192.0.2.1"
const elsewhere = "198.51.100.1"
const wrong = "client_credentials_invalid"
const paused = "too_many_attempts"

/** A machine client, and how it logs in from an address. */
const createServer = (clientId: string) =>
  Effect.flatMap(Clients, (clients) => clients.create({ clientId, kind: "machine", permissions: [] }, testAct)).pipe(
    Effect.orDie,
    Effect.map(
      ({ secret = "" }) =>
        (address: string) =>
          codeOf(attempt(clientId, secret, address)),
    ),
  )

const attempt = (clientId: string, secret: string, address: string) =>
  login({ grant_type: "client_credentials", portal_access_token: `${clientId}:${secret}` }, { address })

/** Presents wrong secrets until the address has to pause, and then once more. */
const guess = (clientId: string, address: string) =>
  Effect.map(
    Effect.all(Array.from({ length: 32 }, (_, number) => codeOf(attempt(clientId, `wrong-${number}`, address)))),
    (codes) => codes.slice(-2),
  )

onEachDatabase((name, database) => {
  describe(`wrong client secrets on ${name}`, () => {
    it.effect("do not hold up a client that has logged in from the address before, on any node", () =>
      Effect.gen(function* () {
        const known = yield* createServer("known")
        const newcomer = yield* createServer("newcomer")
        assert.strictEqual(yield* known(shared), "ok")
        assert.deepStrictEqual(yield* guess("nobody", shared), [wrong, paused])
        assert.strictEqual(yield* newcomer(shared), paused)
        assert.strictEqual(yield* codeOf(loginAnon(1, {}, { address: shared })), "ok", "it guesses at nothing")
        assert.strictEqual(yield* known(shared), "ok")
        assert.strictEqual(yield* Effect.provide(known(shared), secondNode), "ok")
        assert.strictEqual(yield* newcomer(elsewhere), "ok")
      }).pipe(inWorld({ database })),
    )

    it.effect("at once, on two nodes: all evaluated ones count, and right ones at once all pass", () =>
      Effect.gen(function* () {
        const known = yield* createServer("known")
        const guesses = Effect.forEach(
          Array.from({ length: 100 }),
          (_, index) => codeOf(attempt("known", `guess-${index}`, shared)),
          { concurrency: "unbounded" },
        )
        const codes = yield* Effect.all([guesses, Effect.provide(guesses, secondNode)], { concurrency: "unbounded" })
        assert.deepStrictEqual(new Set(codes.flat().filter((code) => code !== paused)), new Set([wrong]))
        assert.deepStrictEqual(
          new Set((yield* Effect.all([guesses, Effect.provide(guesses, secondNode)])).flat()),
          new Set([paused]),
        )
        const fleet = Effect.forEach(Array.from({ length: 60 }), () => known(elsewhere), { concurrency: "unbounded" })
        assert.deepStrictEqual(new Set(yield* fleet), new Set(["ok"]), "a fleet that starts at once is no attack")
      }).pipe(inWorld({ database })),
    )

    it.effect("under its own name hold it up there and nowhere else, for at most fifteen minutes", () =>
      Effect.gen(function* () {
        const known = yield* createServer("known")
        const neighbour = yield* createServer("neighbour")
        yield* known(shared)
        yield* known(elsewhere)
        yield* neighbour(shared)
        assert.deepStrictEqual(yield* guess("known", shared), [wrong, paused])
        assert.deepStrictEqual(
          [yield* known(shared), yield* known(elsewhere), yield* neighbour(shared)],
          [paused, "ok", "ok"],
        )
        yield* TestClock.adjust("15 minutes")
        assert.strictEqual(yield* known(shared), "ok")
      }).pipe(inWorld({ database })),
    )
  })
})

describe("wrong client secrets", () => {
  it.effect("are forgiven under its own name when the client proves itself", () =>
    Effect.gen(function* () {
      const known = yield* createServer("known")
      yield* known(shared)
      for (let round = 0; round < 3; round++) {
        for (let count = 0; count < 30; count++) yield* codeOf(attempt("known", "wrong", shared))
        assert.strictEqual(yield* known(shared), "ok")
      }
    }).pipe(inWorld()),
  )

  it.effect("hold up a client again that has not logged in from there for thirty days", () =>
    Effect.gen(function* () {
      const known = yield* createServer("known")
      yield* known(shared)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT forgotten_at - at AS kept FROM login_failure WHERE subject = 'familiar'`
      assert.strictEqual(Number(row?.kept), 30 * 24 * 60 * 60 * 1000)
      yield* write(sql`UPDATE login_failure SET at = at - forgotten_at, forgotten_at = 0 WHERE subject = 'familiar'`)
      yield* guess("nobody", shared)
      assert.strictEqual(yield* known(shared), paused)
    }).pipe(inWorld()),
  )

  it.effect("are not held against the account that the request names", () =>
    Effect.gen(function* () {
      yield* createGameClient("studio")
      yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, testAct)
      const asAda = (from = {}) =>
        codeOf(login({ grant_type: "basic", portal_access_token: "ada:correct horse" }, from))
      const credentials = { clientId: "studio", secret: "wrong" }
      for (let count = 0; count < 10; count++) assert.strictEqual(yield* asAda({ credentials }), wrong)
      assert.strictEqual(yield* asAda({ address: elsewhere }), "ok")
    }).pipe(inWorld({ kdf: countingKdf().layer })),
  )

  it.effect("cannot be tried without end at the token exchange either", () =>
    Effect.gen(function* () {
      const oauth = yield* Oauth
      const { credentials } = yield* createGameClient("studio")
      const exchange = (given: Parameters<typeof context>[0]) =>
        codeOf(oauth.exchange({ grant_type: "authorization_code", code: "x" }, context(given)))
      const guessed = { ...credentials, secret: "wrong" }
      for (let count = 0; count < 31; count++) assert.strictEqual(yield* exchange({ credentials: guessed }), wrong)
      assert.strictEqual(yield* exchange({ credentials: guessed }), paused)
      assert.strictEqual(yield* exchange({ credentials }), paused)
      assert.strictEqual(yield* codeOf(loginAnon(1, {}, { credentials })), paused, "one count for both operations")
      assert.strictEqual(yield* exchange({ credentials, address: elsewhere }), "authorization_code_not_found")
      assert.strictEqual(yield* exchange({}), "authorization_code_not_found", "a public client guesses at no secret")
      assert.strictEqual((yield* rowCounts).login_failure, 1)
    }).pipe(inWorld()),
  )
})
