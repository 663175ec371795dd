/** The memory of which person a player is of: what it saves, and that rows of the person prove it each time. */
import { assert, describe, it } from "@effect/vitest"
import { PersonId, type PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { SessionStore } from "@garrison/core/token/SessionStore"
import { PersonLookup } from "@garrison/sql/player/PersonLookup"
import { Remembered } from "@garrison/sql/Remembered"
import * as SqlSessionStore from "@garrison/sql/token/SqlSessionStore"
import { uuid, uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { randomUUID } from "node:crypto"
import { onEachDatabase } from "../support/databases.ts"
import { inUnit, newClientUuid, newSessionId } from "../support/identities.ts"
import { insertPlayer, strangerUuid } from "../support/players.ts"

/** How often a process looks players up while it runs the effect. */
const countLookups = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  let count = 0
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      if (statement.compile()[0].includes("FROM player ")) count++
      return statement
    }),
  )
  return count
})

/** The player's row of the person, which proves that the player is of the person. */
const provenName = (player: PlayerUuid) => (person: PersonId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const [row] = yield* sql`SELECT display_name FROM person_player
      WHERE person_id = ${id(person)} AND player_uuid = ${id(player)}`
    return row?.["display_name"]
  })

/** Moves the player to the person of another player, as another process might. */
const moveToPersonOf = Effect.fnUntraced(function* (player: PlayerUuid, other: PlayerUuid) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const [row] = yield* sql`SELECT person_id FROM player WHERE player_uuid = ${id(other)}`
  const person = id(uuid(row?.["person_id"]))
  yield* (yield* Transaction).run(
    Effect.all([
      sql`UPDATE player SET person_id = ${person} WHERE player_uuid = ${id(player)}`,
      sql`UPDATE person_player SET person_id = ${person}, active = 0 WHERE player_uuid = ${id(player)}`,
    ]),
  )
})

onEachDatabase((name, database) => {
  const provided = Effect.provide(Layer.provideMerge(PersonLookup.layer, database))

  describe(`the persons of players on ${name}`, () => {
    it.effect("are looked up once, as long as their rows prove them", () =>
      Effect.gen(function* () {
        const persons = yield* PersonLookup
        const player = yield* insertPlayer({ displayName: "Lin" })
        const ask = Effect.tap(persons.of(player, provenName(player)), (found) =>
          Effect.sync(() => assert.strictEqual(found, "Lin")),
        )
        assert.strictEqual(yield* countLookups(ask), 1)
        assert.strictEqual(yield* countLookups(Effect.andThen(ask, ask)), 0)
      }).pipe(provided),
    )

    it.effect("are looked up again where no row proves what is remembered", () =>
      Effect.gen(function* () {
        const persons = yield* PersonLookup
        const [player, other] = [yield* insertPlayer({ displayName: "Lin" }), yield* insertPlayer()]
        const before = yield* persons.of(player, Effect.succeed)
        yield* moveToPersonOf(player, other)
        assert.strictEqual(yield* persons.of(player, provenName(player)), "Lin")
        const after = yield* persons.of(player, Effect.succeed)
        assert.notStrictEqual(after, before)
        assert.strictEqual(after, yield* persons.of(other, Effect.succeed))
        // The control: a memory that is believed without proof finds nothing.
        if (before !== undefined) assert.isUndefined(yield* provenName(player)(before))
      }).pipe(provided),
    )

    it.effect("are known where their session was opened: a player's first request is one statement", () =>
      Effect.gen(function* () {
        const player = yield* insertPlayer()
        const personId = yield* Effect.flatMap(PersonLookup, (persons) => persons.of(player, Effect.succeed))
        const owner = {
          personId: PersonId.make(personId ?? ""),
          playerUuid: player,
          platform: "Anon",
          portalUserId: "u",
        }
        const session = {
          sessionId: newSessionId(),
          clientUuid: newClientUuid(),
          createdAt: 0,
          expiresAt: 9000,
        } as const
        const opening = { ...session, clientGeneration: undefined, owner: { ...owner, platform: "Anon" as const } }
        const asked = { kind: "player", subject: player, sessionId: session.sessionId } as const
        const check = Effect.flatMap(SessionStore, (store) => store.standing(asked, randomUUID(), 1000))
        const opener = yield* Layer.build(Layer.fresh(SqlSessionStore.layer))
        const other = yield* Layer.build(Layer.fresh(SqlSessionStore.layer))
        const open = Effect.flatMap(SessionStore, (store) => inUnit(store.open(opening, undefined, 20)))
        assert.deepStrictEqual(yield* Effect.provideContext(open, opener), [])
        assert.strictEqual(yield* countLookups(Effect.provideContext(check, opener)), 0)
        assert.strictEqual(yield* countLookups(Effect.provideContext(check, other)), 1)
      }).pipe(Effect.scoped, provided),
    )

    it.effect("are none for an unknown player, which is asked for each time", () =>
      Effect.gen(function* () {
        const persons = yield* PersonLookup
        const ask = Effect.tap(persons.of(strangerUuid, Effect.succeed), (found) =>
          Effect.sync(() => assert.isUndefined(found)),
        )
        assert.strictEqual(yield* countLookups(Effect.andThen(ask, ask)), 2)
        assert.isUndefined(yield* persons.of("no uuid", Effect.succeed))
      }).pipe(provided),
    )
  })
})

describe("a memory of lookups", () => {
  it("holds so many entries, and lets go of the one unused for longest", () => {
    const memory = new Remembered<number>(2)
    memory.set("one", 1)
    memory.set("two", 2)
    assert.strictEqual(memory.get("one"), 1)
    memory.set("three", 3)
    assert.deepStrictEqual(
      ["one", "two", "three"].map((key) => memory.get(key)),
      [1, undefined, 3],
    )
    memory.delete("one")
    assert.isUndefined(memory.get("one"))
  })
})
