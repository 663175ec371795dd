/** Names that were stored before names were folded are folded when Garrison opens a database, whatever stops it. */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { localActor } from "@garrison/core/operation/Act"
import * as earlierNames from "@garrison/core/player/earlierNames"
import { searchPlayers } from "@garrison/core/overview/operations/searchPlayers"
import { integer } from "@garrison/sql/columns"
import * as Stores from "@garrison/sql/Stores"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { unpublishedCatalogs } from "../../support/catalog.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { createPlayer, inUnit, newPortalUser } from "../../support/identities.ts"

const act = { actor: localActor("test") }

/** A start that is stopped when it has done so many units of work. */
const stoppedAfter = (units: number) =>
  Layer.effect(
    Transaction,
    Effect.map(Transaction, (transaction) => {
      let left = units
      return Transaction.of({
        ...transaction,
        run: (unit) => (left-- > 0 ? transaction.run(unit) : Effect.interrupt),
      })
    }),
  )

const open = Effect.scoped(Layer.build(Layer.fresh(earlierNames.layer)))

const leftOver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT COUNT(*) AS players FROM person_player WHERE folded_name IS NULL`
  return integer(row?.["players"])
})

onEachDatabase((name, database) => {
  describe(`names from before they were folded on ${name}`, () => {
    it.live("are folded in units of a limited size, and the next start continues where one was stopped", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = uuids(sql)
        const players = 1100
        for (let at = 0; at < players; at++) {
          const { user } = newPortalUser()
          const { wanted } = yield* createPlayer({ user: { ...user, displayName: `Ünit ${at}` } })
          yield* inUnit(
            Effect.orDie(sql`UPDATE person_player SET player_id = ${at + 1} WHERE person_id = ${id(wanted.personId)}`),
          )
        }
        assert.strictEqual(yield* leftOver, players)
        const stopped = yield* Effect.exit(open.pipe(Effect.provide(stoppedAfter(1))))
        assert.isTrue(Exit.isFailure(stopped))
        assert.strictEqual(yield* leftOver, players - 500)
        yield* Effect.all([open, open], { concurrency: 2 })
        assert.strictEqual(yield* leftOver, 0)
        const { players: found } = yield* searchPlayers.run({ name: "unit 109", limit: 100 }, act)
        assert.lengthOf(found, 11)
      }).pipe(Effect.provide(Stores.layer.pipe(Layer.merge(unpublishedCatalogs), Layer.provideMerge(database)))),
    )
  })
})
