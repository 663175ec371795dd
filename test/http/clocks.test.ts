/**
 * Servers on one Postgres whose clocks differ: a token of one is good at the others from its first moment on, and what
 * ends by time ends everywhere at the same time (guarantees R65).
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { postgresUrl } from "../support/databases.ts"
import { LOOPBACK } from "../support/loopback.ts"
import { type ServerProcess, serverProcess } from "../support/serverProcess.ts"

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const scope = Scope.makeUnsafe()
let url: string
const started: Array<ServerProcess> = []
/** The server whose clock is the database's. */
let reference: ServerProcess | undefined

beforeAll(async () => {
  url = await Effect.runPromise(Scope.provide(postgresUrl(), scope))
})

afterAll(async () => {
  for (const { child, exited } of started) {
    child.kill("SIGTERM")
    await exited
  }
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** A server whose clock is ahead of the database's. */
const node = async (clockAheadSeconds: number, hasStorageTime: boolean): Promise<ServerProcess> => {
  const server = await serverProcess(url, {
    clockAheadMillis: clockAheadSeconds * 1000,
    hasStorageTime,
    stderr: "pipe",
  })
  started.push(server)
  return server
}

const ahead = new Map<number, Promise<ServerProcess>>()

/** The server that goes by the database, and whose clock is so many seconds ahead. */
const aheadBy = (seconds: number): Promise<ServerProcess> => {
  const server = ahead.get(seconds) ?? node(seconds, true)
  ahead.set(seconds, server)
  return server
}

const request = async ({ port }: ServerProcess, method: string, path: string, token?: string, body?: object) => {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(`http://${LOOPBACK}:${port}${path}`, {
    method,
    headers,
    body: JSON.stringify(body) ?? null,
  })
  return (await answer.json()) as { readonly error_code?: string } & Tokens
}

const logIn = (server: ServerProcess, grant_type: string, portal_access_token: string) =>
  request(server, "POST", "/users/v1/login", undefined, { grant_type, portal_access_token, include_refresh: true })

/** What becomes of a token at a server. */
const access = async (server: ServerProcess, { access_token: token }: Tokens): Promise<string> =>
  (await request(server, "GET", "/presence/v1/player/me/presence", token)).error_code ?? "ok"

/** What each of two servers makes of what the other wrote a moment ago. */
const between = async (here: ServerProcess, there: ServerProcess) => {
  const [first, second] = [
    await logIn(here, "anon", crypto.randomUUID()),
    await logIn(there, "anon", crypto.randomUUID()),
  ]
  const fresh = [await access(there, first), await access(here, second)]
  const exchanged = await logIn(here, "refresh", first.refresh_token)
  // The answer was lost, and the client asks the other server.
  const repeated = await logIn(there, "refresh", first.refresh_token)
  const isSame = repeated.refresh_token === exchanged.refresh_token
  return { fresh, repeated: repeated.error_code ?? (isSame ? "the same successor" : "another successor") }
}

const right = { fresh: ["ok", "ok"], repeated: "the same successor" }

describe("servers on one Postgres", () => {
  for (const seconds of [0.2, 30, -30]) {
    it(`take fresh tokens and repeated refresh tokens of each other, one ${seconds} s ahead`, async () => {
      reference ??= await node(0, true)
      assert.deepStrictEqual(await between(reference, await aheadBy(seconds)), right)
    })
  }

  it("(control) with their own clocks refuse fresh tokens, and take a repetition for theft", async () => {
    const [here, there] = [await node(0, false), await node(12, false)]
    const { fresh, repeated } = await between(here, there)
    assert.include(fresh, "auth_token_invalid_claim")
    assert.strictEqual(repeated, "refresh_token_not_found")
  })

  it("say in the log how far a clock is off, once", async () => {
    const { child } = await aheadBy(30)
    let log = ""
    for await (const chunk of child.stderr ?? []) {
      log += String(chunk)
      if (log.includes("Garrison goes by the database")) break
    }
    assert.match(log, /the clock of this machine is 30\.0 s ahead of that of the database/)
  })
})
