/** Making and changing a role (decisions, section 3). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Audit } from "../../audit/Audit.ts"
import { complaint, described, Flag, ListOf, Text, TextOf } from "../../kernel/input/Field.ts"
import { ANYBODY } from "../../kernel/work/Signals.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { reverseBy, reverseField } from "../../operation/reverse.ts"
import { RoleStore } from "../../permission/RoleStore.ts"
import type { Role } from "../../permission/schema.ts"
import { isPermission } from "../../permission/rules.ts"
import { roleActs } from "../acts.ts"
import { Sessions } from "../../token/Sessions.ts"
import { RoleConflict } from "../errors.ts"
import { isReserved, roleOfId } from "../given.ts"
import { passRoles } from "../holder.ts"
import { RoleId, roleView, RoleView } from "../view.ts"

const NAME_LENGTH_MAX = 64

const PermissionText = Text.check(Schema.makeFilter(isPermission, complaint("enum", "is not a permission")))

/** What replaces the role by what it was. A new role has no way back, because roles are not removed. */
const backTo = ({ bypassesLock, name, permissions, roleId }: Role) =>
  reverseBy(roleActs.put, { role_id: roleId, name, permissions, bypasses_lock: bypassesLock })

/** Makes a role, or replaces the one with its id. */
export const putRole = act(roleActs.put, {
  title: "Make or change a role",
  sentence:
    "Make a role, or replace the one with this role_id. A permission that it loses is withdrawn from its players at once, " +
    "and on other servers within a minute; one that it gets comes with their next token. Clients keep what the role held " +
    "when it was given to them. Nobody puts a permission in a role, or takes one from it, that the actor lacks; nor the " +
    "right to log in during a lock. The name of a ready-made role is kept for it, and its role_id counts as that role.",
  input: {
    role_id: described(RoleId, "The role_id of the role."),
    name: described(TextOf({ minimum: 1, maximum: NAME_LENGTH_MAX }), "Its name, for operators; unique."),
    permissions: described(ListOf(PermissionText), "Every permission of the role."),
    bypasses_lock: described(
      Schema.optionalKey(Flag),
      "Let its holders log in while authentication is limited or locked.",
    ),
  },
  answer: value(Schema.Struct({ ...RoleView.fields, reverse: reverseField }).annotate({ identifier: "PutRole" })),
  refusals: ["role_name_taken"],
  run: ({ bypasses_lock: bypassesLock = false, name, permissions, role_id: roleId }, by) =>
    Effect.gen(function* () {
      const audit = yield* Audit
      const roles = yield* RoleStore
      const sessions = yield* Sessions
      const wanted = { roleId, name, permissions: [...new Set<string>(permissions)], bypassesLock }
      const subject = { kind: "role", id: String(roleId) } as const
      return yield* audit.perform(roleActs.put, by, subject, (save) => {
        const unit = Effect.gen(function* () {
          const [before] = yield* roles.rolesOf([roleId])
          const there = yield* roleOfId(roleId)
          yield* passRoles(by, there === undefined ? [wanted] : [there, wanted])
          if (before?.name !== name && (yield* isReserved(wanted))) {
            return yield* new RoleConflict({ code: "role_name_taken" })
          }
          if ((yield* roles.put(wanted)) === "name_taken") return yield* new RoleConflict({ code: "role_name_taken" })
          yield* sessions.recheck(({ kind }) => kind === "player", ANYBODY)
          const answer = { ...roleView(wanted, true), ...(before !== undefined && backTo(before)) }
          return { answer, change: { before, after: wanted } }
        })
        return save(unit)
      })
    }),
})
