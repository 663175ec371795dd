/**
 * Who makes and changes a role: what it gives is asked for, the right to log in during a lock too (decisions, section
 * 3).
 */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { ClientUuid } from "@garrison/core/kernel/Identifier"
import { hostCaller } from "@garrison/core/kernel/Caller"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { type Act, actorOf } from "@garrison/core/operation/Act"
import { makeLocalLayer } from "@garrison/core/operation/local"
import type { PermissionName } from "@garrison/core/permission/names"
import { READY_MADE_ROLES } from "@garrison/core/permission/readyMade"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import type { Role } from "@garrison/core/permission/schema"
import { Players } from "@garrison/core/player/Players"
import { putRole } from "@garrison/core/role/operations/putRole"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { testAct } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon, whoIs, write } from "../../support/logins.ts"
import { playerOf } from "../linking/linking.ts"

const ACTS = ["operator:act:role"] as const satisfies ReadonlyArray<PermissionName>
const [support = assert.fail()] = READY_MADE_ROLES

/** A machine that may change roles. */
const machine = (...permissions: ReadonlyArray<PermissionName>): Act => ({
  actor: actorOf({ ...hostCaller("tool"), subject: ClientUuid.make(randomUUID()), permissions }, "192.0.2.1"),
})

const put = (act: Act, roleId: number, given: { readonly name?: string; readonly bypasses?: boolean } = {}) => {
  const { bypasses = false, name = `role ${roleId}` } = given
  return codeOf(putRole.run({ role_id: roleId, name, permissions: [], bypasses_lock: bypasses }, act))
}

/** A player who logs in with a role that may change roles, and that bypasses the lock or not. */
const operator = Effect.fnUntraced(function* (roleId: number, bypassesLock: boolean) {
  const { playerUuid } = whoIs(yield* loginAnon(roleId))
  yield* write(
    RoleStore.use((roles) => roles.put({ roleId, name: `operator ${roleId}`, permissions: ACTS, bypassesLock })),
  )
  yield* Players.use((players) => players.giveRole(playerUuid, roleId, testAct))
  const { session } = yield* playerOf(yield* loginAnon(roleId))
  return { actor: actorOf(session, "192.0.2.1") } satisfies Act
})

/** A role that another act changes once it was looked up so many times. */
const changingRole = (after: number, changed: Role) =>
  Layer.effect(
    RoleStore,
    Effect.gen(function* () {
      const roles = yield* RoleStore
      const transaction = yield* Transaction
      let lookups = 0
      const rolesOf = (ids: ReadonlyArray<number>) => {
        const found = roles.rolesOf(ids)
        if (!ids.includes(changed.roleId) || ++lookups !== after) return found
        return Effect.tap(found, () => transaction.run(roles.put(changed)))
      }
      return { ...roles, rolesOf }
    }),
  )

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })

  describe(`role.put on ${name}`, () => {
    it.effect("gives and takes the right to log in during a lock for who has it, and for who has everything", () =>
      Effect.gen(function* () {
        const [without, having] = [yield* operator(20, false), yield* operator(21, true)]
        const attempts: ReadonlyArray<readonly [string, Act, boolean]> = [
          ["a machine", machine(...ACTS), false],
          ["a machine with everything", machine("*"), true],
          ["a player without it", without, false],
          ["a player who has it", having, true],
          ["a program on the database", testAct, true],
        ]
        for (const [who, act, may] of attempts) {
          const expected = may ? "ok" : "insufficient_permissions"
          yield* put(testAct, 30, { bypasses: false })
          assert.strictEqual(yield* put(act, 30, { bypasses: true }), expected, `${who} gives it`)
          yield* put(testAct, 30, { bypasses: true })
          assert.strictEqual(yield* put(act, 30, { bypasses: false }), expected, `${who} takes it`)
          yield* put(testAct, 30, { bypasses: true })
          const { playerUuid } = whoIs(yield* loginAnon(40))
          const gift = Players.use((players) => players.giveRole(playerUuid, 30, act))
          assert.strictEqual(yield* codeOf(gift), expected, `${who} gives a role that has it`)
        }
        assert.strictEqual(yield* put(machine(...ACTS), 31), "ok", "the control: a role without it")
      }).pipe(world),
    )

    it.effect("is asked for by what the role gives at the moment of the gift", () =>
      Effect.gen(function* () {
        const by = yield* operator(20, false)
        const { playerUuid } = whoIs(yield* loginAnon(40))
        const role: Role = { roleId: 30, name: "role 30", permissions: [], bypassesLock: false }
        const gift = (after: number, changed: Role) =>
          codeOf(
            Effect.provide(
              Players.use((players) => players.giveRole(playerUuid, 30, by)),
              Layer.provide(Layer.fresh(Players.layer), changingRole(after, changed)),
            ),
          )
        yield* put(testAct, 30)
        assert.strictEqual(yield* gift(2, { ...role, bypassesLock: true }), "insufficient_permissions")
        yield* put(testAct, 30)
        assert.strictEqual(yield* gift(2, role), "ok", "the control: it does not")
      }).pipe(world),
    )

    it.effect("gives a client what the role holds at that moment", () =>
      Effect.gen(function* () {
        const given: Role = { roleId: 30, name: "role 30", permissions: ["presence:read"], bypassesLock: true }
        yield* write(RoleStore.use((roles) => roles.put({ ...given, permissions: ["presence:read", "catalog:read"] })))
        const { client } = yield* Clients.use((all) => all.create({ kind: "machine", permissions: [] }, testAct))
        const setRole = Clients.use((all) => all.setRole(client.clientId, 30, testAct))
        const { after } = yield* Effect.provide(
          setRole,
          Layer.provide(Layer.fresh(Clients.layer), changingRole(1, given)),
        )
        assert.deepStrictEqual(after.permissions, ["presence:read"])
      }).pipe(world),
    )

    it.effect("is as much as a role has for who works under it on the database", () =>
      Effect.gen(function* () {
        yield* operator(20, false)
        yield* operator(21, true)
        const under = Effect.fnUntraced(function* (role: string) {
          const layer = yield* makeLocalLayer([putRole], testAct.actor, role)
          const input = { role_id: 30, name: "role 30", permissions: [], bypasses_lock: true }
          return yield* Effect.match(layer.run("role.put", input, {}), {
            onSuccess: () => "ok",
            onFailure: ({ code }) => code,
          })
        })
        assert.deepStrictEqual([yield* under("20"), yield* under("21")], ["insufficient_permissions", "ok"])
      }).pipe(world),
    )

    it.effect("keeps the ready-made roles for themselves before they are stored: their ids and their names", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* put(machine(...ACTS), support.roleId), "insufficient_permissions")
        for (const alike of ["support", "Support", "ѕuррort", "sup\u200bport"]) {
          assert.strictEqual(yield* put(testAct, 30, { name: alike }), "role_name_taken", alike)
        }
        assert.strictEqual(yield* put(testAct, 30, { name: "supporters" }), "ok")
        const { playerUuid } = whoIs(yield* loginAnon(1))
        const { role } = yield* Players.use((players) => players.giveRole(playerUuid, support.roleId, testAct))
        assert.deepStrictEqual(role, support)
        assert.strictEqual(yield* put(testAct, support.roleId, { name: "first line" }), "ok")
        assert.strictEqual(yield* put(testAct, 30, { name: "Support" }), "ok", "no role waits for the name any more")
      }).pipe(world),
    )

    it.effect("lets a role keep the name that it has from before", () =>
      Effect.gen(function* () {
        yield* write(RoleStore.use((roles) => roles.put({ ...support, roleId: 30, permissions: [] })))
        assert.strictEqual(yield* put(testAct, 30, { name: "support" }), "ok")
        assert.strictEqual(yield* put(testAct, 30, { name: "SUPPORT" }), "role_name_taken")
      }).pipe(world),
    )
  })
})
