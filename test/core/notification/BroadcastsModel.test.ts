/**
 * What players read against a model of it: their own notifications, and broadcasts to all, to a role and to lists. In
 * each round some of these are written at once, while players read on where they were; roles change, and players join.
 * The model is told what was written in which round, and no more.
 */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { compareMoments, isOfBroadcast, type Moment, START } from "@garrison/core/notification/moment"
import { Notifications } from "@garrison/core/notification/Notifications"
import { PLAYER_ROLE_ID } from "@garrison/core/permission/schema"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import * as SqlPlayerStore from "@garrison/sql/player/SqlPlayerStore"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { onEachDatabase, postgresLayer } from "../../support/databases.ts"
import { notificationsLayer } from "../../support/notifications.ts"
import { insertPlayer } from "../../support/players.ts"

const EDITOR = 7
const ROLES = [PLAYER_ROLE_ID, EDITOR]

/** What is kept, of each list and of the log. A round writes no more. */
const KEPT = 6
const RETENTION_SECONDS = 100

type Step =
  | { readonly is: "append"; readonly to: number }
  | { readonly is: "all" }
  | { readonly is: "role"; readonly role: number }
  | { readonly is: "list"; readonly to: ReadonlyArray<number> }
  | { readonly is: "setRole"; readonly of: number; readonly role: number }
  | { readonly is: "join" }

interface Round {
  readonly steps: ReadonlyArray<Step>
  readonly seconds: number
}

const who = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: who.map((to): Step => ({ is: "append", to })) },
  { weight: 2, arbitrary: fc.constant<Step>({ is: "all" }) },
  { weight: 2, arbitrary: fc.constantFrom(...ROLES).map((role): Step => ({ is: "role", role })) },
  { weight: 1, arbitrary: fc.uniqueArray(who, { minLength: 1, maxLength: 3 }).map((to): Step => ({ is: "list", to })) },
  {
    weight: 2,
    arbitrary: fc.tuple(who, fc.constantFrom(...ROLES)).map(([of, role]): Step => ({ is: "setRole", of, role })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ is: "join" }) },
)
const round: fc.Arbitrary<Round> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: KEPT }),
  seconds: fc.constantFrom(0, 0, 1, 60),
})

/** What was written, and in which round. */
interface Written {
  readonly id: string
  readonly round: number
  readonly created: number
  /** Whether the player reads it; undefined: it may be so or not, because a change was under way. */
  readonly isFor: (player: PlayerUuid) => boolean | undefined
}

/** A player, and what a stream has shown of what the player reads. */
interface Reader {
  readonly player: PlayerUuid
  readonly joined: number
  /** The role since each round in which it was changed, and whether it was changed twice in it. */
  readonly roles: Array<{ readonly round: number; readonly role: number | undefined }>
  readonly seen: Array<string>
  upTo: Moment
}

const roleIn = (reader: Reader, at: number): number | undefined => {
  const last = reader.roles.findLast((change) => change.round <= at)
  if (last === undefined) return PLAYER_ROLE_ID
  return last.round < at ? last.role : undefined
}

const idOf = (wire: string): string => (JSON.parse(wire) as { notification_id: string }).notification_id

/** Everything that is newer than the reader knows, a few at a time. */
const readOn = Effect.fnUntraced(function* (reader: Reader, limit: number) {
  const notifications = yield* Notifications
  for (;;) {
    const { placed, upTo } = yield* notifications.newer(reader.player, reader.upTo, limit)
    reader.seen.push(...placed.map(({ id }) => id))
    reader.upTo = upTo
    if (placed.length === 0) return
  }
})

/** Everything that pages show, oldest first. */
const pagedBack = Effect.fnUntraced(function* (player: PlayerUuid, pageSize: number, excludeBefore?: string) {
  const notifications = yield* Notifications
  const found: Array<string> = []
  let startAt: string | undefined
  for (;;) {
    const request = { page_size: pageSize, start_at: startAt, exclude_before: excludeBefore }
    const { cursor, wires } = yield* notifications.page(player, request)
    if (wires.length === 0) return found.toReversed()
    found.push(...wires.map(idOf))
    startAt = cursor
  }
})

/** Plays rounds on a new world, and compares what its readers saw with the model. */
const play = Effect.fnUntraced(function* (rounds: ReadonlyArray<Round>, pageSize: number) {
  const [broadcasts, notifications, players] = [yield* Broadcasts, yield* Notifications, yield* PlayerStore]
  const transaction = yield* Transaction
  const readers: Array<Reader> = []
  const written: Array<Written> = []

  const join = Effect.fnUntraced(function* (at: number) {
    const player = yield* insertPlayer()
    readers.push({ player, joined: at, roles: [], seen: [], upTo: START })
  })
  for (let count = 0; count < 3; count++) yield* join(-1)

  const isForReader = (player: PlayerUuid, at: number, isMember: (reader: Reader) => boolean | undefined) => {
    const reader = readers.find((one) => one.player === player)
    if (reader === undefined || reader.joined > at) return false
    const isOf = isMember(reader)
    return reader.joined === at && isOf !== false ? undefined : isOf
  }

  const run = Effect.fnUntraced(function* (one: Step, at: number, present: ReadonlyArray<Reader>) {
    const reader = (index: number): Reader => present[index % present.length] as Reader
    const input = { message: one.is }
    const note = (made: { readonly notification_id: string; readonly created: number }, isFor: Written["isFor"]) =>
      written.push({ id: made.notification_id, round: at, created: made.created, isFor })
    switch (one.is) {
      case "append": {
        const { player } = reader(one.to)
        const { notification } = yield* Effect.orDie(notifications.append(player, input))
        return note(notification, (other) => other === player)
      }
      case "all":
        return note(yield* broadcasts.publish({ is: "all" }, input), (player) => isForReader(player, at, () => true))
      case "role": {
        const made = yield* broadcasts.publish({ is: "role", roleId: one.role }, input)
        return note(made, (player) =>
          isForReader(player, at, (other) => {
            const role = roleIn(other, at)
            return role === undefined ? undefined : role === one.role
          }),
        )
      }
      case "list": {
        const list = new Set(one.to.map((index) => reader(index).player))
        const made = yield* broadcasts.publish({ is: "players", players: [...list] }, input)
        return note(made, (player) => list.has(player))
      }
      case "setRole": {
        const changed = reader(one.of)
        const isSecond = changed.roles.at(-1)?.round === at
        if (isSecond) changed.roles.pop()
        changed.roles.push({ round: at, role: isSecond ? undefined : one.role })
        return assert.isTrue(yield* transaction.run(players.setRole(changed.player, one.role)))
      }
      case "join":
        return yield* join(at)
    }
  })

  /** Roles that are not known after two changes at once are as storage says. */
  const settleRoles = Effect.forEach(readers, (reader) =>
    Effect.gen(function* () {
      const last = reader.roles.at(-1)
      if (last === undefined || last.role !== undefined) return
      reader.roles[reader.roles.length - 1] = { round: last.round, role: yield* players.role(reader.player) }
    }),
  )

  for (const [at, { seconds, steps }] of rounds.entries()) {
    const present = [...readers]
    const writing = Effect.forEach(steps, (one) => run(one, at, present), { concurrency: "unbounded" })
    const reading = Effect.forEach(present, (reader) => readOn(reader, pageSize), { concurrency: "unbounded" })
    yield* Effect.all([writing, reading], { concurrency: "unbounded" })
    yield* settleRoles
    yield* Effect.forEach(readers, (reader) => readOn(reader, pageSize))
    yield* TestClock.adjust(seconds * 1000)
  }

  const now = yield* Clock.currentTimeMillis
  const head = yield* broadcasts.head
  const byId = new Map(written.map((one) => [one.id, one]))
  assert.strictEqual(byId.size, written.length)
  const moments = new Map<string, Moment>()
  const momentOf = (id: string): Moment => moments.get(id) ?? START
  for (const { player, seen } of readers) {
    for (const id of seen) {
      const moment = yield* Effect.orDie(notifications.momentOf(player, id))
      // What two players read has one place for both, so that one order holds for all.
      assert.deepStrictEqual(moments.get(id) ?? moment, moment)
      moments.set(id, moment)
    }
    const isLater = (id: string, than: string): boolean => compareMoments(momentOf(id), momentOf(than)) > 0
    for (const [index, id] of seen.slice(1).entries()) {
      const before = seen[index] ?? ""
      assert.isTrue(isLater(id, before))
      assert.isAtLeast(byId.get(id)?.round ?? 0, byId.get(before)?.round ?? 0)
    }
    const got = new Set(seen)
    for (const one of written) {
      const isFor = one.isFor(player)
      if (isFor !== undefined) assert.strictEqual(got.has(one.id), isFor)
    }
    const own = new Set(seen.filter((id) => !isOfBroadcast(momentOf(id))).slice(-KEPT))
    const kept = seen.filter((id) => {
      const isCounted = isOfBroadcast(momentOf(id)) ? momentOf(id).broadcast > head - KEPT : own.has(id)
      return isCounted && (byId.get(id)?.created ?? 0) > now - RETENTION_SECONDS * 1000
    })
    assert.deepStrictEqual(yield* pagedBack(player, pageSize), kept)
    for (const from of seen.slice(-3)) {
      const rest = kept.filter((id) => isLater(id, from))
      assert.deepStrictEqual(yield* pagedBack(player, pageSize, from), rest)
    }
  }
})

const withNotifications = (database: typeof postgresLayer) =>
  SqlPlayerStore.layer.pipe(
    Layer.provideMerge(
      notificationsLayer(database, {
        notificationsPerPlayerMax: KEPT,
        broadcastsMax: KEPT,
        notificationRetentionSeconds: RETENTION_SECONDS,
      }),
    ),
  )

onEachDatabase((name, database) => {
  describe(`what players read, on ${name}`, () => {
    it.effect("is what the model says: each once, in one order, by streams and by pages", () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof play>>>()
        const rounds = fc.array(round, { minLength: 1, maxLength: 8 })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(rounds, fc.integer({ min: 1, max: 4 }), (drawn, pageSize) =>
              Effect.runPromiseWith(context)(play(drawn, pageSize)),
            ),
            { numRuns: name === "SQLite" ? 40 : 15 },
          ),
        )
      }).pipe(Effect.provide(withNotifications(database))),
    )
  })
})

/** How many sessions wait for a lock. */
const untilOneWaits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waits = sql`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((yield* waits).length === 0) yield* Effect.yieldNow
})

/**
 * A write that has read how many broadcasts there are, and is stored only when a broadcast is through, or waits.
 * Answers with what a stream shows that read in between and on, and what pages show in the end.
 */
const overtaken = Effect.fnUntraced(function* (
  write: (player: PlayerUuid) => Effect.Effect<unknown, unknown, Notifications | PlayerStore | Transaction>,
  isLocked: boolean,
) {
  const [broadcasts, sql] = [yield* Broadcasts, yield* SqlClient.SqlClient]
  const { run } = yield* Transaction
  const player = yield* insertPlayer()
  const reader: Reader = { player, joined: 0, roles: [], seen: [], upTo: START }
  const [hasRead, isThrough] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const writing = write(player).pipe(
    Effect.andThen(Deferred.succeed(hasRead, undefined)),
    Effect.andThen(Deferred.await(isThrough)),
    run,
    Effect.provideService(Statement.CurrentTransformer, (statement) =>
      Effect.succeed(
        isLocked || !statement.compile()[0].includes("pg_advisory_xact_lock_shared") ? statement : sql`SELECT 1`,
      ),
    ),
  )
  const sending = Effect.gen(function* () {
    yield* Deferred.await(hasRead)
    const sent = yield* Effect.forkChild(
      Effect.forEach([{ is: "all" }, { is: "role", roleId: EDITOR }] as const, (to) =>
        broadcasts.publish(to, { message: to.is }),
      ),
    )
    yield* Effect.raceFirst(untilOneWaits, Fiber.await(sent))
    yield* readOn(reader, 10)
    yield* Deferred.succeed(isThrough, undefined)
    yield* Fiber.join(sent)
  })
  yield* Effect.all([writing, sending], { concurrency: "unbounded" })
  yield* readOn(reader, 10)
  return { seen: reader.seen, paged: yield* pagedBack(player, 10) }
})

const appends = (player: PlayerUuid) =>
  Effect.flatMap(Notifications, (notifications) => notifications.append(player, { message: "own" }))
const changesRole = (player: PlayerUuid) => Effect.flatMap(PlayerStore, (players) => players.setRole(player, EDITOR))

describe("a write that a broadcast would overtake, on Postgres", () => {
  const live = Effect.provide(withNotifications(postgresLayer))

  it.live("comes first, and is read once by whoever reads on", () =>
    Effect.gen(function* () {
      for (const write of [appends, changesRole]) {
        const { paged, seen } = yield* overtaken(write, true)
        assert.strictEqual(seen.length, 2)
        assert.deepStrictEqual(seen, paged)
      }
    }).pipe(live),
  )

  it.live("control: without the lock it appears behind whoever reads on, and is lost", () =>
    Effect.gen(function* () {
      const own = yield* overtaken(appends, false)
      assert.deepStrictEqual([own.seen.length, own.paged.length], [1, 2])
      assert.strictEqual((yield* overtaken(changesRole, false)).seen.length, 1)
    }).pipe(live),
  )
})
