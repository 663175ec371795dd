/**
 * How soon what one process sends has reached a stream of another process on the same database: from the order to send
 * it to its arrival at the listener, with the commit in between. A pause by chance before each, because a process that
 * looks now and then may be about to look, or just have looked.
 */
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "../../test/support/postgres.ts"
import { makeDurable } from "../durablePostgres.ts"
import { type Figure, figureOf, median, type Round } from "../report.ts"
import { Child, listen } from "./Child.ts"

const SENDS = 40
const PAUSE_MILLIS_MAX = 50
/** What a player should wait at most, in milliseconds. */
const MILLIS_MAX = 200

/** What a server says when it is ready. */
interface Ready {
  readonly port: number
  readonly token: string
}

/** Two servers on one database, and a listener at the first. */
class Pair {
  readonly #near: Child
  readonly #far: Child
  #arrived = () => {}

  private constructor(near: Child, far: Child) {
    this.#near = near
    this.#far = far
  }

  /** Starts the second when the first has made the database. */
  static async start(file: string, url: string): Promise<Pair> {
    const near = new Child(file, url)
    const { port, token } = await near.next<Ready>()
    const far = new Child(file, url)
    await far.next<Ready>()
    const pair = new Pair(near, far)
    await listen(port, token, () => pair.#arrived())
    // The first connects what hears the hints.
    await pair.send()
    return pair
  }

  /** Milliseconds until it has arrived. */
  async send(): Promise<number> {
    await new Promise((later) => setTimeout(later, randomInt(PAUSE_MILLIS_MAX)))
    const arrived = new Promise<void>((resolve) => (this.#arrived = resolve))
    const begun = performance.now()
    this.#far.tell("send")
    await arrived
    return performance.now() - begun
  }

  stop(): void {
    this.#near.stop()
    this.#far.stop()
  }
}

const measurePairs = async (storage: string, floorName: string, urls: readonly [ours: string, floor: string]) => {
  const pairs = [await Pair.start("pairServer.ts", urls[0]), await Pair.start("pairFloor.ts", urls[1])] as const
  try {
    const rows: Array<Round> = []
    for (let at = 0; at < SENDS; at++) rows.push({ ours: await pairs[0].send(), floor: await pairs[1].send() })
    const all = rows.map(({ ours }) => ours)
    const most = Math.max(...all)
    const verdict = most <= MILLIS_MAX ? "within" : "ABOVE"
    const times = `median ${median(all).toFixed(1)} ms, longest ${most.toFixed(1)} ms of ${SENDS}`
    console.error(`delivery between processes, ${storage}: ${times} (${verdict} ${MILLIS_MAX} ms)`)
    return figureOf(`delivery between processes, ${storage}`, "ms", floorName, false, rows)
  } finally {
    for (const pair of pairs) pair.stop()
  }
}

/** Measures both databases. */
export const measureProcesses = async (): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  const server = await startPostgres()
  const named = (name: string): string => server.url.replace(/[^/]*$/, name)
  try {
    await makeDurable(server.url, ["ours", "floor"])
    const files = [join(folder, "ours.db"), join(folder, "floor.db")] as const
    return [
      await measurePairs("SQLite", "node:sqlite, data_version", files),
      await measurePairs("Postgres", "NOTIFY in the insert, LISTEN", [named("ours"), named("floor")]),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
