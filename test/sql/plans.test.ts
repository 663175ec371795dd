/**
 * How the databases find what the statements of a day ask for. Tables that grow with players are searched by an index
 * and never read from end to end, and what a statement sorts does not grow with them. The plans are those of empty
 * tables, on which Postgres would read everything: so it is told to avoid that, and does unless there is no other way.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { PersonId, type PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import * as loginHousekeeping from "@garrison/core/login/storing/housekeeping"
import { PortalUserStore } from "@garrison/core/login/storing/PortalUserStore"
import { Passwords } from "@garrison/core/login/password/Passwords"
import * as notificationHousekeeping from "@garrison/core/notification/housekeeping"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Orders } from "@garrison/core/order/Orders"
import { OrderStore } from "@garrison/core/order/OrderStore"
import { PlayerSearchStore, type PlayerSought } from "@garrison/core/player/PlayerSearchStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { Players } from "@garrison/core/player/Players"
import { Presences } from "@garrison/core/presence/Presences"
import { RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import { tables as declared } from "@garrison/sql/schema/tables"
import * as Stores from "@garrison/sql/Stores"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { GOLD, POUCH_LOOT, smallCatalog } from "../support/catalog.ts"
import { onEachFreshDatabase } from "../support/databases.ts"
import { createPlayer, inUnit } from "../support/identities.ts"
import { context, login, loginAnon, testSettings, useRefresh, whoIs } from "../support/logins.ts"
import { playerCaller, server } from "../support/orders.ts"
import { strangerUuid } from "../support/players.ts"
import { actBy, testAct } from "../support/acts.ts"

/** Tables that grow with players. */
const growing: ReadonlySet<string> = new Set(declared.filter(({ key }) => key !== undefined).map(({ name }) => name))

/** A statement with the parameters that it was first seen with. */
type Seen = ReadonlyMap<string, ReadonlyArray<unknown>>

/** Collects the statements of an effect. */
const recording = (seen: Map<string, ReadonlyArray<unknown>>) =>
  Effect.provideService(Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      const [text, params] = statement.compile()
      if (!seen.has(text)) seen.set(text, params)
      return statement
    }),
  )

/** Logs in by every grant, refreshes, fails, logs out. */
const logins = Effect.gen(function* () {
  const clients = yield* Clients
  yield* clients.create({ clientId: "game", kind: "game", permissions: [], public: true }, testAct)
  const machine = yield* clients.create({ clientId: "machine", kind: "machine", permissions: ["*"] }, testAct)
  const credentials = { clientId: "machine", secret: machine.secret ?? "" }
  yield* login({ grant_type: "client_credentials" }, context({ credentials }))
  yield* (yield* Passwords).create({ username: "ada", password: "correct horse battery" }, testAct)
  yield* login({ grant_type: "basic", portal_access_token: "ada:correct horse battery" })
  yield* Effect.flip(login({ grant_type: "basic", portal_access_token: "ada:wrong" }))
  const first = yield* loginAnon(1, { include_refresh: true })
  const again = yield* loginAnon(1, { include_refresh: true })
  const refreshed = yield* useRefresh(again.refresh_token)
  yield* useRefresh(refreshed.refresh_token, { include_refresh: false })
  const tokens = yield* AccessTokens
  yield* (yield* Sessions).end(yield* tokens.authenticate(`Bearer ${refreshed.access_token}`), "logout")
  yield* (yield* PortalUserStore).list({ environment: "", portalUserId: "", platform: "" }, 1)
  return whoIs(first)
})

/** Orders of every kind of entry that is fulfilled, their pages, and what is looked up. */
const orders = Effect.fnUntraced(function* (player: PlayerUuid) {
  const service = yield* Orders
  const fill = { type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 } as const
  const create = { type: "create_new_persistent_inventory", item_id: GOLD, quantity: 1 } as const
  const client_order_ref_id = crypto.randomUUID()
  const { wire } = yield* service.submit(player, { client_order_ref_id, entries: [fill, create] }, server)
  const order = JSON.parse(wire) as {
    readonly order_id: string
    readonly entries: ReadonlyArray<{
      readonly details: ReadonlyArray<{ readonly inv_change: { readonly after: { readonly inventory_id: string } } }>
    }>
  }
  const inventory_id = order.entries[1]?.details[0]?.inv_change.after.inventory_id ?? ""
  const update = { type: "update_inventory", inventory_id, quantity: 3 } as const
  const legacy = { type: "update_existing_transient_inventory", legacy_inventory_id: 5n, quantity: 3 } as const
  yield* service.submit(player, { entries: [update, legacy] }, server)
  for (let count = 0; count < 3; count++) yield* service.submit(player, { entries: [fill] }, playerCaller(player))
  for (const sort of ["asc", "desc"] as const) {
    const { page } = yield* service.page(player, { sort, limit: 1 })
    yield* service.page(player, { cursor: page.cursor, limit: 1 })
  }
  yield* service.find(player, order.order_id)
})

/** What a service does in a day, once. */
const day = Effect.gen(function* () {
  yield* (yield* Catalogs).publish(smallCatalog, {}, testAct)
  const { personId, playerUuid } = yield* logins
  yield* orders(playerUuid)
  const notifications = yield* Notifications
  for (let count = 0; count < 3; count++) yield* notifications.append(playerUuid, { message: "Hello" })
  const { cursor } = yield* notifications.page(playerUuid, { page_size: 1 })
  yield* notifications.page(playerUuid, { page_size: 1, start_at: cursor, exclude_before: cursor })
  const presences = yield* Presences
  yield* presences.report(playerUuid, { message: "here" })
  yield* presences.view(playerUuid, { isSelf: false, seesAll: false })
  const restrictions = yield* Restrictions
  const { restrictionId } = yield* restrictions.add({ personId, type: "account_ban" }, testAct)
  yield* restrictions.activeOf(personId)
  yield* restrictions.lift(personId, restrictionId, actBy("test"))
  yield* (yield* Players).find(playerUuid)
  yield* loginHousekeeping.prune
  yield* notificationHousekeeping.prune
})

/** The tables of a statement, by the names that it gives them. */
const tablesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)(?:\s+AS)?(?:\s+(\w+))?/gi)).flatMap(
      ([, table = "", alias = table]) => [
        [table, table],
        [alias, table],
      ],
    ),
  )

const grows = (table: string | undefined): boolean => table !== undefined && growing.has(table)

/** A person has 16 players at most, so that what is sorted of one person does not grow. */
const isOfOnePerson = (text: string): boolean => /WHERE (?:\w\.)?person_id = /.test(text)

/** What is wrong with a plan of SQLite, one step a line. */
const flawsOfSqlite = (text: string, steps: ReadonlyArray<string>): ReadonlyArray<string> => {
  const tables = tablesIn(text)
  return steps.filter((step) => {
    // A table that is not named is searched for rows that an insert could set right, and only while there are such.
    const scanned = /^SCAN (\w+)/.exec(step)?.[1]
    if (scanned !== undefined && grows(tables.get(scanned))) return true
    const sorts = step.startsWith("USE TEMP B-TREE FOR") && Array.from(tables.values()).some(grows)
    return sorts && !isOfOnePerson(text)
  })
}

interface PostgresPlan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly Plans?: ReadonlyArray<PostgresPlan>
}

const relationsIn = (plan: PostgresPlan): ReadonlyArray<string> => [
  ...(plan["Relation Name"] === undefined ? [] : [plan["Relation Name"]]),
  ...(plan.Plans ?? []).flatMap(relationsIn),
]

/** What is wrong with a plan of Postgres, node by node. */
const flawsOfPostgres = (text: string, plan: PostgresPlan): ReadonlyArray<string> => {
  const { "Node Type": type, "Relation Name": table, Plans: below = [] } = plan
  const scans = type === "Seq Scan" && grows(table)
  const sorts = type.endsWith("Sort") && relationsIn(plan).some(grows) && !isOfOnePerson(text)
  return [
    ...(scans || sorts ? [`${type} of ${relationsIn(plan).join(", ")}`] : []),
    ...below.flatMap((inner) => flawsOfPostgres(text, inner)),
  ]
}

/** Sorting and reading from end to end are the last that Postgres chooses; a bitmap would hide an index's order. */
const avoiding = ["enable_seqscan", "enable_sort", "enable_bitmapscan", "enable_incremental_sort"]

/** The steps of a SQLite plan, or the root of one of Postgres. */
type Plan = ReadonlyArray<string> | PostgresPlan

const planOf = Effect.fnUntraced(function* (text: string, params: ReadonlyArray<unknown>) {
  const sql = yield* SqlClient.SqlClient
  const transaction = yield* Transaction
  const explained = (prefix: string) => sql.unsafe<Record<string, unknown>>(`${prefix} ${text}`, params)
  return yield* sql.onDialectOrElse<Effect.Effect<Plan>, never, Effect.Effect<Plan>>({
    pg: () =>
      Effect.gen(function* () {
        for (const setting of avoiding) yield* sql.unsafe(`SET LOCAL ${setting} = off`)
        const [row] = yield* explained("EXPLAIN (FORMAT JSON)")
        const told = row?.["QUERY PLAN"]
        const [{ Plan: root }] = (typeof told === "string" ? JSON.parse(told) : told) as [{ Plan: PostgresPlan }]
        return root
      }).pipe(orUnavailable, transaction.run),
    orElse: () =>
      Effect.map(orUnavailable(explained("EXPLAIN QUERY PLAN")), (rows) => rows.map((row) => String(row.detail))),
  })
})

/** The flaws of each statement's plan, by statement. */
const flawsOf = Effect.fnUntraced(function* (seen: Seen) {
  const flaws: Record<string, ReadonlyArray<string>> = {}
  for (const [text, params] of seen) {
    if (!/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) continue
    const plan = yield* planOf(text, params)
    const found = "Node Type" in plan ? flawsOfPostgres(text, plan) : flawsOfSqlite(text, plan)
    if (found.length > 0) flaws[text.replaceAll(/\s+/g, " ")] = found
  }
  return flaws
})

/** Statements that must be noticed: they read a table that grows from end to end, or sort it. */
const planted: ReadonlyArray<readonly [string, string]> = [
  ["a column without an index", "SELECT player_uuid FROM person_player WHERE display_name = 'Ada'"],
  [
    "a whole table under another name",
    "SELECT COUNT(*) FROM inventory_ledger AS l JOIN client c ON c.created = l.created",
  ],
  [
    "an order that no index has",
    `SELECT order_id FROM player_order WHERE player_uuid = '${strangerUuid}' ORDER BY entry_total LIMIT 1`,
  ],
  ["an update of everything", "UPDATE person_presence SET last_seen = 0 WHERE last_seen = 1"],
  ["a deletion by a column without an index", "DELETE FROM login_session WHERE created_at < 5"],
]

onEachFreshDatabase((name, database) => {
  const stores = Stores.layer.pipe(Layer.provideMerge(database))
  const services = Garrison.layer.pipe(Layer.provide(settingsInForce(testSettings)))

  describe(`plans on ${name}`, () => {
    it.live("the statements of a day search tables that grow by an index, and sort nothing of them", () =>
      Effect.gen(function* () {
        const seen = new Map<string, ReadonlyArray<unknown>>()
        yield* day.pipe(Effect.provide(services), recording(seen))
        assert.isAbove(seen.size, 60)
        assert.deepStrictEqual(yield* flawsOf(seen), {})
      }).pipe(Effect.provide(stores)),
    )

    it.live("a page of orders is found by the place that its cursor names, in either direction", () =>
      Effect.gen(function* () {
        const store = yield* OrderStore
        for (const [sort, sign] of [
          ["asc", ">"],
          ["desc", "<"],
        ] as const) {
          const seen = new Map<string, ReadonlyArray<unknown>>()
          const from = { created: 5, orderId: "" }
          yield* recording(seen)(store.list(strangerUuid, { from, oldest: 0, sort, limit: 10 }))
          const [[text, params] = ["", []]] = seen
          const plan = yield* planOf(text, params)
          if ("Node Type" in plan) {
            const [found = plan] = plan.Plans ?? []
            assert.include(found["Index Cond"], `ROW(created, order_id) ${sign} ROW(`)
            assert.notProperty(found, "Filter")
          } else {
            assert.lengthOf(plan, 1)
            assert.include(plan[0], "SEARCH player_order USING INDEX player_order_of_player (player_uuid=?")
            assert.include(plan[0], `(created,order_id)${sign}(?,?)`)
          }
        }
      }).pipe(Effect.provide(stores)),
    )

    it.live("a page of players by name is a range of one index, with and without an end", () =>
      Effect.gen(function* () {
        const store = yield* PlayerStore
        for (const end of [undefined, "ae"]) {
          const seen = new Map<string, ReadonlyArray<unknown>>()
          yield* recording(seen)(store.listByName({ after: { name: "ad" }, end, limit: 10 }))
          assert.deepStrictEqual(yield* flawsOf(seen), {})
          const [[text, params] = ["", []]] = seen
          const plan = yield* planOf(text, params)
          if ("Node Type" in plan) {
            const [found = plan] = plan.Plans ?? []
            assert.strictEqual(found["Index Name"], "person_player_by_name")
            assert.include(found["Index Cond"], "> ROW('ad'")
            assert.strictEqual(found["Index Cond"]?.includes("< 'ae'"), end !== undefined)
            assert.notProperty(found, "Filter")
          } else {
            const range =
              end === undefined
                ? "((compared_name,player_uuid)>(?,?))"
                : "((compared_name,player_uuid)>(?,?) AND compared_name<?)"
            assert.include(plan[0], `SEARCH p USING INDEX person_player_by_name ${range}`)
          }
        }
      }).pipe(Effect.provide(stores)),
    )

    it.live("a search of operators walks along an index, whatever is sought", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = uuids(sql)
        // A player who meets all conditions, so that no statement is left out.
        const { wanted } = yield* createPlayer()
        const [person, player] = [id(wanted.personId), id(wanted.playerUuid)]
        yield* inUnit(
          Effect.orDie(
            Effect.all([
              sql`UPDATE person_player SET folded_name = 'ada' WHERE person_id = ${person}`,
              sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${player}, 1)`,
              sql`INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records) VALUES (${player}, 7, 'free', 1, 1)`,
              sql`INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at)
                VALUES (${person}, ${player}, 'account_ban', 'x', 1)`,
              sql`INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform)
                VALUES (${person}, ${player}, 'online', 0, 1, 'Anon')`,
            ]),
          ),
        )
        const search = yield* PlayerSearchStore
        const restriction = { type: undefined, now: 5 }
        const online = { since: 0, until: 5 }
        const part = { folded: "ada", grams: ["ada"] }
        const all = { part, itemId: 7, restriction, online }
        const searches: ReadonlyArray<PlayerSought> = [
          {},
          { part },
          { part: { folded: "a", grams: [] } },
          { itemId: 7 },
          { restriction },
          { restriction: { ...restriction, type: "account_ban" } },
          { online },
          { playerUuid: wanted.playerUuid },
          { playerId: 1 },
          { portalUser: wanted.user },
          all,
          { ...all, part: undefined },
        ]
        for (const sought of searches) {
          const seen = new Map<string, ReadonlyArray<unknown>>()
          const { players } = yield* recording(seen)(search.search(sought, undefined, 10))
          assert.lengthOf(players, 1)
          assert.deepStrictEqual(yield* flawsOf(seen), {}, JSON.stringify(sought))
        }
        const orders = yield* OrderStore
        for (const of of [undefined, wanted.playerUuid]) {
          const seen = new Map<string, ReadonlyArray<unknown>>()
          const span = { player: of, before: { created: 5, orderId: strangerUuid }, from: 0, limit: 10 }
          yield* recording(seen)(orders.newest(span))
          assert.deepStrictEqual(yield* flawsOf(seen), {})
        }
      }).pipe(Effect.provide(stores)),
    )

    it.live(
      "a page of the restrictions of all persons is a range of one index, in force and past, of one type too",
      () =>
        Effect.gen(function* () {
          const store = yield* RestrictionStore
          const after = { endsAt: 5, restrictionId: strangerUuid, personId: PersonId.make(strangerUuid) }
          for (const type of [undefined, "account_ban"] as const) {
            for (const [state, sign] of [
              ["in_force", ">"],
              ["past", "<"],
            ] as const) {
              const seen = new Map<string, ReadonlyArray<unknown>>()
              yield* recording(seen)(store.list({ state, type, until: undefined, now: 5, after, limit: 10 }))
              assert.deepStrictEqual(yield* flawsOf(seen), {})
              const [[text, params] = ["", []]] = seen
              const plan = JSON.stringify(yield* planOf(text, params))
              assert.include(plan, type === undefined ? "restriction_by_state" : "restriction_by_type")
              const row =
                name === "SQLite" ? `(ends_at,restriction_id,person_id)${sign}(?,?,?)` : `person_id) ${sign} ROW(`
              assert.include(plan, row)
            }
          }
        }).pipe(Effect.provide(stores)),
    )

    it.live("a statement that does otherwise is noticed", () =>
      Effect.gen(function* () {
        for (const [what, text] of planted) {
          assert.lengthOf(Object.keys(yield* flawsOf(new Map([[text, []]]))), 1, what)
        }
      }).pipe(Effect.provide(database)),
    )
  })
})
