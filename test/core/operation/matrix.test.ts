/**
 * Who may do what: every operation of the table by every role, as a player and as a machine client, on a real database.
 * Then what lets one log in as another: nobody gets at a permission that the actor lacks (decisions, section 3).
 */
import { assert, describe, it } from "@effect/vitest"
import { AuditStore } from "@garrison/core/audit/AuditStore"
import { Clients } from "@garrison/core/client/Clients"
import { createClient } from "@garrison/core/client/operations/createClient"
import { editClient } from "@garrison/core/client/operations/editClient"
import { retireClientSecret } from "@garrison/core/client/operations/retireClientSecret"
import { editClientRedirects } from "@garrison/core/client/operations/editClientRedirects"
import { rotateClient } from "@garrison/core/client/operations/rotateClient"
import { setClientRole } from "@garrison/core/client/operations/setClientRole"
import * as Garrison from "@garrison/core/Garrison"
import { type Caller, hostCaller } from "@garrison/core/kernel/Caller"
import { ClientUuid, PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Links } from "@garrison/core/linking/Links"
import { linkForPlayer } from "@garrison/core/linking/operations/linkForPlayer"
import { unlinkForPlayer } from "@garrison/core/linking/operations/unlinkForPlayer"
import { mergePersons } from "@garrison/core/merging/operations/mergePersons"
import { changePassword } from "@garrison/core/login/operations/changePassword"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { type Act, actorOf } from "@garrison/core/operation/Act"
import type { AnyOperation } from "@garrison/core/operation/Operation"
import { operations } from "@garrison/core/operations"
import { PERMISSIONS, type PermissionName } from "@garrison/core/permission/names"
import { READY_MADE_ROLES } from "@garrison/core/permission/readyMade"
import { Signals } from "@garrison/core/kernel/work/Signals"
import type { PersonStore } from "@garrison/core/person/PersonStore"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { DEFAULT_PLAYER_PERMISSIONS, holdsAny } from "@garrison/core/permission/rules"
import { PLAYER_ROLE_ID, type Role } from "@garrison/core/permission/schema"
import { setPlayerRole } from "@garrison/core/player/operations/setPlayerRole"
import { Players } from "@garrison/core/player/Players"
import { putRole } from "@garrison/core/role/operations/putRole"
import { settingsInForce } from "@garrison/core/settings"
import * as Stores from "@garrison/sql/Stores"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { actBy } from "../../support/acts.ts"
import { onEachDatabase } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { deviceSecret, login, loginAnon, request, testSettings, whoIs } from "../../support/logins.ts"
import { given, ofOne } from "../../support/inputs.ts"
import { playerCaller } from "../../support/orders.ts"

const [, , , administrator] = READY_MADE_ROLES as readonly [Role, Role, Role, Role]

/** Nobody, a player, the ready-made roles, and who holds much that is less than all. */
const roles: ReadonlyArray<Pick<Role, "name" | "permissions">> = [
  { name: "nobody", permissions: [] },
  { name: "player", permissions: DEFAULT_PLAYER_PERMISSIONS },
  ...READY_MADE_ROLES,
  { name: "every act", permissions: ["operator:act:*"] },
  { name: "every secret", permissions: ["operator:secret:*"] },
  { name: "all but root", permissions: PERMISSIONS.filter((permission) => permission !== "*") },
]

/** The same, and each permission alone. */
const rolesAndPermissions = [
  ...roles,
  ...PERMISSIONS.map((permission) => ({ name: permission, permissions: [permission] })),
]

const callerWith = (kind: "player" | "machine", permissions: ReadonlyArray<string>): Caller =>
  kind === "player"
    ? { ...playerCaller(PlayerUuid.make(randomUUID())), permissions }
    : { ...hostCaller("tool"), subject: ClientUuid.make(randomUUID()), permissions }

/** An act of somebody new, so that no row of a refusal is left out because there were many. */
const actOfRole = (kind: "player" | "machine", permissions: ReadonlyArray<string>): Act => ({
  actor: actorOf(callerWith(kind, permissions), "192.0.2.1"),
  reason: "because",
})

/** Whether it was refused for want of a permission; whatever else happens, it passed that. */
const isDenied = (exit: Exit.Exit<unknown, { readonly code: string }>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error.code === "insufficient_permissions")

/** A machine changes itself alone, and no client is stored for the callers of this test. */
const OF_ITSELF = "client.updateOwn"

const expectsDenial = ({ isOpen, name, permissions }: AnyOperation, held: ReadonlyArray<string>): boolean =>
  name === OF_ITSELF || (isOpen !== true && permissions.length > 0 && !holdsAny(held, permissions))

/** Someone who holds every permission, and the ways to become that. */
const prepare = Effect.gen(function* () {
  const act = actBy("setup")
  const clients = yield* Clients
  yield* clients.create({ clientId: "game", kind: "game", permissions: [], public: true }, act)
  yield* clients.create({ clientId: "root", kind: "machine", permissions: ["*"] }, act)
  yield* clients.rotate("root", {}, act)
  yield* clients.create({ clientId: "tool", kind: "machine", permissions: [] }, act)
  yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, act)
  const { playerUuid } = whoIs(yield* login({ grant_type: "basic", portal_access_token: "ada:correct horse" }))
  const program = { playerUuid, session: undefined, clientId: "game", address: "", userAgent: "" }
  const device = request({ grant_type: "anon", portal_access_token: deviceSecret(2) })
  const { portal_users } = yield* (yield* Links).link(program, device)
  yield* (yield* Players).giveRole(playerUuid, administrator.roleId, act)
  const added = portal_users.find(({ platform }) => platform === "Anon")?.portal_user_id ?? ""
  const mine = whoIs(yield* loginAnon(3)).playerUuid
  return { player_uuid: playerUuid, mine, platform: "Anon" as const, portal_user_id: added }
})
type World = Effect.Success<typeof prepare>

type Doing = Effect.Effect<
  unknown,
  { readonly code: string },
  Garrison.GarrisonServices | PersonStore | RoleStore | Signals
>

interface Row {
  readonly operation: AnyOperation
  /** One of the permissions for the act itself. */
  readonly permission: PermissionName
  readonly does: (world: World, act: Act) => Doing
}

/** What would let an actor become, or make, the administrator. */
const rows: ReadonlyArray<Row> = [
  {
    operation: createClient,
    permission: "operator:secret:client",
    does: (_, act) => createClient.run({ client_id: "mine", kind: "machine", permissions: ["*"] }, act),
  },
  {
    operation: rotateClient,
    permission: "operator:secret:client",
    does: (_, act) => rotateClient.run({ client_id: "root" }, act),
  },
  {
    operation: editClient,
    permission: "operator:secret:client",
    does: (_, act) => editClient.run({ client_id: "root", description: "mine" }, act),
  },
  {
    operation: editClient,
    permission: "operator:secret:client",
    does: (_, act) => editClient.run({ client_id: "tool", permissions: ["*"] }, act),
  },
  {
    operation: retireClientSecret,
    permission: "operator:secret:client",
    does: (_, act) => retireClientSecret.run({ client_id: "root" }, { ...act, reason: "because" }),
  },
  {
    operation: editClientRedirects,
    permission: "operator:secret:client",
    does: (_, act) => editClientRedirects.run({ client_id: "root", redirect_uris: [] }, act),
  },
  {
    operation: setClientRole,
    permission: "operator:act:role",
    does: (_, act) => setClientRole.run({ client_id: "root", role_id: PLAYER_ROLE_ID }, act),
  },
  {
    operation: putRole,
    permission: "operator:act:role",
    does: (_, act) => putRole.run({ role_id: 7, name: "mine", permissions: ["*"] }, act),
  },
  {
    operation: putRole,
    permission: "operator:act:role",
    does: (_, act) => putRole.run({ role_id: 7, name: "mine", permissions: [], bypasses_lock: true }, act),
  },
  {
    operation: putRole,
    permission: "operator:act:role",
    does: (_, act) => putRole.run({ role_id: administrator.roleId, name: "administrator", permissions: [] }, act),
  },
  {
    operation: setPlayerRole,
    permission: "operator:act:role",
    does: ({ player_uuid }, act) => setPlayerRole.run({ player_uuid, role_id: PLAYER_ROLE_ID }, act),
  },
  {
    operation: unlinkForPlayer,
    permission: "operator:act:player",
    does: (world, act) => unlinkForPlayer.run(world, act),
  },
  {
    operation: linkForPlayer,
    permission: "operator:act:player",
    does: ({ player_uuid }, act) => linkForPlayer.run({ player_uuid, platform: "Golf", portal_user_id: "mine" }, act),
  },
  {
    operation: mergePersons,
    permission: "operator:act:player",
    does: ({ mine, player_uuid }, act) => mergePersons.run({ player_uuid, other_player_uuid: mine }, act),
  },
  {
    operation: mergePersons,
    permission: "operator:act:player",
    does: ({ mine, player_uuid }, act) => mergePersons.run({ player_uuid: mine, other_player_uuid: player_uuid }, act),
  },
  {
    operation: changePassword,
    permission: "operator:secret:account",
    does: (_, act) => changePassword.run({ username: "ada", password: "another horse" }, act),
  },
]

const outcomesSince = (sequence: number) =>
  Effect.map(
    AuditStore.use((store) => store.page(sequence, 1000)),
    (found) => found.map(({ operation, outcome }) => [operation, outcome]),
  )

onEachDatabase((name, database) => {
  const services = Garrison.layer.pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provideMerge(settingsInForce(testSettings)),
    Layer.provideMerge(Layer.merge(database, countingKdf().layer)),
  )
  const inWorld = <A, E>(test: (world: World) => Effect.Effect<A, E, Layer.Success<typeof services>>) =>
    Effect.provide(Effect.flatMap(prepare, test), Layer.fresh(services))

  describe(`every operation on ${name}`, () => {
    it.effect("is for the roles that its declaration names, and for no other", () =>
      inWorld(() =>
        Effect.gen(function* () {
          const wrong: Array<string> = []
          let denials = 0
          for (const operation of operations as ReadonlyArray<AnyOperation<string, Layer.Success<typeof services>>>) {
            const wanted = Object.fromEntries(Object.entries(given).filter(([field]) => field in operation.input))
            const input = yield* operation.decode({ ...wanted, ...ofOne[operation.name] })
            for (const { name: role, permissions } of rolesAndPermissions) {
              for (const kind of ["player", "machine"] as const) {
                const exit = yield* Effect.exit(operation.run(input, { ...actOfRole(kind, permissions), dryRun: true }))
                const denied = isDenied(exit)
                if (denied) denials++
                if (denied !== expectsDenial(operation, permissions)) wrong.push(`${operation.name}, ${kind} ${role}`)
              }
            }
          }
          assert.deepStrictEqual(wrong, [])
          assert.isAbove(denials, 3000)
        }),
      ),
    )

    it.effect("that lets one become another is refused to who lacks a permission of the other, with a row", () =>
      inWorld((world) =>
        Effect.gen(function* () {
          for (const { does, operation, permission } of rows) {
            for (const { name: role, permissions } of roles) {
              for (const kind of ["player", "machine"] as const) {
                const act = actOfRole(kind, [...permissions, permission])
                const start = (yield* AuditStore.use((store) => store.head)).sequence
                const isRoot = permissions.includes("*")
                const exit = yield* Effect.exit(does(world, { ...act, dryRun: isRoot }))
                const label = `${operation.name} by a ${kind} with ${role}`
                assert.strictEqual(isDenied(exit), !isRoot, label)
                if (!isRoot) {
                  assert.deepStrictEqual(
                    yield* outcomesSince(start),
                    [[operation.name, "insufficient_permissions"]],
                    label,
                  )
                }
              }
            }
          }
        }),
      ),
    )

    it.effect("that lets one become another is for who has all that the other has", () =>
      inWorld((world) =>
        Effect.gen(function* () {
          // What everyone has is nobody's privilege: so this database has no privilege at all.
          const everyone = { roleId: PLAYER_ROLE_ID, name: "player", permissions: ["*"], bypassesLock: false }
          yield* (yield* Transaction).run((yield* RoleStore).put(everyone))
          for (const { does, operation, permission } of rows) {
            const exit = yield* Effect.exit(does(world, { ...actOfRole("machine", [permission]), dryRun: true }))
            assert.isTrue(Exit.isSuccess(exit), operation.name)
          }
        }),
      ),
    )
  })
})
