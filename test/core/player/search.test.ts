/** The search for players: what a look at all rows finds, page by page, whatever the part of a name consists of. */
import { assert, describe, it } from "@effect/vitest"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { PersonId, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { localActor } from "@garrison/core/operation/Act"
import { foldedName } from "@garrison/core/kernel/input/foldedName"
import { searchPlayers } from "@garrison/core/overview/operations/searchPlayers"
import { uuids } from "@garrison/sql/uuid"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import * as FastCheck from "fast-check"
import { unpublishedCatalogs } from "../../support/catalog.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { inUnit } from "../../support/identities.ts"

const act = { actor: localActor("test") }

/** A player as a row, with what it can be found by. */
interface Made {
  readonly number: number
  readonly name: string
  readonly item: boolean
  readonly banned: boolean
  /** Whether the last report is recent enough, and what it said. */
  readonly online: boolean
  readonly status: (typeof statuses)[number]
}

/** Who is invisible or offline is not found as online, however recent the report. */
const statuses = ["online", "away", "invisible", "offline"] as const

const uuidOf = (kind: string, number: number): string =>
  `00000000-0000-7000-${kind}000-${((number * 7919) % 0xff_ff_ff).toString(16).padStart(12, "0")}`
const playerOf = ({ number }: Pick<Made, "number">) => PlayerUuid.make(uuidOf("8", number))
const personOf = ({ number }: Pick<Made, "number">) => PersonId.make(uuidOf("9", number))

const NOW = 1_000_000
const ITEM = 77

const insert = Effect.fnUntraced(function* (made: Made) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const [person, player] = [id(personOf(made)), id(playerOf(made))]
  yield* sql`INSERT INTO person (person_id, created_at, players) VALUES (${person}, 1, ${`${playerOf(made)} `})`
  yield* sql`INSERT INTO player (player_uuid, person_id, created_at) VALUES (${player}, ${person}, 1)`
  yield* sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
    created_at, folded_name) VALUES (${person}, ${player}, ${made.number}, 1, 1, ${made.name}, 'Anon', 1,
    ${foldedName(made.name)})`
  yield* sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${player}, 1)`
  yield* sql`INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records)
    VALUES (${player}, ${ITEM}, 'free', ${made.item ? 2 : 0}, 1), (${player}, ${ITEM}, 'none', 0, 1)`
  if (made.banned) {
    yield* sql`INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at, expires_at)
      VALUES (${person}, ${player}, ${made.number % 2 === 0 ? "account_ban" : "account_lockout"}, 'x', 1, ${NOW + 1})`
  }
  // Restrictions that ended or were lifted, and reports that are too old, are there as well.
  yield* sql`INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at, lifted_at, lifted_by)
    VALUES (${person}, ${id(uuidOf("a", made.number))}, 'account_ban', 'x', 1, 2, 'x')`
  yield* sql`INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at, expires_at)
    VALUES (${person}, ${person}, 'account_ban', 'x', 1, ${NOW})`
  yield* sql`INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform)
    VALUES (${person}, ${player}, ${made.status}, 0, ${made.online ? NOW - 60_000 : NOW - 60_001}, 'Anon')`
})

const make = (players: ReadonlyArray<Made>) => inUnit(Effect.orDie(Effect.forEach(players, insert, { discard: true })))

const plain = (number: number, name: string): Made => ({
  number,
  name,
  item: false,
  banned: false,
  online: false,
  status: "online",
})

/** Players of the crowd up to this one share a name, which a search reads whole. */
const SHARED_MAX = 1800

/** One of the few that has this name, near the end of those who share it. */
const LATE = 1700

/** In the order of names these stand around the place where one page of a walk along 10,000 names ends. */
const EDGE = { from: 1304, to: 1309 }

/**
 * Statements that make so many players at once, nearly all online. A few of them have a name, the item and a
 * restriction. The first one has the item in three buckets, all others in two.
 */
const crowd = (sql: SqlClient.SqlClient, many: number, few: ReadonlyArray<number>): ReadonlyArray<string> => {
  const isFew = `n IN (${few.join(", ")})`
  const { numbers, uuid } = sql.onDialectOrElse({
    pg: () => ({
      numbers: `generate_series(1, ${many}) AS numbers (n)`,
      uuid: (kind: string) => `CAST('00000000-0000-7000-${kind}000-' || lpad(to_hex(n), 12, '0') AS UUID)`,
    }),
    orElse: () => ({
      numbers: `(WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${many})
        SELECT n FROM counted) AS numbers`,
      uuid: (kind: string) => `unhex(printf('0000000000007000${kind}000%012x', n))`,
    }),
  })
  const [player, person] = [uuid("8"), uuid("9")]
  const nameCase = `CASE WHEN ${isFew} AND n <> ${LATE} THEN 'aaq' WHEN n > ${SHARED_MAX} THEN 'aaa'
    WHEN n < ${EDGE.from} THEN 'aab' WHEN n <= ${EDGE.to} THEN 'aabq' ELSE 'aabr' END`
  return [
    `INSERT INTO person (person_id, created_at) SELECT ${person}, 1 FROM ${numbers}`,
    `INSERT INTO player (player_uuid, person_id, created_at) SELECT ${player}, ${person}, 1 FROM ${numbers}`,
    `INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform, created_at,
        folded_name)
      SELECT ${person}, ${player}, n, 1, 1, 'x', 'Anon', 1, ${nameCase} FROM ${numbers}`,
    `INSERT INTO inventory_owner (player_uuid, changed_at) SELECT ${player}, 1 FROM ${numbers}`,
    `INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records)
      SELECT ${player}, ${ITEM}, 'free', CASE WHEN ${isFew} THEN 1 ELSE 0 END, 1 FROM ${numbers}`,
    `INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records)
      SELECT ${player}, ${ITEM}, 'none', 0, 1 FROM ${numbers}`,
    `INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records)
      SELECT ${player}, ${ITEM}, 'sweat', 0, 1 FROM ${numbers} WHERE n = 1`,
    `INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at, expires_at)
      SELECT ${person}, ${player}, 'account_ban', 'x', 1, CASE WHEN ${isFew} THEN ${NOW + 1} ELSE ${NOW} END FROM ${numbers}`,
    `INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform)
      SELECT ${person}, ${player}, CASE n % 100 WHEN 50 THEN 'invisible' WHEN 51 THEN 'offline' WHEN 52 THEN 'away'
        ELSE 'online' END, 0, ${NOW}, 'Anon' FROM ${numbers}`,
  ]
}

type Wanted = Parameters<typeof searchPlayers.run>[0]

/** Every page to the last, of this many players at most. */
const pages = Effect.fnUntraced(function* (wanted: Wanted, limit: number) {
  const found: Array<number> = []
  let after: string | undefined
  do {
    const page = yield* searchPlayers.run({ ...wanted, limit, ...(after === undefined ? {} : { after }) }, act)
    assert.isAtMost(page.players.length, limit)
    found.push(...page.players.map((player) => player.player_id))
    after = page.next ?? undefined
  } while (after !== undefined)
  return found
})

const emptying = [
  "DELETE FROM person_presence",
  "DELETE FROM restriction",
  "DELETE FROM inventory_count",
  "DELETE FROM inventory_owner",
  "DELETE FROM person_player",
  "DELETE FROM player",
  "DELETE FROM person",
]

/** Writes a row of a test's own. */
const write = <A, E, R>(statement: Effect.Effect<A, E, R>) => inUnit(Effect.orDie(statement))

const alphabet = ["a", "A", "é", "b", "%", "_", "'", '"', "\\", "{", ",", " ", "ﬁ", "山", "😀", "́", "İ"]

const names = FastCheck.array(FastCheck.constantFrom(...alphabet), { minLength: 1, maxLength: 8 }).map((letters) =>
  letters.join(""),
)

const players = FastCheck.array(
  FastCheck.record({
    name: names,
    item: FastCheck.boolean(),
    banned: FastCheck.boolean(),
    online: FastCheck.boolean(),
    status: FastCheck.constantFrom(...statuses),
  }),
  { maxLength: 25 },
).map((made) => made.map((one, index): Made => ({ number: index + 1, ...one })))

const conditions = FastCheck.record(
  {
    name: FastCheck.array(FastCheck.constantFrom(...alphabet), { minLength: 1, maxLength: 4 }).map((letters) =>
      letters.join(""),
    ),
    item_id: FastCheck.constant(ITEM),
    restriction: FastCheck.constantFrom("any" as const, "account_ban" as const),
    online: FastCheck.boolean(),
  },
  { requiredKeys: [] },
)

/** Whether a look at the row finds the player. */
const isSought = (one: Made, wanted: Wanted): boolean =>
  (wanted.name === undefined || foldedName(one.name).includes(foldedName(wanted.name))) &&
  (wanted.item_id === undefined || one.item) &&
  (wanted.restriction === undefined || (one.banned && (wanted.restriction === "any" || one.number % 2 === 0))) &&
  (wanted.online !== true || (one.online && (one.status === "online" || one.status === "away")))

onEachDatabase((name, database) => {
  const stores = Stores.layer.pipe(Layer.merge(unpublishedCatalogs), Layer.provideMerge(database))

  describe(`the search for players on ${name}`, () => {
    it.effect("finds what a look at all rows finds, each player once, on pages of any length", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(NOW)
        const sql = yield* SqlClient.SqlClient
        const context = yield* Effect.context<Layer.Success<typeof stores> | SqlClient.SqlClient>()
        yield* Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(
              players,
              FastCheck.array(conditions, { minLength: 3, maxLength: 6 }),
              FastCheck.integer({ min: 1, max: 9 }),
              (made, searches, limit) =>
                Effect.runPromise(
                  Effect.gen(function* () {
                    yield* inUnit(Effect.orDie(Effect.forEach(emptying, (statement) => sql.unsafe(statement))))
                    yield* make(made)
                    for (const wanted of searches) {
                      const isNameless = wanted.name !== undefined && foldedName(wanted.name) === ""
                      if (isNameless) continue
                      const expected = made.filter((one) => isSought(one, wanted)).map(({ number }) => number)
                      const found = yield* pages(wanted, limit)
                      assert.deepStrictEqual(
                        found.toSorted((a, b) => a - b),
                        expected,
                        JSON.stringify(wanted),
                      )
                    }
                  }).pipe(Effect.provideContext(context)),
                ),
            ),
            { numRuns: 40 },
          ),
        )
      }).pipe(Effect.provide(stores)),
    )

    it.effect("neither misses nor repeats those who are there all along, while others come", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(NOW)
        const there = Array.from({ length: 40 }, (_, index) => plain(index + 1, `Ada ${(index * 17) % 40}`))
        yield* make(there)
        const found: Array<number> = []
        let after: string | undefined
        let next = 100
        do {
          const page = yield* searchPlayers.run(
            { name: "ADA", limit: 7, ...(after === undefined ? {} : { after }) },
            act,
          )
          found.push(...page.players.map((player) => player.player_id))
          after = page.next ?? undefined
          yield* make([plain(next, `Ada ${next % 40}`), plain(next + 1, "Ada 0")])
          next += 2
        } while (after !== undefined)
        assert.strictEqual(new Set(found).size, found.length)
        assert.deepStrictEqual(
          found.filter((number) => number < 100).toSorted((a, b) => a - b),
          there.map(({ number }) => number),
        )
      }).pipe(Effect.provide(stores)),
    )

    it.effect("takes every text for what it is, and refuses what is no part of a name", () =>
      Effect.gen(function* () {
        yield* make([
          plain(1, "100% Ada_Lovelace"),
          plain(2, 'O\'Brien "the" \\ cat'),
          plain(3, "山田太郎"),
          plain(4, "😀😃😄"),
          plain(5, "ÅNGSTRÖM ﬁne"),
          plain(6, "İstanbul {a,b}"),
          plain(7, "\u0301\u0301"),
        ])
        const table: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
          ["%", [1]],
          ["100%", [1]],
          ["a_l", [1]],
          ["_", [1]],
          ["o'b", [2]],
          ['"the"', [2]],
          ["\\ c", [2]],
          ["'; DROP TABLE person; --", []],
          ["山", [3]],
          ["田太", [3]],
          ["山田太郎", [3]],
          ["😃", [4]],
          ["😀😃😄", [4]],
          ["angstrom", [5]],
          ["FINE", [5]],
          ["istan", [6]],
          ["{a,b}", [6]],
          ["a".repeat(64), []],
          ["z", []],
        ]
        for (const [part, expected] of table) {
          const found = yield* pages({ name: part }, 10)
          assert.deepStrictEqual(found, expected, part)
        }
        const refused = yield* Effect.flip(searchPlayers.run({ name: "\u0301" }, act))
        assert.instanceOf(refused, InvalidInput)
        assert.strictEqual((yield* Effect.flip(searchPlayers.decode({ name: "a".repeat(65) })))._tag, "InvalidInput")
        assert.strictEqual((yield* Effect.flip(searchPlayers.decode({ name: "" })))._tag, "InvalidInput")
        for (const after of ["", "x", "bmFtZTo", "aXRlbTowMDAwMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDFlZWY"]) {
          assert.instanceOf(yield* Effect.flip(searchPlayers.run({ name: "ada", after }, act)), InvalidInput)
        }
      }).pipe(Effect.provide(stores)),
    )

    it.effect("goes on behind pages that few or none of many meet, and finds each once", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(NOW)
        const sql = yield* SqlClient.SqlClient
        const many = 10_500
        const few = [1, 1000, LATE, 4000, 4001, 10_499, 10_500]
        const all = Array.from({ length: many }, (_, at) => at + 1)
        const named = few.filter((number) => number !== LATE)
        const isSeen = (number: number) => number % 100 !== 50 && number % 100 !== 51
        const isAtEdge = (number: number) => number >= EDGE.from && number <= EDGE.to
        const isShared = (number: number) => number <= SHARED_MAX && !named.includes(number)
        yield* inUnit(Effect.orDie(Effect.forEach(crowd(sql, many, few), (statement) => sql.unsafe(statement))))
        // As the database does by itself when so many rows are new, a minute later.
        yield* sql.onDialectOrElse({ pg: () => Effect.orDie(sql`ANALYZE`), orElse: () => Effect.void })
        const searches: ReadonlyArray<readonly [Wanted, number, ReadonlyArray<number>]> = [
          [{ name: "q" }, 2, all.filter((number) => named.includes(number) || isAtEdge(number))],
          [{ name: "aaa" }, 86, all.filter((number) => number > SHARED_MAX && !few.includes(number))],
          [{ name: "aab", item_id: ITEM }, 3, [LATE]],
          [{ item_id: ITEM }, 10, few],
          [{ item_id: ITEM, name: "aaq" }, 1, named],
          [{ item_id: ITEM, name: "aa" }, 20, few],
          [{ online: true }, 103, all.filter(isSeen)],
          [{ online: true, name: "aab" }, 17, all.filter((number) => isSeen(number) && isShared(number))],
          [{ online: true, name: "q" }, 2, all.filter((number) => named.includes(number) || isAtEdge(number))],
          [{ restriction: "any" }, 5, few],
          [{ restriction: "any", item_id: ITEM }, 10, few],
        ]
        for (const [wanted, pagesMin, expected] of searches) {
          const found: Array<number> = []
          let after: string | undefined
          let count = 0
          do {
            const page = yield* searchPlayers.run({ ...wanted, ...(after === undefined ? {} : { after }) }, act)
            found.push(...page.players.map((player) => player.player_id))
            after = page.next ?? undefined
            count += 1
          } while (after !== undefined)
          assert.deepStrictEqual(
            found.toSorted((left, right) => left - right),
            expected,
            JSON.stringify(wanted),
          )
          assert.isAtLeast(count, pagesMin, JSON.stringify(wanted))
        }
      }).pipe(Effect.provide(stores)),
    )

    it.effect("finds every player of a person under a restriction, each on a page of its own", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(NOW)
        const sql = yield* SqlClient.SqlClient
        const { id } = uuids(sql)
        const made = { ...plain(1, "Ada"), banned: true }
        yield* make([made, { ...plain(2, "Eve"), banned: true }])
        for (const number of [3, 4]) {
          const [player, person] = [id(playerOf({ number })), id(personOf(made))]
          yield* write(sql`INSERT INTO player (player_uuid, person_id, created_at) VALUES (${player}, ${person}, 1)`)
          yield* write(sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name,
            platform, created_at, folded_name)
            VALUES (${person}, ${player}, ${number}, 1, 0, 'Ada', 'Anon', 1, 'ada')`)
        }
        const found = yield* pages({ restriction: "any" }, 1)
        assert.lengthOf(found, 4)
        assert.deepStrictEqual(
          found.toSorted((left, right) => left - right),
          [1, 2, 3, 4],
        )
      }).pipe(Effect.provide(stores)),
    )

    it.effect("finds one player by uuid, number and portal user, if it meets the other conditions", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(NOW)
        const made = { ...plain(5, "Ada"), item: true }
        yield* make([made, plain(6, "Eve")])
        const sql = yield* SqlClient.SqlClient
        const { id } = uuids(sql)
        const [person, player] = [id(personOf(made)), id(playerOf(made))]
        yield* write(
          sql`INSERT INTO portal_user (portal_user_id, platform, environment, person_id) VALUES ('u', 'Golf', '', ${person})`,
        )
        yield* write(sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, environment, player_uuid,
          display_name, parent_environment, created_at) VALUES (${person}, 'Golf', 'u', '', ${player}, 'Ada', '', 1)`)
        const user = { platform: "Golf", portal_user_id: "u" } as const
        for (const by of [{ player_uuid: playerOf(made) }, { player_id: 5 }, user]) {
          assert.deepStrictEqual(yield* pages(by, 10), [5])
          assert.deepStrictEqual(yield* pages({ ...by, item_id: ITEM, name: "DA" }, 10), [5])
          assert.deepStrictEqual(yield* pages({ ...by, online: true }, 10), [])
          assert.deepStrictEqual(yield* pages({ ...by, name: "eve" }, 10), [])
        }
        assert.deepStrictEqual(yield* pages({ player_id: 6, player_uuid: playerOf(made) }, 10), [])
        assert.deepStrictEqual(yield* pages({ platform: "Golf", portal_user_id: "v" }, 10), [])
        assert.instanceOf(yield* Effect.flip(searchPlayers.run({ platform: "Golf" }, act)), InvalidInput)
      }).pipe(Effect.provide(stores)),
    )

    it.effect("finds a player by the new name after a rename, and still after the rows moved to another person", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = uuids(sql)
        const [ada, eve] = [plain(1, "Ada Lovelace"), plain(2, "Eve")]
        yield* make([ada, eve])
        yield* write(sql`UPDATE person_player SET display_name = 'Countess', folded_name = 'countess'
          WHERE person_id = ${id(personOf(ada))} AND player_uuid = ${id(playerOf(ada))}`)
        assert.deepStrictEqual(yield* pages({ name: "lovelace" }, 10), [])
        assert.deepStrictEqual(yield* pages({ name: "COUNT" }, 10), [1])
        yield* write(sql`DELETE FROM person_presence`)
        yield* write(sql`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
            created_at, folded_name)
          SELECT ${id(personOf(eve))}, player_uuid, player_id, role_id, 0, display_name, platform, created_at, folded_name
          FROM person_player WHERE person_id = ${id(personOf(ada))}`)
        yield* write(sql`DELETE FROM person_player WHERE person_id = ${id(personOf(ada))}`)
        assert.deepStrictEqual(yield* pages({ name: "COUNT" }, 10), [1])
        yield* write(sql`DELETE FROM person_player WHERE player_uuid = ${id(playerOf(ada))}`)
        assert.deepStrictEqual(yield* pages({ name: "COUNT" }, 10), [])
      }).pipe(Effect.provide(stores)),
    )
  })
})
