/**
 * Which person a player is of. Rows of persons are keyed by the person, and requests name the player: this lookup is a
 * statement of its own, whose answer the process remembers (architecture, section 5).
 */
import { PersonId } from "@garrison/core/kernel/Identifier"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer } from "../columns.ts"
import { givenRows } from "../givenRows.ts"
import { makePreparedRead } from "../preparedRead.ts"
import { Remembered } from "../Remembered.ts"
import { uuid, uuids } from "../uuid.ts"

/**
 * Players whose person a lookup remembers: about 15 MB. A process may serve the presence of as many, and of one that is
 * not remembered each read costs a statement more.
 */
const PERSONS_MAX = 100_000

/** A player, and whose it is. */
export interface PlayerOfPerson {
  readonly player: string
  readonly person: PersonId
}

/** Finds persons of players, and remembers them. */
export class PersonLookup extends Context.Service<
  PersonLookup,
  {
    /**
     * What `read` finds for the person of the player with this uuid. `read` names the player too, so that rows of the
     * person prove the answer. Where it finds nothing for a remembered person, the person is looked up again.
     * Undefined: no such player, or `read` finds nothing.
     */
    readonly of: <A, E, R>(
      player: string,
      read: (person: PersonId) => Effect.Effect<A | undefined, E, R>,
    ) => Effect.Effect<A | undefined, E, R>
    /**
     * What `read` finds for these players and their persons, in one statement where the process knows the persons.
     * Those of remembered persons that it does not find are looked up again. No player is named twice.
     */
    readonly ofMany: <A extends { readonly playerUuid: string }, E, R>(
      players: ReadonlyArray<string>,
      read: (players: ReadonlyArray<PlayerOfPerson>) => Effect.Effect<ReadonlyArray<A>, E, R>,
    ) => Effect.Effect<ReadonlyArray<A>, E, R>
    /** Remembers whose the player is, for who has just stored or read it. */
    readonly remember: (player: string, person: PersonId) => void
  }
>()("@garrison/sql/player/PersonLookup") {
  /** A lookup with a memory of its own. */
  static readonly make = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { id } = uuids(sql)
    const given = givenRows(sql, ["player_uuid"])
    const findMany = (yield* makePreparedRead)(
      `SELECT given.at, player.person_id FROM ${given.source} JOIN player ON player.player_uuid = given.player_uuid`,
      (rows) => rows.map((row) => ({ at: integer(row.at), person: PersonId.make(uuid(row.person_id)) })),
    )
    const find = (yield* makePreparedRead)("SELECT person_id FROM player WHERE player_uuid = ?", ([row]) =>
      row === undefined ? undefined : PersonId.make(uuid(row.person_id)),
    )
    const remembered = new Remembered<PersonId>(PERSONS_MAX)

    const lookUp = (player: string) =>
      Effect.map(find(id(player)), (person) => {
        if (person === undefined) remembered.delete(player)
        else remembered.set(player, person)
        return person
      })

    /** Those of the players that are found. They are remembered, and the others forgotten. */
    const lookUpMany = (players: ReadonlyArray<string>) =>
      Effect.map(findMany(given.json(players.map((player) => [player]))), (rows) => {
        for (const player of players) remembered.delete(player)
        const found = rows.map(({ at, person }): PlayerOfPerson => ({ player: players[at] ?? "", person }))
        for (const { person, player } of found) remembered.set(player, person)
        return found
      })

    const ofMany = Effect.fnUntraced(function* <A extends { readonly playerUuid: string }, E, R>(
      players: ReadonlyArray<string>,
      read: (players: ReadonlyArray<PlayerOfPerson>) => Effect.Effect<ReadonlyArray<A>, E, R>,
    ) {
      const known: Array<PlayerOfPerson> = []
      const unknown: Array<string> = []
      for (const player of players) {
        const person = remembered.get(player)
        if (person === undefined) unknown.push(player)
        else known.push({ player, person })
      }
      const asked = unknown.length === 0 ? known : [...known, ...(yield* lookUpMany(unknown))]
      const found = asked.length === 0 ? [] : yield* read(asked)
      if (found.length === asked.length) return found
      const isFound = new Set(found.map(({ playerUuid }) => playerUuid))
      const moved = known.filter(({ player }) => !isFound.has(player))
      if (moved.length === 0) return found
      const afresh = yield* lookUpMany(moved.map(({ player }) => player))
      const others = afresh.filter(
        ({ person, player }) => !known.some((one) => one.player === player && one.person === person),
      )
      return others.length === 0 ? found : [...found, ...(yield* read(others))]
    })

    return PersonLookup.of({
      ofMany,
      remember: (player, person) => remembered.set(player, person),
      of: (player, read) =>
        Effect.suspend(() => {
          const known = remembered.get(player)
          const readAfresh = () =>
            Effect.flatMap(lookUp(player), (person) =>
              person === undefined || person === known ? Effect.undefined : read(person),
            )
          if (known === undefined) return readAfresh()
          return Effect.flatMap(read(known), (found) => (found === undefined ? readAfresh() : Effect.succeed(found)))
        }),
    })
  })

  /** The lookup that stores share. */
  static readonly layer = Layer.effect(PersonLookup, PersonLookup.make)
}
