/** What broadcasts cost, how long they are kept, and that cursors of before stay good (decisions, section 9). */
import { assert, describe, it } from "@effect/vitest"
import { Audit } from "@garrison/core/audit/Audit"
import type { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { BeforeLog } from "@garrison/core/kernel/work/lockOrder"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { MergeStore } from "@garrison/core/merging/MergeStore"
import { notificationActs } from "@garrison/core/notification/acts"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { BroadcastStore } from "@garrison/core/notification/BroadcastStore"
import * as housekeeping from "@garrison/core/notification/housekeeping"
import { LATEST, START } from "@garrison/core/notification/moment"
import { Signals } from "@garrison/core/kernel/work/Signals"
import { Notifications } from "@garrison/core/notification/Notifications"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { tables } from "@garrison/sql/schema/tables"
import * as SqlMergeStore from "@garrison/sql/merging/SqlMergeStore"
import * as SqlPlayerStore from "@garrison/sql/player/SqlPlayerStore"
import * as SqlRestrictionStore from "@garrison/sql/restriction/SqlRestrictionStore"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { createHmac, randomUUID } from "node:crypto"
import { auditLayer } from "../../support/acts.ts"
import { type DatabaseServices, onEachDatabase, postgresLayer, sqliteLayer } from "../../support/databases.ts"
import { notificationsLayer } from "../../support/notifications.ts"
import { insertPlayer } from "../../support/players.ts"
import { untilMet, untilWaiting } from "../../support/untilWaiting.ts"

const EDITOR = 7
const KEPT = 4
const RETENTION_SECONDS = 100

const settings = { ...defaultSettings, broadcastsMax: KEPT, notificationRetentionSeconds: RETENTION_SECONDS }

const services = (database: Layer.Layer<DatabaseServices>) =>
  Layer.mergeAll(SqlPlayerStore.layer, SqlMergeStore.layer.pipe(Layer.provide(SqlRestrictionStore.layer))).pipe(
    Layer.provideMerge(notificationsLayer(database, settings)),
  )

/** The statements that an effect runs, without values. */
const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const texts: Array<string> = []
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      texts.push(statement.compile()[0])
      return statement
    }),
  )
  return texts
})

const toAll = Effect.flatMap(Broadcasts, (broadcasts) => broadcasts.publish({ is: "all" }, { message: "to all" }))

/** What an act of the tests changes. */
const done = { answer: undefined, change: {} }

const append = (player: PlayerUuid, message: string) =>
  Effect.flatMap(Notifications, (notifications) => notifications.append(player, { message }))

const page = Effect.fnUntraced(function* (player: PlayerUuid, startAt?: string, excludeBefore?: string) {
  const notifications = yield* Notifications
  const request = { page_size: 100, start_at: startAt, exclude_before: excludeBefore }
  const { wires } = yield* notifications.page(player, request)
  return wires.map((wire) => (JSON.parse(wire) as { readonly message: string }).message)
})

/** How many rows each table has. */
const rowCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql.unsafe<{ readonly rows: unknown }>(`SELECT COUNT(*) AS rows FROM ${name}`),
      ([row]) => [name, Number(row?.rows)] as const,
    ),
  )
  return new Map(counts)
})

const grownBy = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  Object.fromEntries(
    Array.from(after, ([name, count]) => [name, count - (before.get(name) ?? 0)] as const).filter(
      ([, more]) => more !== 0,
    ),
  )

describe("a broadcast on Postgres", () => {
  it.live("goes on while an append waits for a locked row, and other appends go on", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { run } = yield* Transaction
      const [stuck, other] = [yield* insertPlayer(), yield* insertPlayer()]
      yield* append(stuck, "1")
      const [isLocked, isOver] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holding = sql`SELECT 1 FROM notification_list WHERE player_uuid = ${uuids(sql).id(stuck)} FOR UPDATE`.pipe(
        Effect.andThen(Deferred.succeed(isLocked, undefined)),
        Effect.andThen(Deferred.await(isOver)),
        run,
      )
      const holder = yield* Effect.forkChild(holding)
      yield* Deferred.await(isLocked)
      const waiter = yield* Effect.forkChild(append(stuck, "2"))
      yield* untilWaiting(1)
      yield* toAll
      yield* append(other, "goes on")
      yield* Deferred.succeed(isOver, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(waiter)
      yield* toAll
      assert.deepStrictEqual(yield* page(stuck), ["to all", "2", "to all", "1"])
      assert.deepStrictEqual(yield* page(other), ["to all", "goes on", "to all"])
    }).pipe(Effect.provide(services(postgresLayer))),
  )

  /** A broadcast whose process stands still with the lock, and an append meanwhile: how each of them ends. */
  const frozen = Effect.fnUntraced(function* (change: (text: string) => string) {
    const sql = yield* SqlClient.SqlClient
    const player = yield* insertPlayer()
    const [hasLock, goesOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const standing = Effect.provideService(toAll, Statement.CurrentTransformer, (statement) => {
      const [text, params] = statement.compile()
      const passed = change(text) === text ? statement : sql.unsafe(change(text), params)
      if (!text.startsWith("INSERT INTO broadcast (")) return Effect.succeed(passed)
      return Effect.as(Effect.andThen(Deferred.succeed(hasLock, undefined), Deferred.await(goesOn)), passed)
    })
    const troubleOf = (exit: Exit.Exit<unknown, unknown>) => {
      const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      return defect instanceof StorageUnavailable ? defect.trouble : "stored"
    }
    const holder = yield* Effect.forkChild(standing)
    yield* Deferred.await(hasLock)
    const appended = troubleOf(yield* Effect.exit(append(player, "own")))
    yield* Deferred.succeed(goesOn, undefined)
    return { appended, broadcast: troubleOf(yield* Fiber.await(holder)), page: yield* page(player) }
  })

  it.live("whose process stands still is ended by the database, before an append gives up", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* frozen((text) => text), { appended: "stored", broadcast: "away", page: ["own"] })
      const control = yield* frozen((text) =>
        text.replace("'idle_in_transaction_session_timeout'", "'application_name'"),
      )
      assert.deepStrictEqual(control, { appended: "locked", broadcast: "stored", page: ["to all"] })
    }).pipe(Effect.provide(services(postgresLayer))),
  )

  /** A broadcast by an act that meets an act which notifies, while that has the log: whether both are stored. */
  const meetingOfActs = Effect.fnUntraced(function* (notifies: typeof append) {
    const audit = yield* Audit
    const isMet = Effect.orDie(Effect.provideService(untilWaiting(1), SqlClient.SqlClient, yield* SqlClient.SqlClient))
    const player = yield* insertPlayer()
    const acting = <A, E, R>(unit: Effect.Effect<A, E, R>) =>
      audit.bySystem(notificationActs.broadcast, { kind: "player", id: player }, Effect.as(unit, done))
    const hasLog = yield* Deferred.make<void>()
    const notifying = Effect.provideService(
      acting(notifies(player, "own")),
      Statement.CurrentTransformer,
      (statement) =>
        statement.compile()[0].startsWith("INSERT INTO notification (")
          ? Effect.as(Effect.andThen(Deferred.succeed(hasLog, undefined), isMet), statement)
          : Effect.succeed(statement),
    )
    const other = yield* Effect.forkChild(notifying)
    yield* Deferred.await(hasLog)
    const exits = [yield* Effect.exit(acting(toAll)), yield* Fiber.await(other)]
    return exits.every(Exit.isSuccess)
  })

  it.live("by an act waits for the audit before the log, as every act does that notifies", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* meetingOfActs(append))
      const logFirst: typeof append = (...given) => Effect.provideService(append(...given), BeforeLog, Effect.void)
      assert.isFalse(yield* meetingOfActs(logFirst), "each has what the other one waits for")
    }).pipe(Effect.provide(Layer.provideMerge(auditLayer, services(postgresLayer)))),
  )

  /** What an append runs, as it would be without the rule. */
  type Naive = (text: string, headBefore: number) => string
  const withoutLock: Naive = (text) => (text.includes("pg_advisory_xact_lock_shared") ? "SELECT 1 AS one" : text)
  const withoutSight: Naive = (text, headBefore) =>
    text.includes("FROM broadcast_head") ? `SELECT CAST(${headBefore} AS BIGINT) AS last_position` : text

  /**
   * A broadcast and an append at once. In the one meeting the append has read how many broadcasts there were before the
   * other begins; in the other one it begins while the broadcast is being stored. Answers with what a reader gets who
   * looks just before the append is stored, and again later.
   */
  const meeting = Effect.fnUntraced(function* (begins: "broadcast" | "append", naive: Naive = (text) => text) {
    const sql = yield* SqlClient.SqlClient
    const player = yield* insertPlayer()
    const { newer, now } = yield* Notifications
    const head = yield* (yield* Broadcasts).head
    const services = yield* Effect.context<Broadcasts | Notifications | SqlClient.SqlClient>()
    let after = yield* now(player)
    const got: Array<string> = []
    const look = Effect.gen(function* () {
      const { placed, upTo } = yield* newer(player, after, 9)
      got.push(...placed.map(({ wire }) => (JSON.parse(wire) as { readonly message: string }).message))
      after = upTo
    })
    /** Outside of the unit that calls this. */
    const outside = <A, E>(effect: Effect.Effect<A, E, Broadcasts | Notifications | SqlClient.SqlClient>) =>
      Effect.runFork(Effect.provideContext(effect, services))
    const others: Array<Fiber.Fiber<unknown, unknown>> = []
    const meet = (other: Effect.Effect<unknown, unknown, Broadcasts | Notifications | SqlClient.SqlClient>) =>
      Effect.suspend(() => {
        const fiber = outside(other)
        others.push(fiber)
        return Effect.provideContext(Effect.orDie(untilMet(Fiber.await(fiber))), services)
      })
    const broadcasting = Effect.provideService(toAll, Statement.CurrentTransformer, (statement) =>
      Effect.as(
        begins === "broadcast" && statement.compile()[0].startsWith("INSERT INTO broadcast (")
          ? meet(appending)
          : Effect.void,
        statement,
      ),
    )
    const appending: Effect.Effect<unknown, unknown, Notifications> = Effect.provideService(
      append(player, "own"),
      Statement.CurrentTransformer,
      (statement) => {
        const [text, params] = statement.compile()
        const passed =
          naive(text, head) === text ? statement : sql.unsafe(naive(text, head), naive === withoutLock ? [] : params)
        if (!text.startsWith("INSERT INTO notification (")) return Effect.succeed(passed)
        const met = begins === "append" ? meet(broadcasting) : Effect.void
        return Effect.as(
          Effect.andThen(
            met,
            Effect.suspend(() => Fiber.join(outside(look))),
          ),
          passed,
        )
      },
    )
    yield* begins === "append" ? appending : broadcasting
    yield* Effect.forEach(others, Fiber.join)
    yield* look
    return got.toSorted()
  })

  for (const [begins, naive] of [
    ["append", withoutLock],
    ["broadcast", withoutSight],
  ] as const) {
    it.live(`and an append that meet are both read, once each: the ${begins} begins`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* meeting(begins), ["own", "to all"])
        assert.deepStrictEqual(yield* meeting(begins, naive), ["to all"], "the control loses one")
      }).pipe(Effect.provide(services(postgresLayer))),
    )
  }
})

describe("a log of large texts", () => {
  it.effect("is read to its end, though memory does not hold all of it", () =>
    Effect.gen(function* () {
      const { publish } = yield* Broadcasts
      const notifications = yield* Notifications
      const player = yield* insertPlayer()
      const custom_data = Object.fromEntries(Array.from({ length: 100 }, (_, key) => [`${key}`, "x".repeat(4096)]))
      const count = 45
      for (let index = 0; index < count; index++) yield* publish({ is: "all" }, { message: `${index}`, custom_data })
      const messages = Array.from({ length: count }, (_, index) => `${index}`)
      for (let round = 0; round < 2; round++) {
        assert.deepStrictEqual(yield* page(player), messages.toReversed())
        const { placed } = yield* notifications.newer(player, START, 3)
        assert.deepStrictEqual(
          placed.map(({ wire }) => (JSON.parse(wire) as { readonly message: string }).message),
          ["0", "1", "2"],
        )
      }
    }).pipe(Effect.provide(notificationsLayer(sqliteLayer))),
  )
})

onEachDatabase((name, database) => {
  const isPostgres = name === "Postgres"
  const withServices = Effect.provide(services(database))

  describe(`broadcasts on ${name}`, () => {
    it.effect("are one row and the same statements, however many players read them", () =>
      Effect.gen(function* () {
        yield* insertPlayer()
        const few = yield* statementsOf(toAll)
        const players = yield* Effect.forEach(Array.from({ length: 40 }), () => insertPlayer(), { concurrency: 4 })
        const before = yield* rowCounts
        const many = yield* statementsOf(toAll)
        assert.deepStrictEqual(many, few)
        assert.isAtMost(many.length, isPostgres ? 6 : 2)
        assert.deepStrictEqual(grownBy(before, yield* rowCounts), { broadcast: 1 })
        for (const player of players.slice(0, 3)) assert.deepStrictEqual(yield* page(player), ["to all"])
      }).pipe(withServices),
    )

    it.effect("to a list are looked up for many players without the other lists that they are on", () =>
      Effect.gen(function* () {
        const [{ head, publish }, store] = [yield* Broadcasts, yield* BroadcastStore]
        const [listed, other] = [yield* insertPlayer(), yield* insertPlayer()]
        const to = { is: "players" as const, players: [listed] }
        for (const message of ["one", "two", "three"]) yield* publish(to, { message })
        const position = (yield* head) - 1
        const audiences = yield* store.audiences([listed, other], { position, segment: { is: "players" } })
        const lists = [listed, other].map((player) => [...(audiences.get(player)?.listed ?? [])])
        assert.deepStrictEqual(lists, [[position], []])
      }).pipe(withServices),
    )

    it.effect("to a list are a row for each of its players besides, in few statements", () =>
      Effect.gen(function* () {
        const { publish } = yield* Broadcasts
        const players = yield* Effect.forEach(Array.from({ length: 201 }), () => insertPlayer(), { concurrency: 4 })
        const before = yield* rowCounts
        const made = yield* statementsOf(publish({ is: "players", players }, { message: "to some" }))
        assert.deepStrictEqual(grownBy(before, yield* rowCounts), { broadcast: 1, broadcast_member: 201 })
        assert.isAtMost(made.length, (isPostgres ? 6 : 2) + 2)
      }).pipe(withServices),
    )

    it.effect("cost a page nothing once a process knows them, and an append a lock on Postgres", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const own = 1
        const reads = Effect.map(statementsOf(page(player)), ({ length }) => length)
        yield* append(player, "own")
        assert.strictEqual(yield* reads, own)
        yield* toAll
        // The log, and what the player reads of it: once for the process, and once for the player.
        assert.strictEqual(yield* reads, own + 2)
        assert.strictEqual(yield* reads, own)
        yield* toAll
        assert.strictEqual(yield* reads, own + 1)
        yield* append(player, "own")
        assert.strictEqual(yield* reads, own)
        const written = yield* statementsOf(append(player, "own"))
        assert.strictEqual(written.length, isPostgres ? 4 : 3)
        assert.strictEqual(written.filter((text) => text.includes("advisory")).length, isPostgres ? 1 : 0)
      }).pipe(withServices),
    )

    it.effect("that come after a page has read the player's own list are not on it, whatever memory has", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const { head, ofPlayer } = yield* Broadcasts
        const before = yield* head
        yield* toAll
        yield* toAll
        // Another reader has brought both into memory.
        yield* page(player)
        const span = { after: START, upTo: LATEST, createdAfter: -1, limit: 9 }
        const found = ofPlayer(player, { ...span, head: before + 1 }, "newest") ?? Effect.succeed([])
        assert.deepStrictEqual(
          (yield* found).map(({ moment }) => moment),
          [{ broadcast: before + 1, position: 0 }],
        )
        assert.isUndefined(ofPlayer(player, { ...span, head: before }, "newest"))
      }).pipe(withServices),
    )

    it.effect("are kept by count and by age, and deleted with the rows of their lists", () =>
      Effect.gen(function* () {
        const { publish } = yield* Broadcasts
        const player = yield* insertPlayer()
        const send = (message: string) => publish({ is: "players", players: [player] }, { message })
        for (const message of ["1", "2", "3", "4", "5", "6"]) yield* send(message)
        assert.deepStrictEqual(yield* page(player), ["6", "5", "4", "3"])
        yield* housekeeping.prune
        const held = yield* rowCounts
        assert.deepStrictEqual([held.get("broadcast"), held.get("broadcast_member")], [KEPT, KEPT])
        assert.deepStrictEqual(yield* page(player), ["6", "5", "4", "3"])
        yield* TestClock.adjust(RETENTION_SECONDS * 1000 - 1)
        yield* send("7")
        assert.deepStrictEqual(yield* page(player), ["7", "6", "5", "4"])
        yield* TestClock.adjust(1)
        assert.deepStrictEqual(yield* page(player), ["7"])
        yield* TestClock.adjust(RETENTION_SECONDS * 1000)
        assert.deepStrictEqual(yield* page(player), [])
        yield* housekeeping.prune
        const left = yield* rowCounts
        assert.deepStrictEqual([left.get("broadcast"), left.get("broadcast_member")], [0, 0])
        // Positions are not given again.
        yield* send("8")
        assert.strictEqual(yield* (yield* BroadcastStore).head, 8)
        assert.deepStrictEqual(yield* page(player), ["8"])
      }).pipe(withServices),
    )

    it.effect("are known to a process that has just begun, and to one that was away for long", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* toAll
        assert.deepStrictEqual(yield* page(player), ["to all"])
        const other = Effect.gen(function* () {
          const broadcasts = yield* Broadcasts
          for (let count = 0; count < 300; count++) yield* broadcasts.publish({ is: "all" }, { message: `${count}` })
          yield* housekeeping.prune
          return yield* page(player)
        })
        const shown = ["299", "298", "297", "296"]
        // Another process: the same database, with a memory of its own.
        const memory = Notifications.layer.pipe(
          Layer.provideMerge(Broadcasts.layer),
          Layer.provide(settingsInForce(settings)),
          Layer.fresh,
        )
        assert.deepStrictEqual(yield* Effect.provide(other, memory), shown)
        assert.deepStrictEqual(yield* page(player), shown)
        const { placed } = yield* (yield* Notifications).newer(player, START, 100)
        assert.strictEqual(placed.length, KEPT)
      }).pipe(withServices),
    )

    it.effect("tell those who listen, once they are stored and not before", () =>
      Effect.gen(function* () {
        const { run } = yield* Transaction
        const signals = yield* Signals
        let told = 0
        const nothing = () => undefined
        const end = signals.subscribe({ grown: nothing, broadcast: () => told++, standing: nothing, missed: nothing })
        yield* run(
          Effect.andThen(
            toAll,
            Effect.sync(() => assert.strictEqual(told, 0)),
          ),
        )
        // A hint may come more than once.
        assert.isAtLeast(told, 1)
        end()
      }).pipe(withServices),
    )

    it.effect("go by the role at that moment, also when a merge has changed it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        const [broadcasts, merges, players] = [yield* Broadcasts, yield* MergeStore, yield* PlayerStore]
        const player = yield* insertPlayer()
        const [row] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${uuids(sql).id(player)}`
        const settled = {
          personId: uuid(row?.["person_id"]) as PersonId,
          lastLoginAt: undefined,
          logins: 1,
          mergedAt: undefined,
        }
        const settle = (roleId: number) =>
          run(merges.settle({ ...settled, players: [{ playerUuid: player, roleId, active: true }] }))
        const toEditors = (message: string) => broadcasts.publish({ is: "role", roleId: EDITOR }, { message })
        yield* toEditors("before")
        yield* settle(EDITOR)
        yield* toEditors("by the merge")
        yield* settle(EDITOR)
        assert.strictEqual((yield* rowCounts).get("player_role"), 1)
        yield* settle(1)
        yield* toEditors("between")
        yield* run(players.setRole(player, EDITOR))
        yield* toEditors("by an operator")
        assert.deepStrictEqual(yield* page(player), ["by an operator", "by the merge"])
      }).pipe(withServices),
    )

    it.effect("are for those of many players who read them, asked together", () =>
      Effect.gen(function* () {
        const { run } = yield* Transaction
        const [broadcasts, players] = [yield* Broadcasts, yield* PlayerStore]
        const [ada, eve, lin] = [yield* insertPlayer(), yield* insertPlayer(), yield* insertPlayer()]
        yield* run(players.setRole(ada, EDITOR))
        yield* broadcasts.publish({ is: "role", roleId: EDITOR }, { message: "role" })
        yield* broadcasts.publish({ is: "players", players: [eve, lin] }, { message: "list" })
        yield* toAll
        const late = yield* insertPlayer()
        const sent = yield* broadcasts.after(0, yield* broadcasts.head, 10)
        const stranger = randomUUID() as PlayerUuid
        const readers = yield* Effect.forEach(sent, (one) =>
          broadcasts.readersAmong(one, [ada, eve, lin, late, stranger]),
        )
        assert.deepStrictEqual(readers, [new Set([ada]), new Set([eve, lin]), new Set([ada, eve, lin])])
        const again = yield* broadcasts.after(1, yield* broadcasts.head, 1)
        assert.strictEqual(again[0], sent[1])
        assert.deepStrictEqual(yield* broadcasts.after(0, 1, 10), sent.slice(0, 1))
        const statements = yield* statementsOf(broadcasts.after(0, yield* broadcasts.head, 10))
        assert.deepStrictEqual(statements, [])
      }).pipe(withServices),
    )
  })

  describe(`cursors of before on ${name}`, () => {
    /** A cursor as it was sealed before there were broadcasts: the tag, and the position as text. */
    const ofBefore = (player: PlayerUuid, position: number): string => {
      const tag = createHmac("sha256", new Uint8Array(32).fill(7)).update(`notification|${player}|${position}`).digest()
      return Buffer.concat([tag.subarray(0, 16), Buffer.from(String(position))]).toString("base64url")
    }

    it.effect("stay good, to the byte, when broadcasts have come", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        for (const [index, message] of ["1", "2", "3"].entries()) {
          const { notification } = yield* append(player, message)
          assert.strictEqual(notification.notification_id, ofBefore(player, index + 1))
        }
        yield* toAll
        yield* append(player, "4")
        assert.deepStrictEqual(yield* page(player), ["4", "to all", "3", "2", "1"])
        assert.deepStrictEqual(yield* page(player, ofBefore(player, 2)), ["2", "1"])
        assert.deepStrictEqual(yield* page(player, undefined, ofBefore(player, 2)), ["4", "to all", "3"])
        assert.deepStrictEqual(yield* page(player, undefined, ofBefore(player, 3)), ["4", "to all"])
        assert.deepStrictEqual(yield* page(player, ofBefore(player, 3), ofBefore(player, 1)), ["3", "2"])
        // The end of a walk of before is still the end.
        assert.deepStrictEqual(yield* page(player, ofBefore(player, 0)), [])
        assert.deepStrictEqual(yield* page(player, undefined, ofBefore(player, 0)), ["4", "to all", "3", "2", "1"])
      }).pipe(withServices),
    )
  })
})
