/** Requests that are repeated because their answer was lost are carried out once (guarantees R5). */
import { assert, layer as withLayer } from "@effect/vitest"
import { prune } from "@garrison/core/idempotency/housekeeping"
import { type IdempotentCall, Idempotency } from "@garrison/core/idempotency/Idempotency"
import { IdempotencyStore } from "@garrison/core/idempotency/IdempotencyStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { layer as stores } from "@garrison/sql/idempotency/SqlIdempotencyStore"
import * as Context from "effect/Context"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { randomUUID } from "node:crypto"
import { onEachDatabase } from "../../support/databases.ts"

const DAY = 24 * 60 * 60 * 1000

type Call = IdempotentCall<string, never>

const call = (given: Partial<Call> & Pick<Call, "caller" | "key">): Call => ({
  operation: "createNotification",
  shares: "broadcast_log",
  request: { message: "hello" },
  keep: (answer) => ({ answer }),
  recall: (kept) => Effect.succeed((kept as { readonly answer: string }).answer),
  ...given,
})

/** A change that can be counted: each makes a person. Answers with a text that is different each time. */
const change = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { run } = yield* Transaction
  const person = randomUUID()
  yield* Effect.orDie(run(sql`INSERT INTO person (person_id, created_at) VALUES (${uuids(sql).id(person)}, 0)`))
  return `secret of ${person} \u00e4\u{1F600}"\n`
})

const changes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT COUNT(*) AS total FROM person`
  return Number(row?.total)
})

/** How many changes `effect` makes, and what it comes to. */
const counted = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const before = yield* changes
  const result = yield* effect
  return { result, made: (yield* changes) - before }
})

const once = (asked: Call, unit: Effect.Effect<string, never, SqlClient.SqlClient | Transaction> = change) =>
  Effect.flatMap(Idempotency, (idempotency) => idempotency.run(asked, unit))

/** Twenty at once. */
const twenty = <A, E, R>(one: Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.from({ length: 20 }), () => one, { concurrency: "unbounded" })

onEachDatabase((name, database) => {
  const world = Idempotency.layer.pipe(Layer.provideMerge(Layer.provideMerge(stores, database)))

  withLayer(world)(`requests with a key on ${name}`, (it) => {
    it.effect("are carried out once, and get the first answer for a day, to the millisecond", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(DAY)
        const asked = call({ caller: randomUUID(), key: "k" })
        const { made, result } = yield* counted(Effect.all([once(asked), once(asked), once(asked)]))
        assert.strictEqual(made, 1)
        assert.strictEqual(new Set(result).size, 1)
        yield* TestClock.setTime(2 * DAY - 1)
        assert.strictEqual(yield* once(asked), result[0])
        yield* TestClock.setTime(2 * DAY)
        const later = yield* counted(once(asked))
        assert.strictEqual(later.made, 1)
        assert.notStrictEqual(later.result, result[0])
        // A clock that is set back brings no answer back.
        yield* TestClock.setTime(DAY)
        assert.strictEqual(yield* once(asked), later.result)
      }),
    )

    it.effect("are requests of their own without a key, by another caller, and of another operation", () =>
      Effect.gen(function* () {
        const caller = randomUUID()
        const all = [
          call({ caller, key: undefined }),
          call({ caller, key: undefined }),
          call({ caller, key: "k" }),
          call({ caller, key: "K" }),
          call({ caller: randomUUID(), key: "k" }),
          call({ caller, key: "k", operation: "updateCredentials" }),
        ]
        const { made, result } = yield* counted(Effect.forEach(all, (asked) => once(asked)))
        assert.strictEqual(made, all.length)
        assert.strictEqual(new Set(result).size, all.length)
      }),
    )

    it.effect("are refused when they ask for something else under the same key", () =>
      Effect.gen(function* () {
        const caller = randomUUID()
        const first = yield* once(call({ caller, key: "k" }))
        for (const request of [{ message: "other" }, { message: "hello", etag: "x" }, {}, null]) {
          const { made, result } = yield* counted(Effect.flip(once(call({ caller, key: "k", request }))))
          assert.deepStrictEqual([made, result.code], [0, "idempotency_key_conflict"])
        }
        assert.strictEqual(yield* once(call({ caller, key: "k" })), first)
      }),
    )

    it.effect("make one change of twenty at once, and twenty get its answer", () =>
      Effect.gen(function* () {
        const { made, result } = yield* counted(twenty(once(call({ caller: randomUUID(), key: "k" }))))
        assert.strictEqual(made, 1)
        assert.strictEqual(new Set(result).size, 1)
      }),
    )

    it.effect("(control) make several changes of twenty at once where the place is looked up before it is taken", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        const caller = randomUUID()
        const hash = new Uint8Array(32)
        const lookUpFirst = Effect.gen(function* () {
          const found = yield* sql`SELECT sealed FROM idempotent_answer WHERE caller = ${uuids(sql).id(caller)}`
          if (found.length > 0) return
          const keep = sql`INSERT INTO idempotent_answer (caller, operation, key_hash, request_hash, created, sealed)
            VALUES (${uuids(sql).id(caller)}, 'x', ${hash}, ${hash}, 1, ${hash}) ON CONFLICT (caller, operation, key_hash) DO NOTHING`
          yield* run(Effect.andThen(change, keep))
        })
        const { made } = yield* counted(twenty(lookUpFirst))
        assert.isAbove(made, 1)
      }),
    )

    it.effect("keep nothing of what was refused or failed: the next one is carried out", () =>
      Effect.gen(function* () {
        const idempotency = yield* Idempotency
        const asked = call({ caller: randomUUID(), key: "k" })
        const refused = idempotency.run(asked, Effect.andThen(change, Effect.fail("no" as const)))
        const first = yield* counted(Effect.flip(refused))
        assert.deepStrictEqual(first, { made: 0, result: "no" })
        const defect = idempotency.run(asked, Effect.andThen(change, Effect.die("crash")))
        assert.strictEqual((yield* counted(Effect.exit(defect))).made, 0)
        assert.strictEqual((yield* counted(once(asked))).made, 1)
      }),
    )

    it.effect("store answer and change together: a change whose answer cannot be kept is not made", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const unable = IdempotencyStore.of({ ...store, keep: () => Effect.die("the disk is full") })
        const context = yield* Layer.build(Layer.fresh(Idempotency.layer)).pipe(
          Effect.provideService(IdempotencyStore, unable),
        )
        const asked = call({ caller: randomUUID(), key: "k" })
        const { made } = yield* counted(Effect.exit(Context.get(context, Idempotency).run(asked, change)))
        assert.strictEqual(made, 0)
        assert.strictEqual((yield* counted(once(asked))).made, 1)
      }).pipe(Effect.scoped),
    )

    it.effect("may be refused their answer when they are no longer allowed to have it", () =>
      Effect.gen(function* () {
        const idempotency = yield* Idempotency
        const asked = call({ caller: randomUUID(), key: "k" })
        yield* once(asked)
        const denied = idempotency.run({ ...asked, recall: () => Effect.fail("denied" as const) }, change)
        assert.deepStrictEqual(yield* counted(Effect.flip(denied)), { made: 0, result: "denied" })
      }),
    )

    it.effect("leave nothing in the database by which their answer could be read", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [caller, key] = [randomUUID(), `key-${randomUUID()}`]
        const request = { client_secret: `chosen-${randomUUID()}` }
        const answer = yield* once(call({ caller, key, request }), Effect.succeed("gar_the-plain-secret"))
        const rows = yield* sql`SELECT * FROM idempotent_answer WHERE caller = ${uuids(sql).id(caller)}`
        assert.lengthOf(rows, 1)
        const stored = Object.values(rows[0] ?? {})
          .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value)))
          .join("\n")
        for (const secret of [answer, "plain-secret", key, request.client_secret]) assert.notInclude(stored, secret)
        // The same answer under another key is sealed otherwise, and one seal does not open another place.
        yield* once(call({ caller, key: `${key}2`, request }), Effect.succeed("gar_the-plain-secret"))
        const both = yield* sql`SELECT sealed FROM idempotent_answer WHERE caller = ${uuids(sql).id(caller)}`
        const seals = both.map(({ sealed }) => Buffer.from(sealed as Uint8Array).toString("hex"))
        assert.strictEqual(new Set(seals).size, 2)
        assert.strictEqual(new Set(seals.map((one) => one.slice(0, 48))).size, 2)
        yield* (yield* Transaction).run(
          sql`UPDATE idempotent_answer SET sealed = ${rows[0]?.sealed as Uint8Array} WHERE caller = ${uuids(sql).id(caller)}`,
        )
        const opened = yield* Effect.exit(once(call({ caller, key: `${key}2`, request })))
        assert.strictEqual(opened._tag, "Failure")
        assert.strictEqual(yield* once(call({ caller, key, request })), answer)
      }),
    )

    it.effect("are kept a bounded number per caller, and no longer than a day", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const trims: Array<unknown> = []
        const watched = IdempotencyStore.of({
          ...store,
          trim: (...given) => Effect.sync(() => void trims.push(given)),
        })
        const context = yield* Layer.build(Layer.fresh(Idempotency.layer)).pipe(
          Effect.provideService(IdempotencyStore, watched),
        )
        const idempotency = Context.get(context, Idempotency)
        const caller = randomUUID()
        yield* TestClock.setTime(5 * DAY)
        yield* Effect.forEach(Array.from({ length: 640 }), (_, index) =>
          idempotency.run(call({ caller, key: `k${index}` }), Effect.succeed("done")),
        ).pipe(Random.withSeed("bounded"))
        assert.isAtLeast(trims.length, 3)
        for (const given of trims) {
          assert.deepStrictEqual(given, [caller, { countMax: 10_000, createdAfter: 4 * DAY }, 1000])
        }
        yield* Effect.provideContext(prune, context)
        assert.strictEqual(yield* Effect.provideContext(prune, context), 0)
        yield* TestClock.setTime(6 * DAY)
        assert.isAtLeast(yield* Effect.provideContext(prune, context), 640)
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT 1 AS one FROM idempotent_answer WHERE created <= ${5 * DAY}`, 0)
      }).pipe(Effect.scoped),
    )
  })
})
