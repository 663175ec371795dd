/**
 * Databases of every schema that was ever in use are opened by this version and served (guarantees R75): the files of
 * `landed` are such databases, with rows of players, made by the version that had the schema.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { open } from "@garrison/core"
import { verifyAudit } from "@garrison/core/audit/verifyAudit"
import { verifyAll } from "@garrison/core/order/verifyAll"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import * as verification from "@garrison/core/verification"
import { postgres, sqlite } from "@garrison/sql"
import { integer, text } from "@garrison/sql/columns"
import { migrations } from "@garrison/sql/migrations/all"
import { storage as storageLayer } from "@garrison/sql/storage"
import { uuid } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { BETWEEN_STATEMENTS } from "../../scripts/landed/dump.ts"
import { DEVICE, REFERENCE } from "../../scripts/landed/play.ts"
import { patientPostgres, postgresUrl } from "../support/databases.ts"
import { makeDeclared, schemaLines } from "../support/declaredSchema.ts"
import { bare, emptyUrls, newFile } from "./bare.ts"

const folder = join(import.meta.dirname, "landed")

const withoutScheme = (url: string): string => url.slice("sqlite:".length)

/** How a file becomes a database of each kind, and how a host opens it. */
const databases = {
  sqlite: {
    dialect: "sqlite",
    empty: emptyUrls.SQLite,
    make: Effect.fnUntraced(function* (statements: string) {
      const file = yield* newFile
      const database = new DatabaseSync(file)
      database.exec(statements)
      database.close()
      return `sqlite:${file}`
    }),
    storage: (url: string) => sqlite(withoutScheme(url)),
  },
  postgres: {
    dialect: "pg",
    empty: emptyUrls.Postgres,
    make: Effect.fnUntraced(function* (statements: string) {
      const url = yield* postgresUrl("empty")
      const made = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const each = statements.split(BETWEEN_STATEMENTS).filter((statement) => statement !== "")
        // In one transaction, and so on one connection, which has the references unchecked.
        yield* sql.withTransaction(Effect.forEach(each, (statement) => sql.unsafe(statement)))
      })
      yield* made.pipe(Effect.provide(Layer.fresh(patientPostgres(url))))
      return url
    }),
    storage: postgres,
  },
} as const

/** The records as the file has them. */
const storedRecords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT type, item_id, count FROM inventory_record`
  return rows.map(({ count, item_id, type }) => `${text(type)} ${integer(item_id)}: ${integer(count)}`).toSorted()
})

/** The players of each person: as its row has them, and as the rows of the players have them. */
const playersOfPersons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const persons = yield* sql`SELECT person_id, players FROM person`
  const players = yield* sql`SELECT person_id, player_uuid FROM person_player ORDER BY player_id`
  const named = persons.map((row) => `${uuid(row.person_id)}: ${text(row.players)}`)
  const owned = persons.map((row) => {
    const own = players.filter((player) => uuid(player.person_id) === uuid(row.person_id))
    return `${uuid(row.person_id)}: ${own.map((player) => `${uuid(player.player_uuid)} `).join("")}`
  })
  return [named, owned] as const
})

/** The order under the reference, asked for again as it was. */
const again = {
  client_order_ref_id: REFERENCE,
  entries: [1, 2, 3, 4, 5].map((loot_id) => ({ type: "fill_loot" as const, loot_id, quantity: loot_id === 3 ? 1 : 2 })),
}

const keySecret = "the-key-secret-of-the-landed-files!"

/** What a verification finds. */
const verified = (url: string) =>
  Effect.all({ totals: verifyAll(() => Effect.void), audit: verifyAudit(() => Effect.void) }).pipe(
    Effect.provide(
      Layer.fresh(
        verification.layer.pipe(
          Layer.provideMerge(storageLayer(url, "read")),
          Layer.provide(settingsInForce({ ...defaultSettings, keySecret })),
        ),
      ),
    ),
  )

const REDIRECT_URIS = ["https://game.example/login"]

/** Makes something once for the tests of a suite; read it inside the tests. */
const forTheSuite = <A, E>(made: Effect.Effect<A, E, Scope.Scope>): { readonly current: A } => {
  const holder = { current: undefined as A }
  const scope = Scope.makeUnsafe()
  beforeAll(async () => {
    holder.current = await Effect.runPromise(Scope.provide(made, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return holder
}

/** The schema as it is declared, on each of them. */
const declared = forTheSuite(
  Effect.all(
    Record.map(databases, ({ dialect, empty }) =>
      Effect.flatMap(empty, (url) =>
        Effect.andThen(makeDeclared(dialect), schemaLines).pipe(Effect.provide(bare(url))),
      ),
    ),
  ),
)

it("is kept of this version, for both databases", () => {
  const number = `${migrations.length}`.padStart(4, "0")
  const kept = Object.keys(databases).map((database) => `${number}.${database}.sql`)
  assert.includeMembers(readdirSync(folder), kept, "npm run landed-schema writes them")
})

for (const file of readdirSync(folder)) {
  const [number = "", database = ""] = file.split(".")
  const { make, storage } = databases[database as keyof typeof databases]
  const statements = readFileSync(join(folder, file), "utf8")

  describe(`the schema ${number} on ${database}`, () => {
    const upgraded = forTheSuite(
      Effect.gen(function* () {
        const url = yield* make(statements)
        const records = yield* storedRecords.pipe(Effect.provide(bare(url)))
        yield* Effect.promise(async () =>
          (await open(storage(url), { keySecret, redirectUris: REDIRECT_URIS })).close(),
        )
        return { url, records }
      }),
    )

    it.effect("comes to be the declared one", () =>
      Effect.gen(function* () {
        const { url } = upgraded.current
        assert.deepStrictEqual(
          yield* schemaLines.pipe(Effect.provide(bare(url))),
          declared.current[database as keyof typeof databases],
        )
      }),
    )

    it.effect("names the players of each person in the person's row", () =>
      Effect.gen(function* () {
        const [named, owned] = yield* playersOfPersons.pipe(Effect.provide(bare(upgraded.current.url)))
        assert.isAbove(owned.length, 0)
        assert.deepStrictEqual(named, owned)
      }),
    )

    // Clients have these columns since then.
    if (number < "0005") {
      it.effect("keeps its game: it has the addresses of the settings, and need not send a PKCE challenge", () =>
        Effect.gen(function* () {
          const clients = Effect.flatMap(
            SqlClient.SqlClient,
            (sql) => sql`SELECT client_id, redirect_uris, is_pkce_exempt FROM client ORDER BY client_id`,
          )
          const found = yield* clients.pipe(Effect.provide(bare(upgraded.current.url)))
          assert.deepStrictEqual(
            found.map((row) => [text(row.client_id), row.redirect_uris, integer(row.is_pkce_exempt)]),
            [
              ["a-machine", null, 0],
              ["embedded", JSON.stringify(REDIRECT_URIS), 1],
            ],
          )
        }),
      )
    }

    // Broadcasts came with the next schema.
    if (number === "0016") {
      it.effect("keeps what players read: broadcasts go by the roles of before, and ids of before page on", () =>
        Effect.gen(function* () {
          const id = /"notification_id":"([^"]+)"/.exec(statements)?.[1] ?? ""
          const given = [
            "INSERT INTO role (role_id, name, permissions, bypasses_lock) VALUES (7, 'editor', '[]', 0)",
            "UPDATE person_player SET role_id = 7",
          ]
          const url = yield* make(statements + given.map((one) => one + BETWEEN_STATEMENTS).join(""))
          yield* Effect.promise(async () => {
            await using garrison = await open(storage(url))
            const credential = { grant_type: "anon", portal_access_token: DEVICE }
            const { active_player_uuid: player } = await garrison.login(credential)
            const shown = async (query = {}) =>
              (await garrison.notifications(player, query)).notifications.map(({ message }) => message)
            const before = await shown()
            await garrison.broadcast({ role_id: 1, message: "to players" })
            await garrison.broadcast({ role_id: 7, message: "to editors" })
            await garrison.broadcast({ player_uuids: [player], message: "to one" }, { reason: "a test" })
            assert.deepStrictEqual(await shown(), ["to one", "to editors", ...before])
            assert.deepStrictEqual(await shown({ start_at: id }), ["Welcome"])
            assert.deepStrictEqual(await shown({ exclude_before: id }), [
              "to one",
              "to editors",
              ...before.slice(0, -1),
            ])
          })
        }),
      )
    }

    it.effect("keeps its players: they log in, have what they had, and go on", () =>
      Effect.gen(function* () {
        const { records, url } = upgraded.current
        assert.isAbove(records.length, 3)
        yield* Effect.promise(async () => {
          await using garrison = await open(storage(url), { keySecret })
          const { active_player_uuid: player } = await garrison.login({
            grant_type: "anon",
            portal_access_token: DEVICE,
          })
          const { data } = await garrison.inventory(player)
          const owned = data.map(({ count, item_id, type }) => `${type} ${item_id}: ${count}`)
          assert.deepStrictEqual(owned.toSorted(), records)
          const before = await garrison.orders(player)
          const repeated = await garrison.submitOrder(player, again)
          assert.deepStrictEqual(
            repeated,
            before.data.find((order) => order.client_order_ref_id === REFERENCE),
          )
          for (const { order_id } of before.data) {
            assert.isTrue((await garrison.explainOrder(player, order_id)).is_same, order_id)
          }
          const code = { type: "promotion_code", external_tran_id: "WELCOME", quantity: 1 } as const
          const more = { type: "fill_loot", loot_id: 1, quantity: 1 } as const
          const results = (await garrison.submitOrder(player, { entries: [code, more] })).entries.map(
            ({ result }) => result,
          )
          assert.deepStrictEqual(results, ["promotion_claimed_already", "success"])
          const { notifications } = await garrison.notifications(player)
          assert.include(
            notifications.map(({ message }) => message),
            "Welcome",
          )
          assert.deepInclude(await garrison.presence(player), { message: "in the lobby" })
          assert.lengthOf((await garrison.portalUsers(player)).portal_users, 2)
        })
        // Nothing that any version has written is called forged. It is sealed by the first start with a key secret.
        const { audit, totals } = yield* verified(url)
        assert.deepStrictEqual(totals.faults, [])
        assert.isUndefined(audit.broken)
        assert.deepInclude(audit.access, { unsealed: 0, changed: [], missing: undefined })
        assert.isAbove(audit.access.rows, 4)
      }),
    )
  })
}

describe("the kept schemas", () => {
  it("are there for both databases, from the first one on", () => {
    const first = Object.keys(databases).map((database) => `0001.${database}.sql`)
    assert.includeMembers(readdirSync(folder), first)
  })
})
