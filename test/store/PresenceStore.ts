/** What every {@link PresenceStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import {
  type Heartbeat,
  type PresenceChange,
  type PresenceReport,
  PresenceStore,
  hasReported,
  type ReportedPresence,
} from "@garrison/core/presence/PresenceStore"
import { PRESENCE_STATUSES } from "@garrison/core/presence/schema"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { deletePersonOf, giveToAnotherPerson, insertPlayer, moveTo, strangerUuid } from "../support/players.ts"

const nothing: PresenceChange = {
  status: undefined,
  message: undefined,
  customData: undefined,
  doNotDisturb: undefined,
  platform: undefined,
}

const report = Effect.fnUntraced(function* (player: PlayerUuid, change: Partial<PresenceChange>, now: number) {
  const store = yield* PresenceStore
  const transaction = yield* Transaction
  const answered = yield* transaction.run(store.report(player, { ...nothing, ...change }, now))
  assert.deepStrictEqual(answered, yield* store.find(player))
  return answered === "not_found" ? assert.fail("no such player") : answered
})

const first: PresenceReport = {
  status: "online",
  message: undefined,
  customData: undefined,
  doNotDisturb: false,
  lastSeen: 5,
  revision: 1,
}

/** A new player with a report of that time. */
const reportedAt = Effect.fnUntraced(function* (at: number, change: Partial<PresenceChange> = {}) {
  const stored = yield* report(yield* insertPlayer(), change, at)
  return hasReported(stored) ? stored : assert.fail("no report")
})

const heartbeatOf = (
  { personId, playerUuid, report: { revision } }: ReportedPresence,
  at: number,
  { platform }: Pick<Partial<PresenceChange>, "platform"> = {},
): Heartbeat => ({ personId, playerUuid, revision, platform, at })

const touch = Effect.fnUntraced(function* (heartbeats: ReadonlyArray<Heartbeat>) {
  const store = yield* PresenceStore
  const touched = yield* (yield* Transaction).run(store.touch(heartbeats))
  return touched.map((one) => `${one.playerUuid} ${one.displayName} ${one.lastSeen}`).toSorted()
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<PresenceStore | Transaction | SqlClient.SqlClient>): void => {
  withLayer(layer)(`PresenceStore on ${name}`, (it) => {
    it.effect("a player that does not exist is not found, and cannot report", () =>
      Effect.gen(function* () {
        const store = yield* PresenceStore
        const transaction = yield* Transaction
        assert.strictEqual(yield* store.find(strangerUuid), "not_found")
        assert.strictEqual(yield* transaction.run(store.report(strangerUuid, nothing, 1)), "not_found")
        assert.strictEqual(yield* store.find(strangerUuid), "not_found")
      }),
    )

    it.effect("a player that never reported is known by the last login", () =>
      Effect.gen(function* () {
        const store = yield* PresenceStore
        const player = yield* insertPlayer({ displayName: "Lin", platform: "Golf" })
        const expected = { playerUuid: player, platform: "Golf" as const, displayName: "Lin", report: undefined }
        const found = yield* store.find(player)
        assert.deepInclude(found, expected)
      }),
    )

    it.effect("a first report is online with nothing to say, unless it says otherwise", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* report(yield* insertPlayer(), {}, 5)).report, first)
        const all = { status: "away", message: "brb", customData: { a: "1", b: "" }, doNotDisturb: true } as const
        assert.deepStrictEqual((yield* report(yield* insertPlayer(), all, 5)).report, {
          ...all,
          lastSeen: 5,
          revision: 1,
        })
      }),
    )

    it.effect("a report changes what it names, keeps the rest, and is always the time last seen", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        let expected = first
        const steps: ReadonlyArray<Partial<PresenceChange>> = [
          {},
          { message: "hello" },
          { status: "invisible" },
          { customData: { level: "3" } },
          { doNotDisturb: true },
          {},
          { message: null },
          { status: "away", doNotDisturb: false },
          { customData: null },
          { message: "again", customData: { x: "y" }, status: "offline" },
          {},
        ]
        for (const [index, step] of steps.entries()) {
          // The time goes both ways: a clock that was ahead must not keep a player online.
          const now = index === 4 ? 1 : 10 * index
          const after = (yield* report(player, step, now)).report
          expected = {
            status: step.status ?? expected.status,
            message: step.message === undefined ? expected.message : (step.message ?? undefined),
            customData: step.customData === undefined ? expected.customData : (step.customData ?? undefined),
            doNotDisturb: step.doNotDisturb ?? expected.doNotDisturb,
            lastSeen: now,
            // A step that names nothing is a heartbeat, which changes nothing but the time.
            revision: expected.revision + (index === 0 || Object.keys(step).length === 0 ? 0 : 1),
          }
          assert.deepStrictEqual(after, expected)
        }
      }),
    )

    it.effect("every status is stored", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        for (const status of PRESENCE_STATUSES)
          assert.strictEqual((yield* report(player, { status }, 1)).report?.status, status)
      }),
    )

    it.effect("any text survives: zero bytes, halves of surrogate pairs, quotes", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        for (const text of ["\u0000", "\ud800", "\"'\\", "🎲", " ", "null", "a".repeat(4096)]) {
          const customData = { [text]: text }
          const after = yield* report(player, { message: text, customData }, 1)
          assert.deepInclude(after.report, { message: text, customData })
        }
      }),
    )

    it.effect("the platform is the one reported from, else that of the login, and changes only in sight", () =>
      Effect.gen(function* () {
        const store = yield* PresenceStore
        const player = yield* insertPlayer({ platform: "Alpha" })
        const platformAfter = (change: Partial<PresenceChange>) =>
          Effect.map(report(player, change, 1), ({ platform }) => platform)
        assert.strictEqual(yield* platformAfter({}), "Alpha")
        assert.strictEqual(yield* platformAfter({ platform: "Bravo" }), "Bravo")
        assert.strictEqual(yield* platformAfter({}), "Alpha")
        yield* moveTo(player, "Golf", "Ada the Second")
        assert.deepInclude(yield* store.find(player), { platform: "Alpha", displayName: "Ada the Second" })
        assert.strictEqual(yield* platformAfter({ status: "invisible" }), "Alpha")
        assert.strictEqual(yield* platformAfter({ platform: "Hotel" }), "Alpha")
        assert.strictEqual(yield* platformAfter({ status: "offline", platform: "Hotel" }), "Alpha")
        assert.strictEqual(yield* platformAfter({ status: "away" }), "Golf")
        assert.strictEqual(yield* platformAfter({ status: "online", platform: "Hotel" }), "Hotel")
      }),
    )

    it.effect("a player who is invisible from the first report on stays at the platform of that time", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer({ platform: "Alpha" })
        yield* report(player, { status: "invisible" }, 1)
        yield* moveTo(player, "Golf", "Ada")
        assert.strictEqual((yield* report(player, {}, 2)).platform, "Alpha")
      }),
    )

    it.effect("a first report out of sight says nothing of where it was made", () =>
      Effect.gen(function* () {
        for (const status of ["invisible", "offline"] as const) {
          const player = yield* insertPlayer({ platform: "Alpha" })
          assert.strictEqual((yield* report(player, { status, platform: "Golf" }, 1)).platform, "Alpha")
          assert.strictEqual((yield* report(player, { status: "online", platform: "Golf" }, 2)).platform, "Golf")
        }
      }),
    )

    it.effect("many are found as each by itself, also those whose person has changed, and nobody else", () =>
      Effect.gen(function* () {
        const store = yield* PresenceStore
        const silent = yield* insertPlayer({ displayName: "Lin", platform: "Golf" })
        const said = yield* insertPlayer()
        yield* report(said, { status: "away", message: "brb", customData: { a: "1" } }, 7)
        const deleted = yield* insertPlayer()
        yield* report(deleted, {}, 7)
        yield* deletePersonOf(deleted)
        const moved = yield* insertPlayer()
        yield* report(moved, {}, 8)
        const all = [said, strangerUuid, moved, silent, deleted]
        const alone = yield* Effect.forEach([said, moved, silent], store.find)
        const found = yield* store.findMany(all)
        const byPlayer = (one: unknown) => JSON.stringify(one)
        assert.deepStrictEqual(found.map(byPlayer).toSorted(), alone.map(byPlayer).toSorted())
        // The process remembers the person that the player was of.
        yield* giveToAnotherPerson(moved)
        assert.deepStrictEqual(
          (yield* store.findMany([moved, said])).map(({ playerUuid }) => playerUuid).toSorted(),
          [moved, said].toSorted(),
        )
        assert.deepStrictEqual(yield* store.findMany([]), [])
        assert.deepStrictEqual(yield* store.findMany([strangerUuid]), [])
      }),
    )

    it.effect("online players are counted by platform and status, up to a number of reports", () =>
      Effect.gen(function* () {
        const store = yield* PresenceStore
        const statuses = ["online", "online", "away", "invisible", "offline"] as const
        const from = 1_000_000_000
        for (const [at, status] of statuses.entries()) {
          yield* report(yield* insertPlayer({ platform: "Golf" }), { status }, from + at)
        }
        yield* report(yield* insertPlayer({ platform: "Echo" }), {}, from + 9)
        yield* report(yield* insertPlayer({ platform: "Echo" }), {}, from - 1)
        yield* report(yield* insertPlayer({ platform: "Echo" }), {}, from + 10)
        const counts = (most: number) =>
          Effect.map(store.countOnline(from, from + 9, most), (rows) =>
            rows.map(({ count, platform, status }) => `${platform} ${status} ${count}`).toSorted(),
          )
        assert.deepStrictEqual(yield* counts(100), [
          "Echo online 1",
          "Golf away 1",
          "Golf invisible 1",
          "Golf online 2",
        ])
        assert.deepStrictEqual(yield* counts(2), ["Echo online 1", "Golf invisible 1"])
      }),
    )

    it.effect("40 first reports at once leave one record, and changes at once are all kept", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        yield* Effect.forEach(
          Array.from({ length: 40 }, (_, index): Partial<PresenceChange> => {
            const kinds = [
              { message: "m" },
              { customData: { k: "v" } },
              { doNotDisturb: true },
              { status: "away" as const },
            ]
            return kinds[index % kinds.length] ?? {}
          }),
          (change) =>
            Effect.flatMap(PresenceStore, (store) =>
              Effect.flatMap(Transaction, (transaction) =>
                transaction.run(store.report(player, { ...nothing, ...change }, 9)),
              ),
            ),
          { concurrency: "unbounded" },
        )
        assert.deepInclude((yield* report(player, {}, 10)).report, {
          status: "away",
          message: "m",
          customData: { k: "v" },
          doNotDisturb: true,
          lastSeen: 10,
        })
      }),
    )

    it.effect("the revision counts what changes, and no report that says again what stands", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer({ platform: "Alpha" })
        const revisionAfter = (change: Partial<PresenceChange>) =>
          Effect.map(report(player, change, 1), (stored) => stored.report?.revision)
        const all = {
          status: "away",
          message: "m",
          customData: { a: "1" },
          doNotDisturb: true,
          platform: "Golf",
        } as const
        assert.strictEqual(yield* revisionAfter(all), 1)
        assert.strictEqual(yield* revisionAfter(all), 1)
        assert.strictEqual(yield* revisionAfter({ platform: "Golf" }), 1)
        const changes: ReadonlyArray<Partial<PresenceChange>> = [
          { status: "online" },
          { message: "n" },
          { message: null },
          { customData: { a: "2" } },
          { customData: null },
          { doNotDisturb: false },
          { platform: "Echo" },
          {},
        ]
        for (const [index, change] of changes.entries()) {
          // The last one names no platform, and is from that of the login.
          assert.strictEqual(yield* revisionAfter({ platform: index === 7 ? undefined : "Golf", ...change }), 2 + index)
        }
      }),
    )

    it.effect("heartbeats store the time of all rows that are as they know them, and no time goes back", () =>
      Effect.gen(function* () {
        const golf = yield* reportedAt(10, { platform: "Golf" })
        const hidden = yield* reportedAt(10, { status: "invisible" })
        const later = yield* reportedAt(90)
        const touched = yield* touch([
          heartbeatOf(golf, 50, { platform: "Golf" }),
          heartbeatOf(hidden, 51, { platform: "Golf" }),
          heartbeatOf(later, 52),
        ])
        assert.deepStrictEqual(
          touched,
          [`${golf.playerUuid} Ada 50`, `${hidden.playerUuid} Ada 51`, `${later.playerUuid} Ada 90`].toSorted(),
        )
        const store = yield* PresenceStore
        for (const [before, lastSeen] of [
          [golf, 50],
          [hidden, 51],
          [later, 90],
        ] as const) {
          const after = { ...before, report: { ...before.report, lastSeen } }
          assert.deepStrictEqual(yield* store.find(before.playerUuid), after)
        }
      }),
    )

    it.effect("a heartbeat misses a row that has changed, a deleted person, and a login from elsewhere", () =>
      Effect.gen(function* () {
        const changed = yield* reportedAt(10)
        yield* report(changed.playerUuid, { message: "other" }, 11)
        const deleted = yield* reportedAt(10)
        yield* deletePersonOf(deleted.playerUuid)
        const moved = yield* reportedAt(10)
        yield* giveToAnotherPerson(moved.playerUuid)
        const elsewhere = yield* reportedAt(10)
        yield* moveTo(elsewhere.playerUuid, "Golf", "Lin")
        const unseen = yield* reportedAt(10, { status: "invisible" })
        yield* moveTo(unseen.playerUuid, "Golf", "Lin")
        const named = yield* reportedAt(10)
        yield* moveTo(named.playerUuid, "Golf", "Lin")
        const all = [changed, deleted, moved, elsewhere, unseen]
        const heartbeats = [...all.map((one) => heartbeatOf(one, 50)), heartbeatOf(named, 50, { platform: "Anon" })]
        assert.deepStrictEqual(
          yield* touch(heartbeats),
          [`${unseen.playerUuid} Lin 50`, `${named.playerUuid} Lin 50`].toSorted(),
        )
        assert.deepInclude((yield* report(elsewhere.playerUuid, {}, 60)).report, { revision: 2 })
        assert.deepStrictEqual(yield* touch([]), [])
      }),
    )

    it.effect("a thousand heartbeats are one statement's, and 20 flushes at once of the same players all end", () =>
      Effect.gen(function* () {
        const players = yield* Effect.forEach(Array.from({ length: 50 }), () => reportedAt(10))
        const rounds = Array.from({ length: 20 }, (_, round) => {
          const heartbeats = players.map((one) => heartbeatOf(one, 100 + round))
          return round % 2 === 0 ? heartbeats : heartbeats.toReversed()
        })
        const ends = yield* Effect.forEach(rounds, touch, { concurrency: "unbounded" })
        for (const end of ends) assert.lengthOf(end, 50)
        const store = yield* PresenceStore
        const found = yield* store.findMany(players.map(({ playerUuid }) => playerUuid))
        assert.deepStrictEqual(new Set(found.map((one) => one.report?.lastSeen)), new Set([119]))
        const many = Array.from({ length: 1000 }, (_, index) => heartbeatOf(players[index % 50] ?? assert.fail(), 200))
        yield* touch(many)
      }),
    )

    it.effect("a late report changes a row that is older, and no other", () =>
      Effect.gen(function* () {
        const store = yield* PresenceStore
        const transaction = yield* Transaction
        const { playerUuid } = yield* reportedAt(10, { platform: "Alpha" })
        const late = (at: number, change: Partial<PresenceChange>) =>
          transaction.run(store.reportLate(playerUuid, { ...nothing, ...change }, at))
        assert.strictEqual(yield* late(10, { platform: "Golf" }), "not_found")
        assert.strictEqual(yield* late(9, { message: "m" }), "not_found")
        const stored = yield* late(11, { platform: "Golf" })
        assert.deepInclude(stored, { platform: "Golf" })
        assert.deepInclude(stored === "not_found" ? {} : stored.report, { lastSeen: 11, revision: 2 })
        assert.strictEqual(yield* transaction.run(store.reportLate(strangerUuid, nothing, 1)), "not_found")
      }),
    )
  })
}
