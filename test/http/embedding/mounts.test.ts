/**
 * The handlers for hosts answer as the server does, to the byte: the corpus (test/http/corpus) is played to each of
 * them in a server of its own, and compared with what the server answers to the same script.
 * `GARRISON_TEST_MOUNTS=all` plays all areas.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { type MountName, mounts } from "../../support/mounted.ts"
import { beginPlay } from "../corpus/play.ts"
import { type Exchange, written } from "../corpus/recorder.ts"
import { areas } from "../corpus/script.ts"

/** The area of what no handler sees: bytes that are no request, sizes of heads. They are of whoever has the socket. */
const OF_THE_SOCKET = "wire"

/** Short areas. */
const SHORT = ["service", "permissions", "account", "notification", "presence", "catalog", "inventory", "log"]

const played =
  process.env["GARRISON_TEST_MOUNTS"] === "all"
    ? Object.keys(areas).filter((name) => name !== OF_THE_SOCKET)
    : SHORT.filter((name) => name in areas)

/** What is answered otherwise, and why. */
const others: Readonly<Record<MountName, Readonly<Record<string, string>>>> = {
  toNodeHandler: { "GET /": "the root of a server is for its owner to fill" },
  toFetchHandler: {
    "GET /": "the root of a server is for its owner to fill",
    "TRACE /livez": "no Request has this method",
    "GET /livez#x": "a Request has no fragment when it is sent",
    "OPTIONS *": "the address of a Request is a URL",
  },
}

const playTo = async (mount: MountName | undefined): Promise<ReadonlyMap<string, ReadonlyArray<Exchange>>> => {
  const play = await beginPlay(mount)
  const exchanges = new Map<string, ReadonlyArray<Exchange>>()
  try {
    for (const name of played) exchanges.set(name, JSON.parse(written(await play.area(name))))
    return exchanges
  } finally {
    await play.stop()
  }
}

describe("the handlers for hosts", () => {
  let ofServer: Awaited<ReturnType<typeof playTo>>
  beforeAll(async () => {
    ofServer = await playTo(undefined)
  })

  it.each(Object.keys(mounts) as ReadonlyArray<MountName>)("%s answers as the server does", async (mount) => {
    const differing = new Set<string>()
    for (const [name, exchanges] of await playTo(mount)) {
      const wanted = ofServer.get(name) ?? []
      assert.isAbove(exchanges.length, 10)
      assert.strictEqual(exchanges.length, wanted.length)
      for (const [at, exchange] of exchanges.entries()) {
        const request = String(exchange["request"])
        if (others[mount][request] === undefined)
          assert.deepStrictEqual(exchange, wanted[at], `${name} ${at}: ${request}`)
        else if (JSON.stringify(exchange) !== JSON.stringify(wanted[at])) differing.add(request)
      }
    }
    assert.sameMembers([...differing], Object.keys(others[mount]))
  })
})
