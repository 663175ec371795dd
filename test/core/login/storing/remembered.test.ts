/**
 * What a process remembers of who logs in is out of date as soon as another process changes it (decisions, section 4).
 * Two nodes with memories of their own share a database here: one remembers a player, and the other changes it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import type { LoginResult } from "@garrison/core/login/schema"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import * as Stores from "@garrison/sql/Stores"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { testAct } from "../../../support/acts.ts"
import { onEachDatabase, postgresLayer } from "../../../support/databases.ts"
import { codeOf, inLoginWorld, login, loginAnon, secondNode, whoIs, write } from "../../../support/logins.ts"
import { golf, grantsEnabled, link, portals, portalUserOf, unlink } from "../../linking/linking.ts"

/** Builds a node with stores of its own, whose memories are empty. */
const otherNode = Layer.build(secondNode.pipe(Layer.provideMerge(Layer.fresh(Stores.layer))))

type Node = Effect.Success<typeof otherNode> extends Context.Context<infer Services> ? Services : never

/** Runs an effect on the other node. */
type There = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, Exclude<R, Node>>

/**
 * Logs the device in until this node remembers it, has `change` made with the player and the other node, and logs in
 * again here.
 */
const afterChange = <E, R>(change: (before: LoginResult, there: There) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const elsewhere = yield* otherNode
    const there: There = (effect) => Effect.provideContext(effect, elsewhere)
    for (let time = 0; time < 3; time++) yield* loginAnon(1)
    const before = yield* loginAnon(1)
    yield* change(before, there)
    return { before, code: yield* codeOf(loginAnon(1)), again: codeOf(loginAnon(1)), result: loginAnon(1) }
  })

/** Stores logins on what is remembered, without proof. */
const trusting = Layer.effect(
  LoginStore,
  Effect.map(LoginStore, (store) => ({
    ...store,
    store: (asked, inLoginUnit) => {
      const player = asked.player.is === "known" ? { ...asked.player, recalled: undefined } : asked.player
      return store.store({ ...asked, player }, inLoginUnit)
    },
  })),
)

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database, portals, settings: { grantsEnabled } })

  describe(`a login that another node has overtaken, on ${name}`, () => {
    it.effect("finds a portal user that was unlinked to be free, and its new person", () =>
      Effect.gen(function* () {
        const { before, code, result } = yield* afterChange((device, there) =>
          Effect.gen(function* () {
            yield* there(link(device, golf("ada")))
            const ada = yield* there(login(golf("ada")))
            yield* there(unlink(ada, portalUserOf(device)))
            return yield* there(loginAnon(1))
          }),
        )
        assert.strictEqual(code, "ok")
        const now = yield* result
        assert.notStrictEqual(now.person_id, before.person_id)
        assert.strictEqual((yield* login(golf("ada"))).person_id, before.person_id)
      }).pipe(Effect.scoped, world),
    )

    it.effect("finds a portal user that moved to another person", () =>
      Effect.gen(function* () {
        const other = yield* loginAnon(2)
        const secret = "device-secret-1".padEnd(24, "x")
        const { result } = yield* afterChange((device, there) =>
          Effect.gen(function* () {
            yield* there(link(device, golf("ada")))
            yield* there(unlink(yield* there(login(golf("ada"))), portalUserOf(device)))
            const owner = yield* there(loginAnon(2))
            yield* there(link(owner, { grant_type: "anon", portal_access_token: secret }))
          }),
        )
        assert.deepStrictEqual(whoIs(yield* result), whoIs(other))
      }).pipe(Effect.scoped, world),
    )

    it.effect("makes a new person where its own was deleted", () =>
      Effect.gen(function* () {
        const { before, code, result } = yield* afterChange((device, there) =>
          there(Effect.flatMap(Players, (players) => players.deletePerson(whoIs(device).playerUuid, testAct))),
        )
        assert.strictEqual(code, "ok")
        assert.notStrictEqual((yield* result).person_id, before.person_id)
      }).pipe(Effect.scoped, world),
    )

    it.effect("is refused from a ban until it is lifted", () =>
      Effect.gen(function* () {
        const { again, before, code } = yield* afterChange((device, there) => {
          const { personId } = whoIs(device)
          return there(Effect.flatMap(Restrictions, (bans) => bans.add({ personId, type: "account_ban" }, testAct)))
        })
        assert.deepStrictEqual([code, yield* again], ["user_auth_restricted", "user_auth_restricted"])
        const restrictions = yield* Restrictions
        const { personId } = whoIs(before)
        const [ban] = yield* restrictions.history(personId)
        yield* restrictions.lift(personId, ban?.restrictionId ?? "", testAct)
        assert.strictEqual(yield* again, "ok")
      }).pipe(Effect.scoped, world),
    )

    it.effect("is refused where its client was disabled, and let in where it is enabled again", () =>
      Effect.gen(function* () {
        const clients = yield* Clients
        const { again, code } = yield* afterChange(() => clients.setDisabled("game", true, testAct))
        assert.strictEqual(code, "client_credentials_invalid")
        yield* clients.setDisabled("game", false, testAct)
        assert.strictEqual(yield* again, "ok")
      }).pipe(Effect.scoped, world),
    )

    it.effect("has the role of now, with the permissions of now", () =>
      Effect.gen(function* () {
        const roles = yield* RoleStore
        const { result } = yield* afterChange((device) =>
          Effect.andThen(
            write(roles.put({ roleId: 2, name: "tester", permissions: [], bypassesLock: false })),
            Effect.flatMap(Players, (players) => players.setRole(whoIs(device).playerUuid, 2, testAct)),
          ),
        )
        assert.strictEqual((yield* result).role_id, 2)
        const role = { roleId: 2, name: "tester", permissions: ["catalog:read"], bypassesLock: false }
        yield* write(roles.put(role))
        assert.deepStrictEqual((yield* result).permissions, role.permissions)
      }).pipe(Effect.scoped, world),
    )

    it.effect("shows the name that the other node was told", () =>
      Effect.gen(function* () {
        const { result } = yield* afterChange((_, there) => there(loginAnon(1, { portal_display_name: "Grace" })))
        assert.strictEqual((yield* result).display_name, "Grace")
      }).pipe(Effect.scoped, world),
    )
  })
})

// SQLite remembers no login whole: it reads each time.
describe("the control on Postgres, which trusts what is remembered", () => {
  const world = { database: postgresLayer, portals, settings: { grantsEnabled }, replaced: trusting as never }

  it.effect("lets a player in through a client that is disabled", () =>
    Effect.gen(function* () {
      const clients = yield* Clients
      const { code } = yield* afterChange(() => clients.setDisabled("game", true, testAct))
      assert.strictEqual(code, "ok")
    }).pipe(Effect.scoped, inLoginWorld(world)),
  )

  it.effect("shows a name of before", () =>
    Effect.gen(function* () {
      const { result } = yield* afterChange((_, there) => there(loginAnon(1, { portal_display_name: "Grace" })))
      assert.notStrictEqual((yield* result).display_name, "Grace")
    }).pipe(Effect.scoped, inLoginWorld(world)),
  )
})
