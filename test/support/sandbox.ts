/** The sandbox on a free port, and a Garrison that logs players in by its portals. */
import { NodeHttpServer } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import { portals } from "@garrison/portals/portals"
import { Sandbox, sandboxLayer } from "@garrison/portals/sandbox/Sandbox"
import type { Fault } from "@garrison/portals/sandbox/faults"
import type { Credential } from "@garrison/portals/sandbox/SandboxPortal"
import type { PortalSettings } from "@garrison/portals/settings"
import { SWITCHES } from "@garrison/core/kernel/GrantType"
import { OAUTH_PORTALS } from "@garrison/core/login/portal/OauthGateway"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { createServer } from "node:http"
import { codeOf } from "../http/samples.ts"
import { LOOPBACK } from "./loopback.ts"
import { startServer, type TestServer, type TestServerOptions } from "./server.ts"

/**
 * The time limit of a portal in tests that set faults. No other sleep of a server is as long, and a portal that answers
 * keeps to it on the busiest machine.
 */
export const LIMIT_SECONDS = 29

/** How long that limit really is while the portal is slow. It is over long before the portal answers. */
const LIMIT_MILLIS_WHILE_SLOW = 50

/** A sandbox that runs. */
export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>

/** A clock whose waits never end by themselves. */
export const sleeplessClock = (): Clock.Clock => {
  const real = Clock.Clock.defaultValue()
  return {
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    currentTimeMillisUnsafe: () => real.currentTimeMillisUnsafe(),
    currentTimeMillis: real.currentTimeMillis,
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe(),
    currentTimeNanos: real.currentTimeNanos,
    sleep: () => Effect.never,
  }
}

/** Starts a sandbox; the caller stops it. */
export const startSandbox = async (clock: Clock.Clock = Clock.Clock.defaultValue()) => {
  const server = createServer()
  const requests: Array<string> = []
  const slow = new Set<string>()
  server.on("request", ({ method, url }) => requests.push(`${method} ${url}`))
  const runtime = ManagedRuntime.make(
    sandboxLayer.pipe(
      Layer.provide(NodeHttpServer.layerServer(() => server, { host: LOOPBACK, port: 0, gracefulShutdownTimeout: 0 })),
      Layer.provide(SecureRandom.layerWebCrypto),
      Layer.provide(Layer.succeed(Clock.Clock, clock)),
    ),
  )
  const { callbackUrl, register, settings, showBeside, url } = await runtime.runPromise(Sandbox)
  const credentials = async (): Promise<ReadonlyArray<Credential>> =>
    (await (await fetch(`${url}/sandbox/credentials`)).json()) as ReadonlyArray<Credential>
  return {
    url,
    settings,
    callbackUrl,
    register,
    /** Shows logins at a server, also by redirect. */
    showBeside: (serverUrl: string) =>
      showBeside({ serverUrl, redirectUri: callbackUrl, credentials: Effect.succeed([]) }),
    /** Requests to the sandbox so far: method and path. */
    requests,
    credentials,
    /** A new body of this grant; of several, the one at this place. */
    credential: async (grantType: string, at = 0): Promise<Credential["body"]> => {
      const found = (await credentials()).filter((credential) => credential.grant_type === grantType)[at]
      assert.isDefined(found, `${grantType} ${at}`)
      return found.body
    },
    /** Sets a fault, and answers the status. */
    setFault: async (portal: string, fault: Fault): Promise<number> => {
      if (fault === "slow") slow.add(portal)
      else slow.delete(portal)
      const body = JSON.stringify({ fault })
      return (await fetch(`${url}/sandbox/faults/${portal}`, { method: "PUT", body })).status
    },
    /** What a server sleeps: while a portal is slow, the time limit passes at once. */
    sleepMillis: (millis: number): number =>
      slow.size > 0 && millis === LIMIT_SECONDS * 1000 ? LIMIT_MILLIS_WHILE_SLOW : millis,
    stop: async () => {
      server.closeAllConnections()
      await runtime.dispose()
    },
  }
}

/**
 * Starts a Garrison without a catalog. Its portals are those of the sandbox, after changes to their settings. They may
 * send players back to it.
 */
export const serveWithSandbox = async (
  sandbox: TestSandbox,
  changes: (settings: Partial<PortalSettings>) => Partial<PortalSettings> = (settings) => settings,
  options: TestServerOptions = {},
): Promise<TestServer> => {
  const server = await startServer({
    catalog: false,
    sleepMillis: sandbox.sleepMillis,
    ...options,
    settings: { grantsEnabled: SWITCHES, ...options.settings },
    portals: portals(changes(sandbox.settings)),
  })
  sandbox.register(OAUTH_PORTALS.map((portal) => `${server.url}/users/v1/oauth/response/${portal}`))
  return server
}

/** Logs in. */
export const logIn = (server: TestServer, body: object) => server.call("POST", "/users/v1/login", { body })

/** The code of the answer to a login; `"ok"` when it succeeds. */
export const outcomeOf = async (server: TestServer, body: object): Promise<string> => {
  const reply = await logIn(server, body)
  return reply.status === 200 ? "ok" : (codeOf(reply) ?? "no code")
}
