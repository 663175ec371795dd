/** Gives a machine client the permissions of a role (decisions, section 3). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import type { Role } from "../permission/schema.ts"
import { RoleNotFound } from "../role/errors.ts"
import { passGift, roleOfId } from "../role/given.ts"
import { passHolder } from "../role/holder.ts"
import { clientActs } from "./acts.ts"
import { beforeAndAfter, change, clientSubject } from "./change.ts"
import { findClient } from "./find.ts"

const notAMachine = new InvalidInput({
  detail: [
    {
      loc: ["client_id"],
      msg: "must be a machine client: the players of a game client have the permissions of their role",
      type: "value_error",
    },
  ],
})

/** Refuses an actor who lacks a permission of the role. A client does not log in, so no lock is asked about. */
const passRole =
  (act: Act) =>
  ({ permissions }: Role) =>
    passHolder(act, permissions)

const noSuchRole = Effect.suspend(() => Effect.fail(new RoleNotFound({ code: "resource_not_found" })))

/** See `Clients.setRole`. */
export const setRole = Effect.fn("Clients.setRole")(function* (clientId: string, roleId: number, act: Act) {
  const audit = yield* Audit
  return yield* audit.perform(clientActs.setRole, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const pass = passRole(act)
      yield* pass((yield* roleOfId(roleId)) ?? (yield* noSuchRole))
      const found = yield* findClient(clientId)
      if (found.kind !== "machine") return yield* notAMachine
      const unit = Effect.gen(function* () {
        const { permissions } = (yield* passGift(roleId, pass)) ?? (yield* noSuchRole)
        const changed = yield* change(found, act, { permissions })
        yield* passHolder(act, changed.before.client.permissions)
        return beforeAndAfter(changed)
      })
      return yield* save(unit)
    }),
  )
})
