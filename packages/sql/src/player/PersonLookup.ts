/**
 * Which person a player is of. Rows of persons are keyed by the person, and requests name the player: this lookup is a
 * statement of its own, whose answer the process remembers (architecture, section 5).
 */
import { PersonId } from "@garrison/core/kernel/Identifier"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { makePreparedRead } from "../preparedRead.ts"
import { Remembered } from "../Remembered.ts"
import { uuid, uuids } from "../uuid.ts"

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
    /** Remembers whose the player is, for who has just stored or read it. */
    readonly remember: (player: string, person: PersonId) => void
  }
>()("@garrison/sql/player/PersonLookup") {
  static readonly layer = Layer.effect(
    PersonLookup,
    Effect.gen(function* () {
      const { id } = uuids(yield* SqlClient.SqlClient)
      const find = (yield* makePreparedRead)("SELECT person_id FROM player WHERE player_uuid = ?", ([row]) =>
        row === undefined ? undefined : PersonId.make(uuid(row.person_id)),
      )
      const remembered = new Remembered<PersonId>()

      const lookUp = (player: string) =>
        Effect.map(find(id(player)), (person) => {
          if (person === undefined) remembered.delete(player)
          else remembered.set(player, person)
          return person
        })

      return PersonLookup.of({
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
    }),
  )
}
