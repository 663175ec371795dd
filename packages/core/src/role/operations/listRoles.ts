/** The roles, for operators (decisions, section 3). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, ListOf } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { READY_MADE_ROLES } from "../../permission/readyMade.ts"
import { RoleStore } from "../../permission/RoleStore.ts"
import { roleView, RoleView } from "../view.ts"

/** Lists the roles. */
export const listRoles = read(
  { name: "role.list", permissions: ["operator:read:role"] },
  {
    title: "List roles",
    sentence: "List the roles of the database, and the ready-made ones that it does not have yet.",
    input: {},
    answer: value(
      Schema.Struct({ roles: described(ListOf(RoleView), "Every role, by role_id.") }).annotate({
        identifier: "Roles",
      }),
    ),
    refusals: [],
    run: Effect.fnUntraced(function* () {
      const stored = yield* (yield* RoleStore).list
      const ids = new Set(stored.map(({ roleId }) => roleId))
      const further = READY_MADE_ROLES.filter(({ roleId }) => !ids.has(roleId))
      return {
        roles: [
          ...stored.map((role) => roleView(role, true)),
          ...further.map((role) => roleView(role, false)),
        ].toSorted((one, other) => one.role_id - other.role_id),
      }
    }),
  },
)
