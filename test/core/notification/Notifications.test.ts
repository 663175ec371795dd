import { keptListEncoder } from "@garrison/core/kernel/wire/encoder"
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Cursors } from "@garrison/core/kernel/wire/Cursors"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { formatTimestamp } from "@garrison/core/kernel/time/Timestamp"
import * as housekeeping from "@garrison/core/notification/housekeeping"
import { Listeners } from "@garrison/core/notification/Listeners"
import { type Moment, START } from "@garrison/core/notification/moment"
import { Notifications } from "@garrison/core/notification/Notifications"
import {
  Notification,
  NotificationPage,
  type NotificationPageParts,
  type NotificationPageRequest,
} from "@garrison/core/notification/schema"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { onEachDatabase, sqliteLayer } from "../../support/databases.ts"
import { notificationsLayer } from "../../support/notifications.ts"
import { insertPlayer, strangerUuid } from "../../support/players.ts"

const day = 24 * 60 * 60 * 1000

const append = Effect.fnUntraced(function* (player: PlayerUuid, message: string) {
  const notifications = yield* Notifications
  return (yield* notifications.append(player, { message })).notification
})

const appendMany = (player: PlayerUuid, count: number, from = 1) =>
  Effect.forEach(Array.from({ length: count }), (_, index) => append(player, `${from + index}`))

/** A page as its messages, with the cursor. */
const page = Effect.fnUntraced(function* (player: PlayerUuid, request: Partial<NotificationPageRequest> = {}) {
  const notifications = yield* Notifications
  const { wires, cursor } = yield* notifications.page(player, { page_size: 10, ...request })
  return { messages: wires.map((wire) => (JSON.parse(wire) as { message: string }).message), cursor }
})

/** Every message from `request` on, page by page. */
const walk = Effect.fnUntraced(function* (player: PlayerUuid, request: Partial<NotificationPageRequest> = {}) {
  const messages: Array<string> = []
  let next = request
  for (let pages = 0; pages < 200; pages++) {
    const found = yield* page(player, next)
    if (found.messages.length === 0) return messages
    messages.push(...found.messages)
    next = { ...request, start_at: found.cursor }
  }
  return assert.fail("the pages do not end")
})

/** How many notifications storage holds of each player that has any. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT player_uuid, COUNT(*) AS held FROM notification GROUP BY player_uuid`
  return rows.map((row): [string, number] => [uuid(row.player_uuid), Number(row.held)])
})

/** Puts many notifications into a player's list at once, created now. */
const fill = Effect.fnUntraced(function* (player: PlayerUuid, count: number) {
  const sql = yield* SqlClient.SqlClient
  const { created } = yield* append(player, "old")
  yield* (yield* Transaction).run(sql`WITH RECURSIVE places (place) AS (
      SELECT 2 UNION ALL SELECT place + 1 FROM places WHERE place < ${count})
    INSERT INTO notification (player_uuid, position, created, wire)
    SELECT CAST(${uuids(sql).id(player)} AS ${uuids(sql).type}), place, ${created}, '{}' FROM places`)
})

/** Lets everything else that is ready go on, timers and storage included. */
const nextTurn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const until = Effect.fnUntraced(function* (done: () => boolean) {
  while (!done()) yield* nextTurn
})

const codeOf = (player: PlayerUuid, request: Partial<NotificationPageRequest>) =>
  Effect.match(page(player, request), { onSuccess: () => "accepted", onFailure: (refused) => refused.code })

const countDown = (first: number, last = 1): Array<string> =>
  Array.from({ length: first - last + 1 }, (_, index) => `${first - index}`)

describe("Notifications", () => {
  const withDatabase = Effect.provide(notificationsLayer(sqliteLayer))

  it.effect(
    "an appended notification is what was written, with an id and the time, fields in the interface's order",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(1_763_693_160_123)
        const player = yield* insertPlayer()
        const notifications = yield* Notifications
        const input = {
          etag: "e1",
          custom_data: { b: "2", a: "1" },
          rh_url: "/news/1",
          message: "Grüße \u0000 \ud800 🎲",
        }
        const { notification, wire } = yield* notifications.append(player, input)
        assert.deepInclude(notification, { ...input, created: 1_763_693_160_123 })
        assert.deepStrictEqual(Object.keys(JSON.parse(wire)), [
          "message",
          "rh_url",
          "custom_data",
          "etag",
          "notification_id",
          "created",
        ])
        assert.strictEqual(JSON.parse(wire).created, formatTimestamp(1_763_693_160_123))
        assert.deepStrictEqual(Schema.decodeUnknownSync(Notification)(JSON.parse(wire)), notification)
        const { wires } = yield* notifications.page(player, { page_size: 1 })
        assert.deepStrictEqual(wires, [wire])
      }).pipe(withDatabase),
  )

  it.effect("fields that were not given are left out", () =>
    Effect.gen(function* () {
      const notifications = yield* Notifications
      const { wire } = yield* notifications.append(yield* insertPlayer(), { message: "" })
      assert.deepStrictEqual(Object.keys(JSON.parse(wire)), ["message", "notification_id", "created"])
    }).pipe(withDatabase),
  )

  const encode = keptListEncoder(NotificationPage, "notifications")
  const encodePage = ({ cursor, wires }: NotificationPageParts) => encode({ cursor, notifications: wires })

  it.effect("the body of a page is what its schema describes, to the byte", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const notifications = yield* Notifications
      assert.match(
        encodePage(yield* notifications.page(player, { page_size: 5 })),
        /^\{"notifications":\[\],"cursor":"[\w-]+"\}$/,
      )
      yield* appendMany(player, 3)
      const body = encodePage(yield* notifications.page(player, { page_size: 2 }))
      const decoded = Schema.decodeUnknownSync(NotificationPage)(JSON.parse(body))
      assert.strictEqual(JSON.stringify(Schema.encodeSync(NotificationPage)(decoded)), body)
      assert.strictEqual(body, encodePage(yield* notifications.page(player, { page_size: 2 })))
    }).pipe(withDatabase),
  )

  it.effect("a player that does not exist gets no notification and has an empty page", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(append(strangerUuid, "hello"))
      assert.deepInclude(refused, { _tag: "PlayerNotFound", code: "resource_not_found" })
      assert.deepStrictEqual((yield* page(strangerUuid)).messages, [])
    }).pipe(withDatabase),
  )

  it.effect("pages go from the newest to the oldest, and end with an empty one", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* appendMany(player, 7)
      const first = yield* page(player, { page_size: 3 })
      const second = yield* page(player, { page_size: 3, start_at: first.cursor })
      const third = yield* page(player, { page_size: 3, start_at: second.cursor })
      const end = yield* page(player, { page_size: 3, start_at: third.cursor })
      assert.deepStrictEqual(
        [first, second, third, end].map(({ messages }) => messages),
        [["7", "6", "5"], ["4", "3", "2"], ["1"], []],
      )
      assert.strictEqual(end.cursor, third.cursor)
    }).pipe(withDatabase),
  )

  it.effect("a page that just holds the last ones is the last page", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      yield* appendMany(player, 3)
      const only = yield* page(player, { page_size: 3 })
      assert.deepStrictEqual(yield* page(player, { page_size: 3, start_at: only.cursor }), {
        messages: [],
        cursor: only.cursor,
      })
      yield* append(player, "4")
      assert.deepStrictEqual((yield* page(player, { start_at: only.cursor })).messages, [])
    }).pipe(withDatabase),
  )

  it.effect("a notification's id starts a page at it, and leaves it and all older ones out", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const created = yield* appendMany(player, 6)
      const fourth = created[3]?.notification_id
      assert.deepStrictEqual((yield* page(player, { start_at: fourth })).messages, ["4", "3", "2", "1"])
      assert.deepStrictEqual((yield* page(player, { exclude_before: fourth })).messages, ["6", "5"])
      assert.deepStrictEqual((yield* page(player, { start_at: fourth, exclude_before: fourth })).messages, [])
      assert.deepStrictEqual(yield* walk(player, { page_size: 1, exclude_before: created[1]?.notification_id }), [
        "6",
        "5",
        "4",
        "3",
      ])
      assert.strictEqual(new Set(created.map(({ notification_id: id }) => id)).size, 6)
    }).pipe(withDatabase),
  )

  it.effect("what is newer than a place comes oldest first, and ends where the next read begins", () =>
    Effect.gen(function* () {
      const [player, stranger] = [yield* insertPlayer(), yield* insertPlayer()]
      const notifications = yield* Notifications
      const read = Effect.fnUntraced(function* (after: Moment, limit: number) {
        const { placed, upTo } = yield* notifications.newer(player, after, limit)
        for (const { id, moment, wire } of placed) {
          assert.strictEqual((JSON.parse(wire) as { notification_id: string }).notification_id, id)
          assert.strictEqual(yield* notifications.cursorAt(player, moment), id)
          assert.deepStrictEqual(yield* notifications.momentOf(player, id), moment)
        }
        return { messages: placed.map(({ wire }) => (JSON.parse(wire) as { message: string }).message), upTo }
      })
      assert.deepStrictEqual(yield* read(START, 2), { messages: [], upTo: START })
      const [, second] = yield* appendMany(player, 5)
      const first = yield* read(START, 2)
      assert.deepStrictEqual(first.messages, ["1", "2"])
      assert.strictEqual(yield* notifications.cursorAt(player, first.upTo), second?.notification_id)
      const rest = yield* read(first.upTo, 100)
      assert.deepStrictEqual(rest.messages, ["3", "4", "5"])
      assert.deepStrictEqual(rest.upTo, yield* notifications.now(player))
      assert.deepStrictEqual((yield* read(rest.upTo, 1)).messages, [])
      yield* append(player, "6")
      assert.deepStrictEqual((yield* read(rest.upTo, 1)).messages, ["6"])
      const foreign = yield* Effect.flip(notifications.momentOf(stranger, second?.notification_id ?? ""))
      assert.deepInclude(foreign, { _tag: "NotificationRefused", code: "bad_id" })
    }).pipe(withDatabase),
  )

  it.effect("of one player, nothing shows at another", () =>
    Effect.gen(function* () {
      const [ada, lin] = [yield* insertPlayer(), yield* insertPlayer()]
      yield* append(ada, "to Ada")
      yield* append(lin, "to Lin")
      assert.deepStrictEqual((yield* page(ada)).messages, ["to Ada"])
      assert.deepStrictEqual((yield* page(lin)).messages, ["to Lin"])
    }).pipe(withDatabase),
  )

  it.effect("a page counts as a listener while it is served, and is refused when there are too many", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const listeners = yield* Listeners
      const asked = codeOf(player, {})
      assert.strictEqual(yield* asked, "accepted")
      assert.strictEqual(yield* listeners.hold(player, asked), "too_many_listening_to_single_client")
      const other = listeners.hold(yield* insertPlayer(), asked)
      assert.strictEqual(yield* other, "accepted")
      assert.strictEqual(yield* listeners.hold(yield* insertPlayer(), other), "connection_limit_reached")
    }).pipe(Effect.provide(notificationsLayer(sqliteLayer, { listenersPerPlayerMax: 1, listenersPerProcessMax: 2 }))),
  )

  describe("retention", () => {
    const withFive = Effect.provide(notificationsLayer(sqliteLayer, { notificationsPerPlayerMax: 5 }))

    it.effect("keeps the newest by count", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* appendMany(player, 12)
        assert.deepStrictEqual(yield* walk(player, { page_size: 2 }), countDown(12, 8))
      }).pipe(withFive),
    )

    it.effect("a cursor works on after its notification was dropped", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const [first, second, third] = yield* appendMany(player, 5)
        const { cursor } = yield* page(player, { page_size: 3 })
        yield* appendMany(player, 4, 6)
        assert.deepStrictEqual(yield* walk(player), countDown(9, 5))
        assert.deepStrictEqual(
          (yield* page(player, { exclude_before: third?.notification_id })).messages,
          countDown(9, 5),
        )
        assert.deepStrictEqual((yield* page(player, { start_at: first?.notification_id })).messages, [])
        assert.deepStrictEqual((yield* page(player, { start_at: cursor })).messages, [])
        assert.deepStrictEqual(
          (yield* page(player, { start_at: second?.notification_id, exclude_before: first?.notification_id })).messages,
          [],
        )
      }).pipe(withFive),
    )

    it.effect("keeps a notification for 30 days to the millisecond, whether or not another one comes", () =>
      Effect.gen(function* () {
        const [quiet, busy] = [yield* insertPlayer(), yield* insertPlayer()]
        for (const player of [quiet, busy]) yield* append(player, "old")
        yield* TestClock.adjust(30 * day - 1)
        assert.deepStrictEqual((yield* page(quiet)).messages, ["old"])
        yield* append(busy, "young")
        assert.deepStrictEqual((yield* page(busy)).messages, ["young", "old"])
        yield* TestClock.adjust(1)
        assert.deepStrictEqual((yield* page(quiet)).messages, [])
        assert.deepStrictEqual((yield* page(busy)).messages, ["young"])
      }).pipe(withDatabase),
    )

    it.effect("deletes all expired notifications of players who get no new ones, in steps", () =>
      Effect.gen(function* () {
        const [quiet, young] = [yield* insertPlayer(), yield* insertPlayer()]
        yield* fill(quiet, 2500)
        yield* TestClock.adjust(1)
        yield* append(young, "young")
        yield* TestClock.adjust(30 * day - 2)
        assert.strictEqual(yield* housekeeping.prune, 0)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* (yield* Notifications).prune, 1000)
        assert.strictEqual(yield* housekeeping.prune, 1500)
        assert.deepStrictEqual(yield* stored, [[young, 1]])
      }).pipe(withDatabase),
    )

    it.effect("runs every ten minutes, also after storage could not answer", () =>
      Effect.gen(function* () {
        const notifications = yield* Notifications
        const player = yield* insertPlayer()
        yield* append(player, "old")
        yield* TestClock.setTime(30 * day)
        const outcomes: Array<number | "unavailable"> = []
        const disturbed = Notifications.of({
          ...notifications,
          prune: Effect.suspend(() => {
            if (outcomes.length > 0)
              return Effect.tap(notifications.prune, (gone) => Effect.sync(() => outcomes.push(gone)))
            outcomes.push("unavailable")
            return Effect.die("storage does not answer")
          }),
        })
        yield* Layer.build(Layer.provide(housekeeping.layer, Layer.succeed(Notifications, disturbed)))
        yield* until(() => outcomes.length === 1)
        assert.deepStrictEqual(yield* stored, [[player, 1]])
        while (outcomes.length < 3) {
          yield* TestClock.adjust("10 minutes")
          yield* nextTurn
        }
        assert.deepStrictEqual(outcomes.slice(0, 3), ["unavailable", 1, 0])
        assert.deepStrictEqual(yield* stored, [])
      }).pipe(Effect.scoped, withDatabase),
    )

    it.effect("expired notifications stay out of sight when the clock runs backwards", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* append(player, "old")
        yield* TestClock.setTime(30 * day)
        assert.deepStrictEqual((yield* page(player)).messages, [])
        yield* TestClock.setTime(day)
        assert.deepStrictEqual((yield* page(player)).messages, [])
        yield* append(player, "young")
        assert.deepStrictEqual((yield* page(player)).messages, ["young"])
      }).pipe(withDatabase),
    )

    it.effect("what an append dropped for its age stays gone when the clock runs backwards", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* append(player, "old")
        yield* TestClock.setTime(31 * day)
        yield* append(player, "young")
        yield* TestClock.setTime(day)
        assert.deepStrictEqual((yield* page(player)).messages, ["young"])
        const { created } = yield* append(player, "youngest")
        assert.strictEqual(created, 31 * day)
        assert.deepStrictEqual((yield* page(player)).messages, ["youngest", "young"])
      }).pipe(withDatabase),
    )
  })

  describe("values that were not issued to this player are bad_id", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    it.effect("forged, changed, cut, foreign and oversized ones alike, in both places", () =>
      Effect.gen(function* () {
        const [player, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const cursors = yield* Cursors
        const own = (yield* appendMany(player, 3)).map(({ notification_id: id }) => id)
        const foreign = (yield* appendMany(other, 3)).map(({ notification_id: id }) => id)
        const { cursor: end } = yield* page(player)
        const orders = yield* cursors.seal("order", player, "1")
        const issued = fc.constantFrom(...own, end)
        const flipped = fc.tuple(issued, fc.nat()).map(([id, choice]) => {
          const bit = choice % (id.length * 6)
          const at = Math.floor(bit / 6)
          return `${id.slice(0, at)}${alphabet.charAt(alphabet.indexOf(id.charAt(at)) ^ (1 << (bit % 6)))}${id.slice(at + 1)}`
        })
        const cut = fc.tuple(issued, fc.nat()).map(([id, at]) => id.slice(0, at % id.length))
        const longer = fc
          .tuple(issued, fc.string({ unit: fc.constantFrom(...Array.from(alphabet), "="), minLength: 1 }))
          .map((parts) => parts.join(""))
        const forged = fc.oneof(
          flipped,
          cut,
          longer,
          fc.constantFrom(...foreign, orders, "A".repeat(100_000)),
          fc.string({ unit: "binary", maxLength: 250 }),
          fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), maxLength: 250 }),
        )
        const run = Effect.runPromiseWith(yield* Effect.context<Notifications>())
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(forged, issued, async (value, good) => {
              assert.strictEqual(await run(codeOf(player, { start_at: value })), "bad_id")
              assert.strictEqual(await run(codeOf(player, { exclude_before: value })), "bad_id")
              assert.strictEqual(await run(codeOf(player, { start_at: good, exclude_before: value })), "bad_id")
              assert.strictEqual(await run(codeOf(player, { start_at: good, exclude_before: good })), "accepted")
            }),
            { numRuns: 100 },
          ),
        )
      }).pipe(withDatabase),
    )
  })
})

onEachDatabase((name, database) => {
  const withDatabase = Effect.provide(notificationsLayer(database))

  describe(`Notifications on ${name}`, () => {
    it.effect("40 appends at once: each is there once, ids in the order of the list", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const made = yield* Effect.forEach(Array.from({ length: 40 }), (_, index) => append(player, `${index}`), {
          concurrency: "unbounded",
        })
        const notifications = yield* Notifications
        const { wires } = yield* notifications.page(player, { page_size: 100 })
        const listed = wires.map((wire) => JSON.parse(wire) as { notification_id: string; message: string })
        assert.strictEqual(listed.length, 40)
        assert.sameMembers(
          listed.map(({ notification_id: id }) => id),
          made.map(({ notification_id: id }) => id),
        )
        for (const [index, { notification_id: id }] of listed.entries()) {
          const older = yield* page(player, { page_size: 100, start_at: id })
          assert.strictEqual(older.messages.length, 40 - index)
        }
      }).pipe(withDatabase),
    )

    it.effect("at most the allowed number is kept, the newest, however many are appended at once", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const writing = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 60 }), () => append(player, "one of many"), { concurrency: "unbounded" }),
        )
        while (writing.pollUnsafe() === undefined) {
          for (const [, held] of yield* stored) assert.isAtMost(held, 20)
          yield* nextTurn
        }
        const made = (yield* Fiber.join(writing)).map(({ notification_id: id }) => id)
        const { wires } = yield* (yield* Notifications).page(player, { page_size: 100 })
        const kept = wires.map((wire) => (JSON.parse(wire) as { notification_id: string }).notification_id)
        assert.strictEqual(kept.length, 20)
        assert.deepStrictEqual(yield* stored, [[player, 20]])
        assert.includeMembers(made, kept)
        // A page that starts at one that is gone goes on with what is older than it: nothing is.
        for (const id of made.filter((one) => !kept.includes(one))) {
          assert.deepStrictEqual((yield* page(player, { start_at: id })).messages, [])
        }
      }).pipe(Effect.provide(notificationsLayer(database, { notificationsPerPlayerMax: 20 }))),
    )

    it.effect("paging during appends shows each notification once, without a gap", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* appendMany(player, 25)
        const writing = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 60 }), (_, index) => append(player, `${26 + index}`), { concurrency: 1 }),
        )
        for (let round = 0; round < 6; round++) {
          const seen = yield* walk(player, { page_size: 4 })
          assert.deepStrictEqual(seen, countDown(seen.length))
          assert.isAtLeast(seen.length, 25)
        }
        yield* Fiber.join(writing)
        assert.deepStrictEqual(yield* walk(player, { page_size: 4 }), countDown(85))
      }).pipe(withDatabase),
    )

    it.effect("polling for newer notifications misses none and shows none twice", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const writing = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 50 }), (_, index) => append(player, `${index + 1}`), { concurrency: 1 }),
        )
        const notifications = yield* Notifications
        const seen: Array<string> = []
        let newest: string | undefined
        while (seen.length < 50) {
          const { wires } = yield* notifications.page(player, { page_size: 100, exclude_before: newest })
          const fresh = wires.map((wire) => JSON.parse(wire) as { notification_id: string; message: string })
          newest = fresh[0]?.notification_id ?? newest
          seen.push(...fresh.map(({ message }) => message).reverse())
          yield* Effect.yieldNow
        }
        yield* Fiber.join(writing)
        assert.deepStrictEqual(seen, countDown(50).reverse())
      }).pipe(withDatabase),
    )
  })
})
