/** What every {@link RoleStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { DEFAULT_PLAYER_PERMISSIONS } from "@garrison/core/permission/rules"
import { PLAYER_ROLE_ID, type Role } from "@garrison/core/permission/schema"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

const put = (role: Role) =>
  Effect.gen(function* () {
    const transaction = yield* Transaction
    const store = yield* RoleStore
    return yield* transaction.run(store.put(role))
  })

/** Runs the suite against the store that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<RoleStore | Transaction>): void => {
  withLayer(layer)(`RoleStore on ${name}`, (it) => {
    it.effect("a new database knows the player role, with the default permissions", () =>
      Effect.gen(function* () {
        const store = yield* RoleStore
        assert.deepStrictEqual(yield* store.rolesOf([PLAYER_ROLE_ID]), [
          { roleId: 1, name: "player", permissions: DEFAULT_PLAYER_PERMISSIONS, bypassesLock: false },
        ])
        assert.deepStrictEqual(yield* store.permissionsOf([PLAYER_ROLE_ID]), DEFAULT_PLAYER_PERMISSIONS)
      }),
    )

    it.effect("the permissions of several roles are joined, each once; an unknown role adds nothing", () =>
      Effect.gen(function* () {
        const store = yield* RoleStore
        const operator = {
          roleId: 7,
          name: "operator",
          permissions: ["user:read:any", "catalog:read"],
          bypassesLock: true,
        }
        assert.deepStrictEqual(yield* put(operator), { revision: 0 })
        assert.deepStrictEqual(yield* store.permissionsOf([7, 99, 1]), [...DEFAULT_PLAYER_PERMISSIONS, "user:read:any"])
        assert.deepStrictEqual(yield* store.rolesOf([99, 7]), [operator])
        assert.deepStrictEqual(yield* store.rolesOf([]), [])
        assert.deepStrictEqual(yield* store.permissionsOf([99]), [])
      }),
    )

    it.effect("a role is replaced under its id, and no two share a name", () =>
      Effect.gen(function* () {
        const store = yield* RoleStore
        const tester = { roleId: 8, name: "tester", permissions: ["catalog:read"], bypassesLock: true }
        assert.deepStrictEqual(yield* put(tester), { revision: 0 })
        assert.deepStrictEqual(yield* put({ ...tester, permissions: [], bypassesLock: false }), { revision: 1 })
        assert.strictEqual(yield* put({ ...tester, roleId: 9 }), "name_taken")
        assert.deepStrictEqual(yield* store.rolesOf([8, 9]), [{ ...tester, permissions: [], bypassesLock: false }])
      }),
    )

    it.effect("each change of a role counts its revision up, of changes at once too, and a refused one does not", () =>
      Effect.gen(function* () {
        const role = { roleId: 10, name: "counted", permissions: ["catalog:read"], bypassesLock: false }
        yield* put({ ...role, roleId: 11, name: "other" })
        const answers = yield* Effect.forEach(Array.from({ length: 10 }), () => put(role), { concurrency: "unbounded" })
        assert.sameDeepMembers(
          answers,
          Array.from({ length: 10 }, (_, revision) => ({ revision })),
        )
        assert.strictEqual(yield* put({ ...role, name: "other" }), "name_taken")
        assert.deepStrictEqual(yield* put({ ...role, name: "renamed" }), { revision: 10 })
      }),
    )

    it.effect("of two new roles that take a name at once one has it, and the other is refused", () =>
      Effect.gen(function* () {
        for (let round = 0; round < 20; round++) {
          const role = { name: `wanted ${round}`, permissions: [], bypassesLock: false }
          const ids = [100, 101, 102, 103].map((id) => id + 10 * round)
          const answers = yield* Effect.forEach(ids, (roleId) => put({ ...role, roleId }), { concurrency: "unbounded" })
          assert.sameDeepMembers(answers, [{ revision: 0 }, "name_taken", "name_taken", "name_taken"])
        }
      }),
    )
  })
}
