/** What a caller sees of what breaks inside: nothing but an id (decisions, section 2; guarantees R33, R34). */
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { Clients } from "@garrison/core/client/Clients"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import { Inventories } from "@garrison/core/inventory/Inventories"
import { Links } from "@garrison/core/linking/Links"
import { Logins } from "@garrison/core/login/Logins"
import { LootOdds } from "@garrison/core/odds/LootOdds"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { NotificationDelivery } from "@garrison/core/notification/NotificationDelivery"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Oauth } from "@garrison/core/oauth/Oauth"
import { Orders } from "@garrison/core/order/Orders"
import { Presences } from "@garrison/core/presence/Presences"
import { Sessions } from "@garrison/core/token/Sessions"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Readiness } from "@garrison/http/Readiness"
import { routes, type RouteId, routesById } from "@garrison/http/contract/routes"
import type { Route } from "@garrison/http/contract/route"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type LoggedIn, useServer } from "../support/server.ts"
import { codeOf, samples, sending } from "./samples.ts"

/** What every method of the services does instead of its work, while something is set. */
const fault: { current: Effect.Effect<never> | "throw" | undefined; readonly sparing: Set<string> } = {
  current: undefined,
  sparing: new Set(),
}

const throwing = (): never => {
  throw new Error("thrown outside of any effect")
}
const thrown = Effect.sync(throwing)

const breakable = <I, S extends object>(key: Context.Service<I, S>) =>
  Layer.effect(
    key,
    Effect.map(
      key,
      (service) =>
        new Proxy(service, {
          get: (target, name) => {
            const member: unknown = Reflect.get(target, name)
            if (fault.current === undefined || fault.sparing.has(key.key)) return member
            const broken = fault.current === "throw" ? thrown : fault.current
            if (typeof member === "function") return fault.current === "throw" ? throwing : () => broken
            return Effect.isEffect(member) ? broken : member
          },
        }),
    ),
  )

const breakables = Layer.mergeAll(
  breakable(AccessTokens),
  breakable(Broadcasts),
  breakable(Catalogs),
  breakable(Clients),
  breakable(Inventories),
  breakable(Links),
  breakable(Logins),
  breakable(LootOdds),
  breakable(NotificationDelivery),
  breakable(Notifications),
  breakable(Oauth),
  breakable(Orders),
  breakable(Presences),
  breakable(Sessions),
  breakable(Readiness),
)

const server = useServer({
  disturb: (services) => Layer.provideMerge(breakables as never, services),
})

/** Operations that ask a service that can break. */
const asking = routes.filter(({ id }) => !["livez", "openapi", "docs", "presenceSettings"].includes(id))

let player: LoggedIn
let machine: string
beforeAll(async () => {
  player = await server.current.player()
  machine = await server.current.machine("*")
})

/** The token that an operation takes. */
const tokenOf = (id: RouteId): string | undefined => {
  const { access }: Route = routesById[id]
  if (access.kind !== "bearer") return undefined
  return access.subject === "player" ? player.token : machine
}

const callBroken = async (id: RouteId, broken: Effect.Effect<never> | "throw", sparing: ReadonlyArray<string>) => {
  const sample = samples(player.playerUuid)[id]
  const { sent, target } = sending(sample)
  fault.current = broken
  fault.sparing.clear()
  for (const key of sparing) fault.sparing.add(key)
  try {
    return await server.current.call(sample.method, target, { token: tokenOf(id), ...sent })
  } finally {
    fault.current = undefined
  }
}

const TOKENS = AccessTokens.key
const secretive = Effect.suspend(() => Effect.die(new Error("SELECT * FROM secrets -- Bearer CANARY")))

describe("faults", () => {
  it.each(asking)(
    "$id answers a defect with 500 internal_error and the id under which the log has it",
    async ({ id }) => {
      const spared = id === "jwks" || id === "publicKeys" ? [] : [TOKENS]
      const broken = id === "readyz" ? Effect.succeed(["unreachable"] as never) : secretive
      const reply = await callBroken(id, broken, spared)
      if (id === "readyz") {
        assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
        assert.propertyVal(reply.json, "desc", "not ready: unreachable")
        return
      }
      assert.deepStrictEqual([reply.status, codeOf(reply)], [500, "internal_error"])
      assert.notMatch(reply.text, /SELECT|CANARY|Error/)
      const requestId = String(reply.headers["x-request-id"])
      assert.propertyVal(reply.json, "desc", `an unexpected error happened; correlation id ${requestId}`)
      const line = server.current.log.defects.split("\n").find((text) => text.includes(`"id":"${requestId}"`)) ?? "{}"
      assert.include(JSON.parse(line), { level: "error", event: "defect", operation: id })
      assert.include(line, "SELECT * FROM secrets")
      assert.notInclude(line, "CANARY")
    },
  )

  it.each(asking)("$id answers 503 service_unavailable with Retry-After when storage cannot answer", async ({ id }) => {
    if (id === "readyz") return
    const spared = id === "jwks" || id === "publicKeys" ? [] : [TOKENS]
    const reply = await callBroken(id, Effect.die(new StorageUnavailable("disk full")), spared)
    assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
    assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
    assert.notInclude(reply.text, "disk")
  })

  it.each(asking)("$id answers 500 to what is thrown outside of any effect", async ({ id }) => {
    if (id === "readyz") return
    const reply = await callBroken(id, "throw", id === "jwks" || id === "publicKeys" ? [] : [TOKENS])
    assert.deepStrictEqual([reply.status, codeOf(reply)], [500, "internal_error"])
    assert.notInclude(reply.text, "thrown")
  })

  it("answers 500 to an answer that cannot be written", async () => {
    for (const page of [
      { wires: [], cursor: 1n },
      { wires: { join: throwing }, cursor: "" },
    ]) {
      const broken = Effect.succeed(page as never)
      const reply = await callBroken("notificationPage", broken, [TOKENS])
      assert.deepStrictEqual([reply.status, codeOf(reply)], [500, "internal_error"])
    }
  })

  it.each(asking)("$id fails closed when tokens cannot be checked", async ({ id }) => {
    if (["jwks", "publicKeys", "readyz"].includes(id) || tokenOf(id) === undefined) return
    const reply = await callBroken(id, Effect.die(new StorageUnavailable("gone")), [])
    assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
  })

  it("answers an interrupted request with 503 when the client still waits", async () => {
    const reply = await callBroken("vendors", Effect.interrupt, [TOKENS])
    assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
  })

  it("serves again at once when the fault is over", async () => {
    assert.strictEqual((await server.current.call("GET", "/readyz")).status, 200)
    assert.strictEqual((await server.current.call("GET", samples("")["vendors"].path, { token: machine })).status, 200)
  })
})
