/**
 * Two things that hosts get wrong, with the real frameworks: a parser of bodies in front of Garrison, which the log
 * then tells, and the address of a sender, which a framework has to pass on.
 */
import { type EmbeddedGarrison, open } from "@garrison/core"
import { type Observer, toFetchHandler, toNodeHandler } from "@garrison/http"
import { sqlite } from "@garrison/sql"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { once } from "node:events"
import type { IncomingMessage, Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { withCompiled } from "../support/bundled.ts"
import { LOOPBACK } from "../support/loopback.ts"

const load = async <T>(name: string): Promise<T> => (await import(name)) as T

let garrison: EmbeddedGarrison
beforeAll(async () => {
  garrison = await open(sqlite(":memory:"))
})
afterAll(() => garrison.close())

const watched = () => {
  const [defects, addresses]: [Array<string>, Array<string>] = [[], []]
  const observer: Observer = {
    failed: (_id, _operation, cause) => void defects.push(String(cause)),
    answered: ({ address }) => void addresses.push(address),
  }
  const sink = { access: () => {}, defect: () => {} }
  return { defects, addresses, options: { prefix: "/garrison", sink, observers: [observer] } }
}

const login = async (server: Server): Promise<number> => {
  if (!server.listening) await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const { status } = await fetch(`http://${LOOPBACK}:${port}/garrison/users/v1/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "anon", portal_access_token: "a-secret-of-this-device" }),
  })
  server.close().closeAllConnections()
  return status
}

type Hono = new () => {
  all(path: string, handler: (context: HonoContext) => unknown): void
  readonly fetch: unknown
}

interface HonoContext {
  readonly req: { readonly raw: Request; readonly json: () => Promise<unknown> }
  readonly env: { readonly incoming: IncomingMessage }
}

const honoServer = async (handle: (context: HonoContext) => unknown): Promise<Server> => {
  const { Hono } = await load<{ Hono: Hono }>("hono")
  const { createAdaptorServer } = await load<{ createAdaptorServer: (options: object) => Server }>("@hono/node-server")
  const app = new Hono()
  app.all("/garrison/*", handle)
  return createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }).listen(0, LOOPBACK)
}

describe("a parser of bodies in front of Garrison", () => {
  it("is told by the log, with Express, whose address is that of the connection", async () => {
    const file = join(import.meta.dirname, "child/expressParser.ts")
    const { stderr, stdout } = await promisify(execFile)(process.execPath, ["--conditions=source", file], {
      env: withCompiled(process.env),
    })
    assert.deepStrictEqual(JSON.parse(stdout), [500, 200, [LOOPBACK, LOOPBACK]])
    assert.include(stderr, "mount toNodeHandler before a parser of bodies, such as express.json()")
  })

  it("is told by the log, with Fastify", async () => {
    const { fastify } = await import("fastify")
    const { defects, options } = watched()
    const handler = toNodeHandler(garrison, options)
    const app = fastify()
    app.all("/garrison/*", (request, reply) => {
      reply.hijack()
      handler(request.raw, reply.raw)
    })
    await app.listen({ port: 0, host: LOOPBACK })
    assert.strictEqual(await login(app.server), 500)
    assert.include(defects.join(), "mount toNodeHandler before a parser of bodies")
  })

  it("is told by the log, with Hono", async () => {
    const { defects, options } = watched()
    const handler = toFetchHandler(garrison, options)
    const server = await honoServer(async ({ req }) => {
      await req.raw.text()
      return handler(req.raw)
    })
    assert.strictEqual(await login(server), 500)
    assert.include(defects.join(), "pass the Request to toFetchHandler before anything reads its body")
  })
})

describe("the address of a sender", () => {
  it("is that of the connection, with Hono", async () => {
    const { addresses, options } = watched()
    const handler = toFetchHandler<[HonoContext["env"]]>(garrison, {
      ...options,
      addressOf: (_request, { incoming }) => incoming.socket.remoteAddress,
    })
    assert.strictEqual(await login(await honoServer(({ env, req }) => handler(req.raw, env))), 200)
    assert.deepStrictEqual(addresses, [LOOPBACK])
  })
})
