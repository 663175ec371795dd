/** What every {@link NotificationStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { LATEST, type Moment, START } from "@garrison/core/notification/moment"
import { NotificationStore } from "@garrison/core/notification/NotificationStore"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { insertPlayer, strangerUuid } from "../support/players.ts"
import { rendezvous } from "../support/rendezvous.ts"

const everything = { upTo: LATEST, after: START, createdAfter: -1, limit: 1000 }
const at = (position: number): Moment => ({ broadcast: 0, position })
const keepAll = { countMax: 1000, createdAfter: -1 }

/** Appends a notification whose text names its position, as one unit of work. */
const append = Effect.fnUntraced(function* (player: PlayerUuid, now: number, retention = keepAll) {
  const store = yield* NotificationStore
  const transaction = yield* Transaction
  return yield* transaction.run(
    Effect.gen(function* () {
      const place = yield* store.claim(player, now)
      if (place === "not_found") return yield* Effect.die("no such player")
      yield* store.add(player, place, `{"n":${place.position}}`, retention)
      return place
    }),
  )
})

const positions = Effect.fnUntraced(function* (player: PlayerUuid, span: Partial<typeof everything> = {}) {
  const store = yield* NotificationStore
  const wanted = { ...everything, ...span }
  const { found } = yield* store.read(player, wanted)
  for (const { moment, wire } of found) assert.strictEqual(wire, `{"n":${moment.position}}`)
  const { found: oldest } = yield* store.readOldest(player, wanted)
  // Others may append between the two reads.
  if (found.length < wanted.limit) assert.deepStrictEqual(oldest.slice(0, found.length).toReversed(), found)
  return found.map(({ moment }) => moment.position)
})

const prune = (createdUpTo: number, limit: number) =>
  Effect.gen(function* () {
    return yield* (yield* NotificationStore).prune(createdUpTo, limit)
  })

/** Without what earlier tests have left. */
const onEmptyStorage = Effect.suspend(function clear(): ReturnType<typeof prune> {
  return Effect.flatMap(prune(Number.MAX_SAFE_INTEGER, 1000), (gone) => (gone > 0 ? clear() : Effect.succeed(0)))
})

const countTo = (last: number): Array<number> => Array.from({ length: last }, (_, index) => index + 1)
const countDown = (first: number): Array<number> => countTo(first).reverse()

/**
 * What appends would be without a claim: look for the last position, and `meanwhile` others do, then write the next
 * one.
 */
const naiveAppend = Effect.fnUntraced(function* (player: PlayerUuid, meanwhile: Effect.Effect<void>) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const [row] =
    yield* sql`SELECT COALESCE(MAX(position), 0) AS last FROM notification WHERE player_uuid = ${uuids(sql).id(player)}`
  yield* meanwhile
  const next = Number(row?.last) + 1
  yield* transaction.run(sql`INSERT INTO notification (player_uuid, position, created, wire)
    VALUES (${uuids(sql).id(player)}, ${next}, 0, '{}')`)
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (
  name: string,
  layer: Layer.Layer<NotificationStore | Transaction | SqlClient.SqlClient>,
): void => {
  withLayer(layer)(`NotificationStore on ${name}`, (it) => {
    it.effect("places count up from 1, for each player apart, and come back newest first", () =>
      Effect.gen(function* () {
        const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
        for (const position of countTo(5)) assert.strictEqual((yield* append(ada, 7)).position, position)
        assert.strictEqual((yield* append(lin, 7)).position, 1)
        assert.deepStrictEqual(yield* positions(ada), countDown(5))
        assert.deepStrictEqual(yield* positions(lin), [1])
        assert.deepStrictEqual(yield* positions(yield* insertPlayer()), [])
      }),
    )

    it.effect("a player that does not exist has no place, and gets none", () =>
      Effect.gen(function* () {
        const store = yield* NotificationStore
        const transaction = yield* Transaction
        assert.strictEqual(yield* transaction.run(store.claim(strangerUuid, 1)), "not_found")
        assert.deepStrictEqual(yield* positions(strangerUuid), [])
      }),
    )

    it.effect("a unit of work that fails leaves neither a notification nor a gap", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const transaction = yield* Transaction
        yield* append(player, 1)
        const exit = yield* Effect.exit(transaction.run(Effect.andThen(append(player, 2), Effect.fail("later"))))
        assert.isTrue(Exit.isFailure(exit))
        assert.deepStrictEqual(yield* positions(player), [1])
        assert.deepStrictEqual(yield* append(player, 3), { broadcast: 0, position: 2, created: 3 })
      }),
    )

    it.effect("times never fall along the list, even when the clock runs backwards", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const created: Array<number> = []
        for (const now of [100, 50, 100, 101, 1]) created.push((yield* append(player, now)).created)
        assert.deepStrictEqual(created, [100, 100, 100, 101, 101])
      }),
    )

    it.effect("a span takes its newest position, leaves out its oldest, and stops at its limit", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        for (const position of countTo(9)) yield* append(player, position * 10)
        assert.deepStrictEqual(yield* positions(player, { upTo: at(6) }), [6, 5, 4, 3, 2, 1])
        assert.deepStrictEqual(yield* positions(player, { after: at(6) }), [9, 8, 7])
        assert.deepStrictEqual(yield* positions(player, { upTo: at(7), after: at(3), limit: 2 }), [7, 6])
        assert.deepStrictEqual(yield* positions(player, { upTo: at(3), after: at(3) }), [])
        assert.deepStrictEqual(yield* positions(player, { upTo: START }), [])
        assert.deepStrictEqual(yield* positions(player, { createdAfter: 70 }), [9, 8])
        assert.deepStrictEqual(yield* positions(player, { createdAfter: 69 }), [9, 8, 7])
      }),
    )

    it.effect(
      "the oldest of a span come oldest first, and the head is where the list ended, also when all is gone",
      () =>
        Effect.gen(function* () {
          const store = yield* NotificationStore
          const [player, other, nobody] = [yield* insertPlayer(), yield* insertPlayer(), yield* insertPlayer()]
          for (const position of countTo(5)) yield* append(player, position * 10)
          yield* append(other, 1)
          const { found, head } = yield* store.readOldest(player, { ...everything, after: at(1), limit: 3 })
          assert.deepStrictEqual(
            found.map(({ moment }) => moment),
            [at(2), at(3), at(4)],
          )
          assert.deepStrictEqual(head, at(5))
          yield* store.prune(1000, 1000)
          const heads = new Map([
            [player, 5],
            [other, 1],
          ])
          assert.deepStrictEqual(yield* store.heads([nobody, player, other]), heads)
          assert.strictEqual((yield* store.heads([])).size, 0)
        }),
    )

    it.effect("an append keeps the newest, by count and by age, and drops the rest from storage", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const stored = Effect.map(
          sql`SELECT position FROM notification WHERE player_uuid = ${uuids(sql).id(player)} ORDER BY position`,
          (rows) => rows.map((row) => Number(row.position)),
        )
        yield* append(other, 1)
        for (const position of countTo(6)) yield* append(player, position * 10, { countMax: 4, createdAfter: -1 })
        assert.deepStrictEqual(yield* stored, [3, 4, 5, 6])
        yield* append(player, 70, { countMax: 4, createdAfter: 50 })
        assert.deepStrictEqual(yield* stored, [6, 7])
        yield* append(player, 80, { countMax: 1, createdAfter: 0 })
        assert.deepStrictEqual(yield* stored, [8])
        yield* append(player, 1000, { countMax: 4, createdAfter: 999 })
        assert.deepStrictEqual(yield* stored, [9])
        assert.deepStrictEqual(yield* positions(other), [1])
      }),
    )

    it.effect("pruning deletes what is old enough of every player, the oldest first, and no more than it may", () =>
      Effect.gen(function* () {
        yield* onEmptyStorage
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        for (const now of [1, 3, 5, 7]) yield* append(player, now)
        for (const now of [2, 4, 6]) yield* append(other, now)
        assert.strictEqual(yield* prune(0, 10), 0)
        assert.strictEqual(yield* prune(5, 3), 3)
        assert.deepStrictEqual(
          [yield* positions(player), yield* positions(other)],
          [
            [4, 3],
            [3, 2],
          ],
        )
        assert.strictEqual(yield* prune(5, 3), 2)
        assert.strictEqual(yield* prune(5, 3), 0)
        assert.deepStrictEqual([yield* positions(player), yield* positions(other)], [[4], [3]])
        assert.strictEqual(yield* prune(7, 10), 2)
        assert.strictEqual((yield* append(player, 8)).position, 5)
        assert.strictEqual(yield* prune(8, 10), 1)
      }),
    )

    it.effect("pruning looks at no more than it deletes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Postgres plans by size, and reads a small table whole; the index that SQLite uses is there as well.
        if (sql.onDialectOrElse({ pg: () => true, orElse: () => false })) {
          const found = yield* sql`SELECT indexdef FROM pg_indexes WHERE tablename = 'notification'`
          assert.isTrue(found.some(({ indexdef }) => String(indexdef).endsWith("(created)")))
          return
        }
        const plan = yield* sql`EXPLAIN QUERY PLAN SELECT player_uuid, position FROM notification
          WHERE created <= 5 ORDER BY created LIMIT 3`
        assert.deepStrictEqual(
          plan.map(({ detail }) => String(detail)),
          ["SEARCH notification USING INDEX notification_by_age (created<?)"],
        )
      }),
    )

    it.effect("pruning by several at once, while others append, deletes each once and nothing that is young", () =>
      Effect.gen(function* () {
        yield* onEmptyStorage
        const players = yield* Effect.forEach(countTo(4), () => insertPlayer())
        for (const player of players) for (const now of countTo(10)) yield* append(player, now)
        const pruning = Effect.map(
          Effect.forEach(countTo(20), () => prune(10, 3)),
          (gone) => gone.reduce((sum, one) => sum + one, 0),
        )
        const appending = Effect.forEach(players, (player) => append(player, 50, { countMax: 1000, createdAfter: 5 }), {
          concurrency: "unbounded",
        })
        const [first, second] = yield* Effect.all([pruning, pruning, appending], { concurrency: "unbounded" })
        assert.isAtMost(first + second, 40)
        while ((yield* prune(10, 3)) > 0);
        for (const player of players) assert.deepStrictEqual(yield* positions(player), [11])
        assert.strictEqual(yield* prune(50, 10), 4)
      }),
    )

    it.effect("40 appends at once lose nothing and share no place", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const places = yield* Effect.forEach(countTo(40), (now) => append(player, now), { concurrency: "unbounded" })
        assert.sameMembers(
          places.map(({ position }) => position),
          countTo(40),
        )
        const byPosition = places.toSorted((left, right) => left.position - right.position)
        assert.deepStrictEqual(
          byPosition.map(({ created }) => created),
          byPosition.map(({ created }) => created).toSorted((left, right) => left - right),
        )
        assert.deepStrictEqual(yield* positions(player), countDown(40))
      }),
    )

    it.effect("whoever reads while others append sees no notification before those older than it", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const writing = yield* Effect.forkChild(
          Effect.forEach(countTo(60), (now) => append(player, now), { concurrency: 8 }),
        )
        let seen = 0
        while (seen < 60) {
          const found = yield* positions(player)
          assert.deepStrictEqual(found, countDown(found.length))
          assert.isAtLeast(found.length, seen)
          seen = found.length
          yield* Effect.yieldNow
        }
        yield* Fiber.join(writing)
      }),
    )

    it.effect("control: 40 appends that look for their place before they write do collide", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* append(player, 0)
        const everybodyHasLooked = yield* rendezvous(40)
        const exits = yield* Effect.forEach(countTo(40), () => Effect.exit(naiveAppend(player, everybodyHasLooked)), {
          concurrency: "unbounded",
        })
        assert.strictEqual(exits.filter(Exit.isFailure).length, 39)
      }),
    )
  })
}
