/** The life of signing keys: published, signing, retired; over restarts and on two nodes (guarantees R17). */
import { assert, describe, it } from "@effect/vitest"
import { AtRest } from "@garrison/core/environment/AtRest"
import { defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import type { SigningKeyView } from "@garrison/core/token/schema"
import { SigningKeyStore } from "@garrison/core/token/SigningKeyStore"
import * as SqlEnvironmentStore from "@garrison/sql/environment/SqlEnvironmentStore"
import * as SqlSigningKeyStore from "@garrison/sql/token/SqlSigningKeyStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { createLocalJWKSet, jwtVerify } from "jose"
import { auditLayer, testAct } from "../../support/acts.ts"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { codeOf, nodeLayer, playerRequest, start, withTokens } from "./services.ts"

const day = 24 * 60 * 60 * 1000
const rotation = 30 * day
/** The longest access token, and what is added for nodes that learn late. */
const tail = 60 * 60 * 1000 + 60 * 1000 + 2 * 60 * 1000

const issue = Effect.flatMap(AccessTokens, (tokens) => Effect.map(tokens.issue(playerRequest), ({ token }) => token))
const list = Effect.flatMap(SigningKeys, (keys) => keys.list)
const refresh = Effect.flatMap(SigningKeys, (keys) => keys.refresh)
const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid
const states = (keys: ReadonlyArray<SigningKeyView>) => keys.map((key) => key.state)

/** Runs on a node of its own over the database in context, as a process would: nothing is carried over but storage. */
const onNode = <A, E, R>(use: Effect.Effect<A, E, R>, settings: Partial<DomainSettings> = {}) =>
  Effect.provide(use, nodeLayer(settings))

const at = (moment: number) => TestClock.setTime(start + moment)

describe("signing keys", () => {
  it.effect("the first start makes a key that signs at once, and its successor", () =>
    Effect.gen(function* () {
      const [first, second, ...rest] = yield* list
      assert.deepStrictEqual(rest, [])
      assert.strictEqual(first?.state, "signing")
      assert.strictEqual(first?.signs_from, start)
      assert.strictEqual(second?.state, "published")
      assert.strictEqual(second?.published, start)
      assert.strictEqual(second?.signs_from, start + rotation)
      assert.strictEqual(kidOf(yield* issue), first?.key_id)
    }).pipe(withTokens()),
  )

  it.effect("the published key set is enough to verify a token", () =>
    Effect.gen(function* () {
      const token = yield* issue
      const keySet = yield* (yield* AccessTokens).publicKeys
      const { payload, protectedHeader } = yield* Effect.promise(() =>
        jwtVerify(token, createLocalJWKSet({ keys: [...keySet.keys] }), {
          algorithms: ["EdDSA"],
          issuer: "garrison",
          audience: "garrison",
          typ: "at+jwt",
          currentDate: new Date(start),
        }),
      )
      assert.strictEqual(payload.sub, playerRequest.subject)
      assert.strictEqual(protectedHeader.alg, "EdDSA")
    }).pipe(withTokens()),
  )

  it.effect("a key is published for one interval, signs for one, and stays until its last token has expired", () =>
    Effect.gen(function* () {
      yield* at(0)
      const [first, second] = yield* onNode(list)
      yield* at(rotation - 1)
      const old = yield* onNode(issue)
      assert.strictEqual(kidOf(old), first?.key_id, "the last one by the first key")
      yield* at(rotation)
      const next = yield* onNode(
        Effect.gen(function* () {
          const token = yield* issue
          assert.strictEqual(kidOf(token), second?.key_id)
          assert.deepStrictEqual(states(yield* list), ["retiring", "signing", "published"])
          return token
        }),
      )
      yield* at(rotation - 1000 + 900_000 - 1)
      yield* onNode(
        Effect.gen(function* () {
          assert.strictEqual(yield* codeOf(`Bearer ${old}`), "accepted", "until exp, after two restarts")
          assert.strictEqual(yield* codeOf(`Bearer ${next}`), "accepted")
        }),
      )
      yield* at(rotation + 900_000 - 1000)
      assert.strictEqual(yield* onNode(codeOf(`Bearer ${old}`)), "auth_token_expired", "not an unknown key")
      yield* at(rotation + tail - 1)
      assert.deepStrictEqual(states(yield* onNode(list)), ["retiring", "signing", "published"])
      yield* at(rotation + tail)
      assert.deepStrictEqual(states(yield* onNode(list)), ["signing", "published"])
      assert.strictEqual(yield* onNode(codeOf(`Bearer ${old}`)), "auth_invalid_key_id")
      const stored = yield* Effect.provide(
        Effect.flatMap(SigningKeyStore, (store) => store.list),
        SqlSigningKeyStore.layer,
      )
      assert.strictEqual(stored.length, 2, "the private key is gone too")
    }).pipe(Effect.provide(sqliteLayer)),
  )

  it.effect("a running node follows the schedule by itself", () =>
    Effect.gen(function* () {
      const [first, second] = yield* list
      const keys = yield* SigningKeys
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* keys.signer).keyId, second?.key_id)
      assert.notStrictEqual((yield* keys.signer).keyId, first?.key_id)
      yield* refresh
      assert.deepStrictEqual(states(yield* list), ["retiring", "signing", "published"])
    }).pipe(withTokens({ keyRotationSeconds: 3600 })),
  )

  it.effect("a service that was down for a year goes on with the key it had ready", () =>
    Effect.gen(function* () {
      yield* at(0)
      const [, second] = yield* onNode(list)
      yield* at(365 * day)
      const keys = yield* onNode(list)
      assert.deepStrictEqual(states(keys), ["signing", "published"])
      assert.strictEqual(keys[0]?.key_id, second?.key_id)
      assert.strictEqual(keys[1]?.signs_from, start + 365 * day + rotation)
    }).pipe(Effect.provide(sqliteLayer)),
  )

  it.effect("a start after all keys were deleted makes new ones, and refuses what the old ones signed", () =>
    Effect.gen(function* () {
      yield* at(0)
      const before = yield* onNode(list)
      const leaked = yield* onNode(issue)
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(sql`DELETE FROM signing_key`)
      yield* onNode(
        Effect.gen(function* () {
          const after = yield* list
          assert.deepStrictEqual(states(after), ["signing", "published"])
          assert.notInclude(
            before.map(({ key_id: keyId }) => keyId),
            after[0]?.key_id,
          )
          assert.strictEqual(yield* codeOf(`Bearer ${leaked}`), "auth_invalid_key_id")
          assert.strictEqual(yield* codeOf(`Bearer ${yield* issue}`), "accepted")
        }),
      )
    }).pipe(Effect.provide(sqliteLayer)),
  )

  it.effect("another algorithm applies at once, and tokens of the former one are malformed", () =>
    Effect.gen(function* () {
      yield* at(0)
      const old = yield* onNode(issue)
      yield* onNode(
        Effect.gen(function* () {
          assert.strictEqual(yield* codeOf(`Bearer ${yield* issue}`), "accepted")
          assert.strictEqual(yield* codeOf(`Bearer ${old}`), "auth_malformed_access")
          assert.deepStrictEqual(
            (yield* list).map((key) => key.algorithm),
            ["ES256", "ES256"],
          )
        }),
        { signingAlgorithm: "ES256" },
      )
    }).pipe(Effect.provide(sqliteLayer)),
  )
})

describe("a rotation on demand", () => {
  it.effect("puts the waiting key to work at once, once it has been published for long enough", () =>
    Effect.gen(function* () {
      const keys = yield* SigningKeys
      const [first, second] = yield* list
      const old = yield* issue
      yield* TestClock.adjust(day)
      const view = yield* keys.rotate(testAct)
      assert.strictEqual(view.key_id, second?.key_id)
      assert.strictEqual(view.state, "signing")
      assert.strictEqual(view.signs_from, start + day)
      assert.deepStrictEqual(states(yield* list), ["retiring", "signing", "published"])
      assert.strictEqual((yield* list)[2]?.signs_from, start + day + rotation)
      assert.strictEqual((yield* list)[0]?.retires, start + day + tail)
      assert.strictEqual(kidOf(yield* issue), second?.key_id)
      assert.strictEqual(kidOf(old), first?.key_id)
    }).pipe(withTokens()),
  )

  it.effect("waits until the next key has been published for long enough, and asking twice changes nothing", () =>
    Effect.gen(function* () {
      const keys = yield* SigningKeys
      const [first, second] = yield* list
      yield* TestClock.adjust("1 minute")
      const view = yield* keys.rotate(testAct)
      assert.strictEqual(view.key_id, second?.key_id)
      assert.strictEqual(view.state, "published")
      assert.strictEqual(view.signs_from, start + 15 * 60 * 1000)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* keys.rotate(testAct), view)
      assert.strictEqual(kidOf(yield* issue), first?.key_id)
      yield* TestClock.setTime(view.signs_from)
      assert.strictEqual(kidOf(yield* issue), second?.key_id)
    }).pipe(withTokens()),
  )

  it.effect("keeps what the old key signed valid until exp", () =>
    Effect.gen(function* () {
      const keys = yield* SigningKeys
      yield* TestClock.adjust(day)
      const old = yield* issue
      yield* keys.rotate(testAct)
      yield* TestClock.adjust("14 minutes")
      assert.strictEqual(yield* codeOf(`Bearer ${old}`), "accepted")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* codeOf(`Bearer ${old}`), "auth_token_expired")
    }).pipe(withTokens({ verifiedTokensMax: 0 })),
  )
})

onEachDatabase((name, database) => {
  describe(`two nodes on ${name}`, () => {
    it.effect("that start at once on an empty database agree on every key", () =>
      Effect.gen(function* () {
        const nodes = yield* Effect.forEach(Array.from({ length: 4 }), () => Layer.build(nodeLayer()), {
          concurrency: "unbounded",
        })
        const seen = yield* Effect.forEach(nodes, (node) =>
          Context.get(node, SigningKeys).refresh.pipe(Effect.andThen(Context.get(node, SigningKeys).list)),
        )
        for (const keys of seen) assert.deepStrictEqual(keys, seen[0])
        assert.deepStrictEqual(states(seen[0] ?? []), ["signing", "published"])
        const token = yield* Effect.provide(issue, nodes[0] ?? (Context.empty() as never))
        for (const node of nodes) assert.strictEqual(yield* Effect.provide(codeOf(`Bearer ${token}`), node), "accepted")
      }).pipe(Effect.scoped, Effect.provide(database), (test) => Effect.andThen(at(0), test)),
    )

    it.effect(
      "of which one rotates: the other follows within a minute, and each takes the other's tokens meanwhile",
      () =>
        Effect.gen(function* () {
          const here = yield* Layer.build(nodeLayer())
          const there = yield* Layer.build(nodeLayer())
          yield* at(day)
          const { key_id: keyId } = yield* Context.get(here, SigningKeys).rotate(testAct)
          const fresh = yield* Effect.provide(issue, here)
          const stale = yield* Effect.provide(issue, there)
          assert.strictEqual(kidOf(fresh), keyId)
          assert.notStrictEqual(kidOf(stale), keyId)
          assert.strictEqual(yield* Effect.provide(codeOf(`Bearer ${fresh}`), there), "accepted")
          assert.strictEqual(yield* Effect.provide(codeOf(`Bearer ${stale}`), here), "accepted")
          yield* Context.get(there, SigningKeys).refresh
          assert.strictEqual(kidOf(yield* Effect.provide(issue, there)), keyId)
        }).pipe(Effect.scoped, Effect.provide(database), (test) => Effect.andThen(at(0), test)),
    )
  })
})

describe("a key id that is not known", () => {
  const counted = Effect.gen(function* () {
    let count = 0
    const store = yield* SigningKeyStore
    const counting = Layer.succeed(SigningKeyStore, {
      ...store,
      list: Effect.suspend(() => {
        count++
        return store.list
      }),
    })
    const layer = SigningKeys.layer.pipe(
      Layer.provide(Layer.mergeAll(counting, AtRest.layer, auditLayer, SqlEnvironmentStore.layer)),
      Layer.provide(settingsInForce(defaultSettings)),
    )
    return { layer, reads: () => count, store }
  })

  it.effect("is looked for in storage, at most every five seconds", () =>
    Effect.gen(function* () {
      yield* at(0)
      const { layer, reads, store } = yield* counted
      const keys = Context.get(yield* Layer.build(layer), SigningKeys)
      const before = reads()
      for (let made = 0; made < 50; made++) assert.isUndefined(yield* keys.find(`made-up-${made}`))
      assert.strictEqual(reads(), before + 1)
      yield* at(4999)
      yield* keys.find("made-up")
      assert.strictEqual(reads(), before + 1)
      yield* at(5000)
      yield* keys.find("made-up")
      assert.strictEqual(reads(), before + 2)
      const [known] = yield* store.list
      assert.isDefined(yield* keys.find(known?.keyId ?? ""))
      assert.strictEqual(reads(), before + 2)
    }).pipe(Effect.scoped, Effect.provide(SqlSigningKeyStore.layer), Effect.provide(sqliteLayer)),
  )
})
