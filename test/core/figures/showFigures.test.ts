/**
 * Figures and what needs attention on a real database: counts by minute, players online, what a server adds, and the
 * plans of the statements, none of which reads a table from end to end.
 */
import { assert, describe, it } from "@effect/vitest"
import { listAttention } from "@garrison/core/attention/operations/listAttention"
import { UpkeepStore } from "@garrison/core/attention/UpkeepStore"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import { ShownSettings } from "@garrison/core/environment/shownSettings"
import { listSettings } from "@garrison/core/environment/operations/listSettings"
import { FiguresStore } from "@garrison/core/figures/FiguresStore"
import { showFigures } from "@garrison/core/figures/operations/showFigures"
import { RunningServer } from "@garrison/core/figures/RunningServer"
import * as Garrison from "@garrison/core/Garrison"
import { listHappenings } from "@garrison/core/happening/operations/listHappenings"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import { Presences } from "@garrison/core/presence/Presences"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { settingsInForce } from "@garrison/core/settings"
import { tables } from "@garrison/sql/schema/tables"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { actBy, testAct } from "../../support/acts.ts"
import { POUCH_LOOT, smallCatalog } from "../../support/catalog.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { login, loginAnon, testSettings, whoIs } from "../../support/logins.ts"
import { server } from "../../support/orders.ts"

const act = actBy("ada")
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const world = Effect.gen(function* () {
  yield* TestClock.setTime(HOUR)
  yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
  yield* (yield* Clients).create({ clientId: "game", kind: "game", permissions: [], public: true }, testAct)
  yield* (yield* Clients).create({ clientId: "machine", kind: "machine", permissions: [] }, testAct)
})

const order = { entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] } as const

const growing: ReadonlySet<string> = new Set(tables.filter(({ key }) => key !== undefined).map(({ name }) => name))

onEachDatabase((name, database) => {
  const services = Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce(testSettings)),
    Layer.provideMerge(Layer.merge(database, countingKdf().layer)),
  )

  describe(`figures on ${name}`, () => {
    it.effect("count logins, refused logins and orders by minute, and players online", () =>
      Effect.gen(function* () {
        yield* world
        const ada = whoIs(yield* loginAnon(1))
        yield* (yield* Orders).submit(ada.playerUuid, order, server)
        yield* TestClock.adjust("2 minutes")
        const brian = whoIs(yield* loginAnon(2))
        yield* loginAnon(1)
        for (let count = 0; count < 3; count++) yield* (yield* Orders).submit(ada.playerUuid, order, server)
        yield* (yield* Restrictions).add({ personId: brian.personId, type: "account_ban" }, testAct)
        yield* Effect.flip(loginAnon(2))
        // Nothing is known of who asks here.
        yield* Effect.flip(login({ grant_type: "bravo", portal_access_token: "of nobody" }))
        yield* TestClock.adjust("5 seconds")
        const presences = yield* Presences
        yield* presences.report(ada.playerUuid, { status: "invisible" })
        yield* presences.report(brian.playerUuid, { status: "offline" })
        const { database: stored, server_absent, server_state } = yield* showFigures.run({}, act)
        assert.strictEqual(stored.players_online, 1)
        assert.strictEqual(stored.invisible, 1)
        assert.deepStrictEqual(stored.platforms, [{ platform: "Anon", online: 0, away: 0, invisible: 1 }])
        assert.isFalse(stored.bounded)
        assert.sameDeepMembers(stored.refused_logins.slice(), [
          { grant: "anon", code: "user_auth_restricted", count: 1 },
          { grant: "bravo", code: "bravo_disabled", count: 1 },
        ])
        assert.lengthOf(stored.minutes, 15)
        assert.deepStrictEqual(stored.minutes.at(-1), {
          time: HOUR + 2 * MINUTE,
          logins: 2,
          logins_refused: 2,
          orders: 3,
        })
        assert.deepStrictEqual(stored.minutes.at(-2), { time: HOUR + MINUTE, logins: 0, logins_refused: 0, orders: 0 })
        assert.deepStrictEqual(stored.minutes.at(-3), { time: HOUR, logins: 1, logins_refused: 0, orders: 1 })
        assert.deepStrictEqual([server_state, server_absent], ["absent", "this program knows of no server"])
        yield* TestClock.adjust("15 minutes")
        const later = yield* showFigures.run({}, act)
        assert.strictEqual(later.database.players_online, 0)
        assert.strictEqual(
          later.database.minutes.reduce((sum, { logins, orders }) => sum + logins + orders, 0),
          0,
        )
      }).pipe(Effect.provide(services)),
    )

    it.effect("count no more rows than they are told to", () =>
      Effect.gen(function* () {
        yield* world
        for (let number = 1; number <= 4; number++) {
          const { playerUuid } = whoIs(yield* loginAnon(number))
          yield* (yield* Presences).report(playerUuid, {})
        }
        const store = yield* FiguresStore
        assert.deepStrictEqual([...(yield* store.byMinute("logins", HOUR, 3))], [[0, 3]])
      }).pipe(Effect.provide(services)),
    )

    it.effect("attention sees secrets, restrictions and what was never done, and no more once it is", () =>
      Effect.gen(function* () {
        yield* world
        const { personId, playerUuid } = whoIs(yield* loginAnon(1))
        const now = HOUR
        const sql = yield* SqlClient.SqlClient
        const { run } = yield* Transaction
        yield* run(Effect.orDie(sql`UPDATE client_secret SET created = ${now - 8 * 24 * HOUR}`))
        const restrictions = yield* Restrictions
        const soon = yield* restrictions.add({ personId, type: "account_ban", expiresAt: now + HOUR }, testAct)
        yield* restrictions.add({ personId, type: "account_lockout" }, testAct)
        const told = Effect.map(listAttention.run({}, act), ({ rows }) =>
          rows.map(({ kind, subject_id: subject }) => `${kind} ${subject ?? ""}`.trim()),
        )
        const never = ["backup_old", "audit_not_verified", "ledger_not_verified"]
        assert.includeMembers(yield* told, ["secret_unused machine", `restriction_ends ${playerUuid}`, ...never])
        // Who looks after players sees what ends for them, and nothing of servers and secrets.
        const support = { actor: { ...act.actor, isLessened: true, permissions: ["operator:read:player"] } } as const
        const { rows: ofPlayers } = yield* listAttention.run({}, support)
        assert.deepStrictEqual(
          ofPlayers.map(({ kind }) => kind),
          ["restriction_ends"],
        )
        const upkeep = yield* UpkeepStore
        for (const task of ["backup", "audit_verify", "ledger_verify"] as const) {
          yield* run(upkeep.succeeded(task, now))
          yield* run(upkeep.succeeded(task, now - 100 * 24 * HOUR))
        }
        yield* restrictions.lift(personId, soon.restrictionId, act)
        yield* (yield* Clients).setDisabled("machine", true, testAct)
        assert.deepStrictEqual(
          (yield* told).filter((row) => !row.startsWith("key_due")),
          [],
        )
      }).pipe(Effect.provide(services)),
    )

    it.effect("a server that answers is shown, and what it says needs attention", () =>
      Effect.gen(function* () {
        yield* world
        const answered = {
          version: "9.9.9",
          started: 0,
          time: 1,
          seconds: 0,
          unready: ["disk_full"],
          per_second: {
            requests: [],
            refused: [],
            failed: [],
            logins: [],
            logins_refused: [],
            orders: [],
            p95_ms: [],
            event_loop_ms: [],
          },
          latency: { p50_ms: null, p95_ms: null, p99_ms: null },
          operations: [],
          statuses: [],
          codes: [],
          logins: [],
          order_results: [],
          portals: [],
          lanes: [],
        }
        const running = { version: "9.9.8", ask: Effect.succeed({ state: "live", figures: answered } as const) }
        const withServer = Effect.provideService(RunningServer, running)
        const shown = yield* withServer(showFigures.run({}, act))
        assert.deepStrictEqual([shown.server_state, shown.server], ["live", answered])
        const { rows } = yield* withServer(listAttention.run({}, act))
        assert.includeMembers(
          rows.map(({ kind }) => kind),
          ["server_unready", "server_version"],
        )
      }).pipe(Effect.provide(services)),
    )

    it.effect("read by indexes on the time alone", () =>
      Effect.gen(function* () {
        const seen = new Map<string, ReadonlyArray<unknown>>()
        const recording = Effect.provideService(Statement.CurrentTransformer, (statement) =>
          Effect.sync(() => {
            const [text, params] = statement.compile()
            seen.set(text, params)
            return statement
          }),
        )
        const { follow } = yield* listHappenings.run({}, act)
        yield* Effect.all([
          showFigures.run({}, act),
          listAttention.run({}, act),
          listHappenings.run({}, act),
          listHappenings.run({ after: follow }, act),
        ]).pipe(recording)
        const sql = yield* SqlClient.SqlClient
        const explained = (text: string, params: ReadonlyArray<unknown>) =>
          sql.onDialectOrElse({
            pg: () =>
              sql.withTransaction(
                Effect.gen(function* () {
                  for (const setting of ["seqscan", "bitmapscan"])
                    yield* sql.unsafe(`SET LOCAL enable_${setting} = off`)
                  return yield* sql.unsafe(`EXPLAIN ${text}`, params)
                }),
              ),
            orElse: () => sql.unsafe(`EXPLAIN QUERY PLAN ${text}`, params),
          })
        let looked = 0
        for (const [text, params] of seen) {
          if (!Array.from(growing).some((table) => new RegExp(String.raw`\b${table}\b`).test(text))) continue
          const plan = (yield* Effect.orDie(explained(text, params)))
            .map((row) => Object.values(row).join(" "))
            .join("\n")
          assert.match(plan, /_by_(?:age|end)\b/, text)
          assert.notMatch(plan, /Seq Scan|SCAN (?!newest|\(subquery)/, text)
          looked++
        }
        assert.strictEqual(looked, 14)
      }).pipe(Effect.provide(services)),
    )

    it.effect("settings are those that the program has shown", () =>
      Effect.gen(function* () {
        const shown = { name: "port", value: "1", source: "--port", environment: "GARRISON_PORT", description: "port" }
        assert.deepStrictEqual(yield* listSettings.run({}, act), { settings: [] })
        assert.deepStrictEqual(yield* Effect.provideService(listSettings.run({}, act), ShownSettings, [shown]), {
          settings: [shown],
        })
      }),
    )
  })
})
