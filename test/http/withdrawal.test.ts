/**
 * All ways to withdraw something from a caller, on every route and stream of two processes on one database: at once in
 * the process that did it, within a minute in the other (decisions, section 3; guarantees R27 and R340). The control is
 * a server that goes by the token alone: it lets the bearer in as before.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { SWEEP_MILLIS } from "@garrison/core/notification/delivery/sweep"
import type { PermissionName } from "@garrison/core/permission/names"
import { holdsAny } from "@garrison/core/permission/rules"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { putRole } from "@garrison/core/role/operations/putRole"
import { SessionStore } from "@garrison/core/token/SessionStore"
import { type RouteId, routes } from "@garrison/http/contract/routes"
import * as Database from "@garrison/sql/Database"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { newUrls } from "../core/order/opened.ts"
import { type Guarded, isGuarded, rules } from "../support/access.ts"
import { testAct } from "../support/acts.ts"
import { cryptoLayer } from "../support/crypto.ts"
import { readEvents } from "../support/eventStream.ts"
import { type Caller, caller } from "../support/httpCaller.ts"
import { LOOPBACK } from "../support/loopback.ts"
import { type Services, startServer, type TestServer } from "../support/server.ts"
import { type ServerProcess, serverProcess } from "../support/serverProcess.ts"
import { codeOf, samples, sending } from "./samples.ts"

/** Whoever holds everything, until it is withdrawn. */
interface Bearer {
  readonly kind: Guarded["subject"]
  readonly token: string
  readonly playerUuid: string
  /** The client of a machine, or the role of a player. */
  readonly clientId: string
  readonly roleId: number
}

/** A way to withdraw, and what is left to its bearer; undefined: nothing, because the session has ended. */
interface Way {
  readonly from: "player" | "machine"
  readonly withdraw: (bearer: Bearer) => Effect.Effect<unknown, unknown, Services>
  readonly left: ReadonlyArray<PermissionName> | undefined
}

const LEFT = ["presence:read"] as const satisfies ReadonlyArray<PermissionName>
const LESSER_ROLE = 100

const putRoleOf = (roleId: number, permissions: ReadonlyArray<PermissionName>) =>
  putRole.run({ role_id: roleId, name: `role ${roleId}`, permissions }, testAct)
const ofPlayer = ({ playerUuid }: Bearer) => PlayerUuid.make(playerUuid)

const ways: Readonly<Record<string, Way>> = {
  "a permission of a role": { from: "player", withdraw: ({ roleId }) => putRoleOf(roleId, LEFT), left: LEFT },
  "the role of a player": {
    from: "player",
    withdraw: (bearer) => Players.use((all) => all.giveRole(ofPlayer(bearer), LESSER_ROLE, testAct)),
    left: LEFT,
  },
  "the sessions of a player": {
    from: "player",
    withdraw: (bearer) => Players.use((all) => all.endSessions(ofPlayer(bearer), "all", testAct)),
    left: undefined,
  },
  "a player, by a ban": {
    from: "player",
    withdraw: (bearer) =>
      Restrictions.use((all) => all.addToPlayer(ofPlayer(bearer), { type: "account_ban" }, testAct)),
    left: undefined,
  },
  "a permission of a client": {
    from: "machine",
    withdraw: ({ clientId }) => Clients.use((all) => all.edit(clientId, { permissions: LEFT }, testAct)),
    left: LEFT,
  },
  "the role of a client": {
    from: "machine",
    withdraw: ({ clientId }) => Clients.use((all) => all.setRole(clientId, LESSER_ROLE, testAct)),
    left: LEFT,
  },
  "the secret of a client": {
    from: "machine",
    withdraw: ({ clientId }) => Clients.use((all) => all.rotate(clientId, { overlapSeconds: 0 }, testAct)),
    left: undefined,
  },
  "a client": {
    from: "machine",
    withdraw: ({ clientId }) => Clients.use((all) => all.setDisabled(clientId, true, testAct)),
    left: undefined,
  },
}

const stream = "notificationStream" satisfies RouteId
/** Those that a bearer of this kind may be let in to, with that which ends the session at the end. */
const routesOf = (kind: Way["from"]) =>
  routes
    .flatMap(({ id }) => {
      const rule = rules[id]
      return isGuarded(rule) && (rule.subject === "any" || rule.subject === kind) ? [{ id, rule }] : []
    })
    .toSorted((one, other) => Number(one.id === "logout") - Number(other.id === "logout"))

/** What a route answers a bearer who holds this now. */
const outcomeOf = ({ allowed, anyOf }: Guarded, left: Way["left"]) => {
  if (left === undefined) return "auth_token_expired"
  return anyOf.length === 0 || holdsAny(left, anyOf) ? allowed[1] : "insufficient_permissions"
}

const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())

/** How requests and streams reach a server. */
type Reached = Pick<TestServer, "call" | "url">

/** How often listeners are looked after, in every process. */
const sweepMillis = 2
const settings = { oddsPublished: true }

/** The process of this test, as a server on the database. */
const startHere = (url: string, disturb?: <Out, E, R>(services: Layer.Layer<Out, E, R>) => Layer.Layer<Out, E, R>) =>
  startServer({
    database: Layer.fresh(Layer.merge(Layer.orDie(Database.layer(url)), cryptoLayer)),
    isPrepared: true,
    settings,
    sleepMillis: (millis) => (millis === SWEEP_MILLIS ? sweepMillis : millis),
    ...(disturb && { disturb }),
  })

/** Does not say what a bearer holds now. */
const withoutHeld = Layer.effect(
  SessionStore,
  Effect.map(SessionStore, (sessions) => ({
    ...sessions,
    standing: (...asked: Parameters<typeof sessions.standing>) =>
      Effect.map(sessions.standing(...asked), (standing) =>
        standing === "ended" ? standing : { ...standing, permissions: undefined },
      ),
  })),
) as Layer.Layer<SessionStore>

for (const [name, newUrl] of Object.entries(newUrls)) {
  describe(`what is withdrawn in one of two processes, on ${name}`, () => {
    const scope = Scope.makeUnsafe()
    let url: string
    let here: TestServer
    let there: Reached & ServerProcess & { readonly call: Caller }
    let roles = LESSER_ROLE
    let passedSeconds = 0
    beforeAll(async () => {
      url = await Effect.runPromise(Scope.provide(newUrl, scope))
      const started = await serverProcess(url.replace(/^sqlite:/, ""), { settings, sweepMillis, queueMillis: 60_000 })
      there = { ...started, url: `http://${LOOPBACK}:${started.port}`, call: caller(started.port) }
      here = await startHere(url)
      await here.run(putRoleOf(LESSER_ROLE, LEFT))
    })
    afterAll(async () => {
      there.call.close()
      there.child.kill("SIGTERM")
      await there.exited
      await here.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    /** A player who logged in with a role of its own. */
    const playerWithRole = async (...permissions: ReadonlyArray<PermissionName>): Promise<Bearer> => {
      const roleId = ++roles
      const secret = `the device of role ${roleId} on ${name}`
      const { playerUuid } = await here.player(secret)
      await here.run(putRoleOf(roleId, permissions))
      await here.run(Players.use((all) => all.giveRole(PlayerUuid.make(playerUuid), roleId, testAct)))
      const { token } = await here.player(secret)
      return { kind: "player", token, playerUuid, clientId: "", roleId }
    }

    const machineWithAll = async (): Promise<Bearer> => {
      const token = await here.machine("*")
      const clientId = String(claimsOf(token)["client_id"])
      return { kind: "machine", token, clientId, playerUuid: (await here.player()).playerUuid, roleId: 0 }
    }

    const ask = (server: Reached, id: RouteId, { playerUuid, token }: Bearer) => {
      const sample = samples(playerUuid)[id]
      const { sent, target } = sending(sample)
      return server.call(sample.method, target, { token, ...sent })
    }

    const streamOf = ({ url }: Reached, { token }: Bearer) => readEvents(url + samples("")[stream].path, { token })

    const advance = async (seconds: number) => {
      passedSeconds += seconds
      here.advanceSeconds(seconds)
      await there.advanceSeconds(seconds)
    }

    it.each(Object.entries(ways))("%s", async (_, { from, left, withdraw }) => {
      const bearer = await (from === "player" ? playerWithRole("*") : machineWithAll())
      // Another one: who hears that a stream ends forgets the token, too.
      const listener = from === "player" ? await playerWithRole("*") : undefined
      const streams = listener === undefined ? [] : [await streamOf(here, listener), await streamOf(there, listener)]
      const routes = routesOf(from)
      const isAllowed = async (server: Reached) => codeOf(await ask(server, "vendors", bearer)) === undefined
      assert.deepStrictEqual([await isAllowed(here), await isAllowed(there)], [true, true])

      await here.run(withdraw(bearer))
      for (const { id, rule } of routes.slice(0, -1)) {
        assert.strictEqual(codeOf(await ask(here, id, bearer)), outcomeOf(rule, left), `${id}, at once`)
      }
      assert.isTrue(await isAllowed(there), "the control: the other process trusts what it remembers")
      if (listener !== undefined) await here.run(withdraw(listener))
      await advance(60)
      for (const { id, rule } of routes) {
        assert.strictEqual(codeOf(await ask(there, id, bearer)), outcomeOf(rule, left), `${id}, after a minute`)
      }
      for (const reader of streams) {
        assert.strictEqual(await reader.ended, "whole")
        assert.match(
          reader.text(),
          left === undefined ? /: the session has ended\n\n$/ : /: the permission has ended\n\n$/,
        )
      }
    })

    it("comes back with the role, and a token never has more than it was issued with", async () => {
      const bearer = await playerWithRole("catalog:read", "presence:read")
      const may = async (server: Reached) => [
        codeOf(await ask(server, "vendors", bearer)) === undefined,
        codeOf(await ask(server, "playerPresence", bearer)) === undefined,
        codeOf(await ask(server, "playerInventory", bearer)) === undefined,
      ]
      const put = (...permissions: ReadonlyArray<PermissionName>) => here.run(putRoleOf(bearer.roleId, permissions))
      assert.deepStrictEqual(await may(there), [true, true, false])
      await put("presence:read", "inv:read_inv:player:any")
      assert.deepStrictEqual(await may(here), [false, true, false])
      await put("*")
      assert.deepStrictEqual(await may(here), [true, true, false])
      await put()
      await advance(60)
      for (const server of [here, there]) assert.deepStrictEqual(await may(server), [false, false, false])
    })

    it("is what a machine changes its own secret by: storage says so at once on every server", async () => {
      const bearer = await machineWithAll()
      assert.isUndefined(codeOf(await ask(there, "updateCredentials", bearer)))
      await here.run(Clients.use((all) => all.edit(bearer.clientId, { permissions: LEFT }, testAct)))
      const path = `${samples("")["updateCredentials"].path}?rotate_secret=true`
      const rotation = await there.call("PUT", path, { token: bearer.token, body: {} })
      assert.strictEqual(codeOf(rotation), "insufficient_permissions")
    })

    it("(control) is not noticed where a server goes by the token alone", async () => {
      const bearer = await playerWithRole("*")
      const naive = await startHere(url, (services) => Layer.provide(services, withoutHeld))
      naive.advanceSeconds(passedSeconds)
      await here.run(putRoleOf(bearer.roleId, LEFT))
      const code = codeOf(await ask(naive, "vendors", bearer))
      await naive.stop()
      assert.deepStrictEqual(
        [code, codeOf(await ask(here, "vendors", bearer))],
        [undefined, "insufficient_permissions"],
      )
    })
  })
}
