/** Gives a player another role, for an operator (decisions, section 3). */
import * as Effect from "effect/Effect"
import { Audit, type Store } from "../audit/Audit.ts"
import { isRemote } from "../audit/rules.ts"
import { withServicesOf } from "../kernel/work/withServicesOf.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Act } from "../operation/Act.ts"
import { RoleStore } from "../permission/RoleStore.ts"
import type { Role } from "../permission/schema.ts"
import { PersonStore } from "../person/PersonStore.ts"
import { confirmPerson, whilePersonMoves } from "../person/personMoved.ts"
import { makeNextRevision, personSubject } from "../person/personRevision.ts"
import { RoleNotFound } from "../role/errors.ts"
import { passGift, roleOfId } from "../role/given.ts"
import { passPersonHeld, passRoles } from "../role/holder.ts"
import { Sessions } from "../token/Sessions.ts"
import { playerActs } from "./acts.ts"
import { PlayerNotFound } from "./errors.ts"
import { PlayerStore } from "./PlayerStore.ts"

/** What a change of a player's role answers with. */
export interface RoleGiven {
  readonly previousRoleId: number
  readonly role: Role
}

const noSuchRole = Effect.suspend(() => Effect.fail(new RoleNotFound({ code: "resource_not_found" })))
const noSuchPlayer = Effect.suspend(() => Effect.fail(new PlayerNotFound({ code: "resource_not_found" })))

/** Makes `Players.setRole` and `Players.giveRole`. */
export const makeSetRole = Effect.gen(function* () {
  const store = yield* PlayerStore
  const audit = yield* Audit
  const sessions = yield* Sessions
  const nextRevision = yield* makeNextRevision
  const withServices = yield* withServicesOf(PersonStore, RoleStore)

  const stored = Effect.fnUntraced(function* (player: PlayerUuid) {
    return (yield* store.findProfile(player)) ?? (yield* noSuchPlayer)
  })

  /** A program on the database may give a role that is made later. Who comes over the network would wait for it. */
  const change = Effect.fnUntraced(function* (player: PlayerUuid, roleId: number, act: Act, save: Store) {
    const { personId } = yield* stored(player)
    const pass = (role: Role) => passRoles(act, [role])
    const found = yield* roleOfId(roleId)
    if (found !== undefined) yield* pass(found)
    else if (isRemote(act.actor)) return yield* noSuchRole
    const unit = Effect.gen(function* () {
      const revision = yield* nextRevision(personId, act)
      yield* confirmPerson(player, personId)
      yield* passPersonHeld(act, personId)
      const role = yield* passGift(roleId, pass)
      const before = yield* store.role(player)
      if (!(yield* store.setRole(player, roleId))) yield* noSuchPlayer
      yield* sessions.recheck(({ subject }) => subject === player, player)
      const described = (role: number | undefined) => ({ player_uuid: player, role_id: role })
      const change = { revision, before: described(before), after: described(roleId) }
      return { answer: { previousRoleId: before, role }, change: { subject: personSubject(personId), ...change } }
    })
    return yield* save(unit)
  }, withServices)

  const setRole = Effect.fn("Players.setRole")((player: PlayerUuid, roleId: number, act: Act) =>
    audit.perform(playerActs.setRole, act, { kind: "player", id: player }, (save) =>
      Effect.asVoid(whilePersonMoves(change(player, roleId, act, save))),
    ),
  )

  const giveRole = Effect.fn("Players.giveRole")((player: PlayerUuid, roleId: number, act: Act) =>
    audit.perform(playerActs.setRole, act, { kind: "player", id: player }, (save) =>
      Effect.gen(function* () {
        const { deletedAt } = yield* stored(player)
        if (deletedAt !== undefined) return yield* noSuchPlayer
        if ((yield* withServices(roleOfId(roleId))) === undefined) return yield* noSuchRole
        const { previousRoleId, role } = yield* whilePersonMoves(change(player, roleId, act, save))
        if (previousRoleId === undefined || role === undefined) return yield* noSuchRole
        return { previousRoleId, role }
      }),
    ),
  )

  return { setRole, giveRole }
})
