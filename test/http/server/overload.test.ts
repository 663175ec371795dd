/**
 * Many more real clients than the server can serve. Accepted requests are served, the rest is 503, probes are answered
 * all the time, and afterwards everything is as before (guarantees R30 and R42). `npm run overload` does the same for
 * longer, and prints figures.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { gather } from "../../support/crowd.ts"
import { postgresUrl } from "../../support/databases.ts"
import { caller } from "../../support/httpCaller.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"
import { serverProcess } from "../../support/serverProcess.ts"

const CLIENTS = 300
const PLAYERS = 8

const folder = mkdtempSync(join(tmpdir(), "garrison-overload-"))
const scope = Scope.makeUnsafe()
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const storages = {
  SQLite: () => Promise.resolve(join(folder, "overload.db")),
  Postgres: () => Effect.runPromise(Scope.provide(postgresUrl("migrated"), scope)),
}

const orderOf = (token: string): Buffer => {
  const body = JSON.stringify({ entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] })
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  return Buffer.from(`POST /inventory/v1/player/me/order HTTP/1.1\r\n${head}\r\n\r\n${body}`)
}

/** The status of the answer to a probe on a connection of its own. */
const probe = async (port: number, path: string): Promise<number> => {
  const connection = await rawSocket(port)
  await connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await connection.closed
  return answerIn(connection.received()).status
}

const loginBody = (index: number) => ({ grant_type: "anon", portal_access_token: `the secret of player ${index}` })

/** Orders of several players. */
const ordersAt = async (port: number): Promise<ReadonlyArray<Buffer>> => {
  const call = caller(port)
  const orders = await Promise.all(
    Array.from({ length: PLAYERS }, async (_, index) => {
      const { json } = await call("POST", "/users/v1/login", { body: loginBody(index) })
      return orderOf((json as { readonly access_token: string }).access_token)
    }),
  )
  call.close()
  return orders
}

/** What a log says of overloads, whose beginnings and ends alternate; and all other events in it. */
const toldIn = (log: string) => {
  const lines = log.trimEnd().split("\n")
  const events = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  const overloads = events.filter(({ event }) => String(event).startsWith("overload"))
  for (const [index, { event }] of overloads.entries()) {
    assert.strictEqual(event, index % 2 === 0 ? "overload_began" : "overload_ended")
  }
  const ended = overloads.filter(({ event }) => event === "overload_ended")
  return {
    refused: ended.reduce((sum, { requests_refused: count }) => sum + Number(count), 0),
    limits: ended.flatMap(({ refused_by: by }) => Object.keys(by as object)),
    others: events.filter((event) => !overloads.includes(event)),
  }
}

const settings = { orderEntriesPerWindowMax: 1_000_000 }

/** A tenth of what is in force otherwise: so many more clients would be an overload then. */
const impatience = { queueBurstMillis: 50, queueMillis: 5 }

describe.each(Object.entries(storages))(`${CLIENTS} clients that submit orders on %s`, (_, storage) => {
  it("are served or answered 503; probes are answered, and afterwards all is as before", async () => {
    const started = await serverProcess(await storage(), { settings, ...impatience, probePort: 0, stderr: "pipe" })
    const { child, exited, port, probePort = 0 } = started
    let log = ""
    child.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()))
    const requests = await ordersAt(port)
    // The port for probes answers them, and nothing else.
    assert.deepStrictEqual(
      [await probe(probePort, "/readyz"), await probe(probePort, "/docs"), await probe(probePort, "/")],
      [200, 404, 404],
    )
    assert.strictEqual(await probe(port, "/readyz"), 200)

    const crowd = gather({ port, clients: CLIENTS, requests, isPatient: false })
    await crowd.connected
    const [counts, probes] = [{ accepted: 0, refused: 0 }, new Map<string, number>()]
    // Until many were accepted, as many refused as there are clients, and readiness was seen to drop.
    while (counts.accepted < CLIENTS / 4 || counts.refused < CLIENTS || !probes.has("/readyz 503")) {
      for (const each of [port, probePort]) {
        for (const path of ["/livez", "/readyz"]) {
          const what = `${path} ${await probe(each, path)}`
          probes.set(what, (probes.get(what) ?? 0) + 1)
        }
      }
      const { accepted, refused, wrong } = crowd.take()
      counts.accepted += accepted.count
      counts.refused += refused.count
      // Every refusal is a 503 with Retry-After, and no connection broke.
      assert.deepStrictEqual([...wrong], [])
    }
    assert.deepStrictEqual(
      [...probes.keys()].filter((what) => !["/livez 200", "/readyz 200", "/readyz 503"].includes(what)),
      [],
    )
    await crowd.stop()

    while ((await probe(port, "/readyz")) !== 200) assert.isTrue(true)
    const few = gather({ port, clients: PLAYERS, requests, isPatient: false })
    let served = 0
    while (served < 100) {
      await new Promise(setImmediate)
      const { accepted, refused, wrong } = few.take()
      assert.strictEqual(wrong.size, 0)
      // A machine that stops the server for a moment makes it refuse one: then the count begins again.
      served = refused.count > 0 ? 0 : served + accepted.count
    }
    await few.stop()
    child.kill("SIGTERM")
    assert.strictEqual(await exited, 0)
    const told = toldIn(log)
    // Clients that were gone when they were refused are counted too.
    assert.isAtLeast(told.refused, counts.refused)
    assert.include(told.limits, "queueMillis")
    assert.deepStrictEqual(told.others, [], "an overload is no outage")
  })
})

describe("a server that has every request wait as long as it takes", () => {
  it("refuses none of them, so that the last waits for all others: the same clients, a control", async () => {
    const patience = { queueMillis: 60_000, queueBurstMillis: 60_000, requestsInFlightMax: 2 * CLIENTS }
    const file = join(folder, "patient.db")
    const { child, exited, port } = await serverProcess(file, { settings, ...patience })
    const crowd = gather({ port, clients: CLIENTS, requests: await ordersAt(port), isPatient: false })
    await crowd.connected
    let accepted = 0
    while (accepted < CLIENTS) {
      assert.strictEqual(await probe(port, "/readyz"), 200)
      const result = crowd.take()
      accepted += result.accepted.count
      assert.deepStrictEqual([result.refused.count, result.wrong.size], [0, 0])
    }
    await crowd.stop()
    child.kill("SIGTERM")
    assert.strictEqual(await exited, 0)
  })
})
