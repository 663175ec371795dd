/** The storage interface of roles. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Role } from "./schema.ts"

/** Storage of roles. Role 1 (`player`) exists from the start. */
export class RoleStore extends Context.Service<
  RoleStore,
  {
    /** The roles with these ids, in ascending order. Unknown ids are left out, so compare the counts. */
    readonly rolesOf: (roleIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Role>>
    /** Every role, in ascending order. */
    readonly list: Effect.Effect<ReadonlyArray<Role>>
    /** The permissions of these roles together, each once, in the order of the roles. An unknown id adds nothing. */
    readonly permissionsOf: (roleIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<string>>
    /**
     * Creates the role, or replaces the one with its id. `revision` is how often it has been replaced. Takes part in
     * the running unit of work.
     */
    readonly put: (role: Role) => Effect.Effect<{ readonly revision: number } | "name_taken">
  }
>()("@garrison/core/permission/RoleStore") {}
