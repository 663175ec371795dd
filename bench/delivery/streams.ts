/**
 * Streams of 10,000 listeners on one process, with the connections from another: what each costs in resident memory
 * while nothing comes, and how soon one broadcast has reached all of them. The floor is a bare `node:http` server that
 * keeps the responses and writes the same bytes to each.
 */
import { mkdtempSync, rmSync } from "node:fs"
import type { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Figure, figureOf, type Round } from "../report.ts"
import { Child, listen } from "./Child.ts"

const LISTENERS = Number(process.env["GARRISON_BENCH_LISTENERS"] ?? 10_000)
const BROADCASTS = 5
/** Connections that are opened at once. */
const AT_ONCE = 50
/** Most resident memory of a listener, in KB of 1,024 bytes. */
const KILOBYTES_MAX = 25

/** What a server says when it is ready. */
interface Ready {
  readonly port: number
  readonly tokens: ReadonlyArray<string>
}

/** What one server was measured with. */
interface Measured {
  readonly kilobytesEach: number
  /** Listeners that one broadcast reaches in a second. */
  readonly rates: ReadonlyArray<number>
}

const measureServer = async (child: Child, { port, tokens }: Ready): Promise<Measured> => {
  const before = await child.ask<number>("memory")
  let [events, onAll] = [0, () => {}]
  const onEvent = () => {
    if (++events === LISTENERS) onAll()
  }
  const sockets: Array<Socket> = []
  for (let at = 0; at < LISTENERS; at += AT_ONCE) {
    const part = tokens.slice(at, at + AT_ONCE)
    sockets.push(...(await Promise.all(part.map((token) => listen(port, token, onEvent)))))
  }
  const after = await child.ask<number>("memory")
  const rates: Array<number> = []
  for (let round = 0; round < BROADCASTS; round++) {
    events = 0
    const reached = new Promise<void>((all) => (onAll = all))
    const begun = performance.now()
    const sent = child.ask("broadcast")
    await reached
    rates.push((LISTENERS * 1000) / (performance.now() - begun))
    await sent
  }
  for (const socket of sockets) socket.destroy()
  return { kilobytesEach: (after - before) / 1024 / LISTENERS, rates }
}

/** Measures both servers, one after the other, so often. */
export const measureStreams = async ({ rounds }: { readonly rounds: number }): Promise<ReadonlyArray<Figure>> => {
  const memory: Array<Round> = []
  const speed: Array<Round> = []
  for (let round = 0; round < Math.max(1, Math.ceil(rounds / BROADCASTS)); round++) {
    const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
    const measured: Array<Measured> = []
    for (const file of ["streamServer.ts", "streamFloor.ts"]) {
      const child = new Child(file, folder, String(LISTENERS))
      try {
        measured.push(await measureServer(child, await child.next<Ready>()))
      } finally {
        child.stop()
      }
    }
    rmSync(folder, { recursive: true, force: true })
    const [ours, floor] = measured
    if (ours === undefined || floor === undefined) throw new Error("a server was not measured")
    memory.push({ ours: ours.kilobytesEach, floor: floor.kilobytesEach })
    speed.push(...ours.rates.map((rate, at) => ({ ours: rate, floor: floor.rates[at] ?? Number.NaN })))
  }
  const name = `${LISTENERS.toLocaleString("en")} idle streams`
  const figures = [
    figureOf(`${name}: memory of each`, "KB", "node:http, kept responses", false, memory),
    { ...figureOf(`${name}: one broadcast`, "listeners/s", "node:http, the same bytes", true, speed), target: 0.7 },
  ]
  const worst = Math.max(...memory.map(({ ours }) => ours))
  console.error(
    `resident memory of a stream: ${worst.toFixed(1)} KB (${worst <= KILOBYTES_MAX ? "within" : "ABOVE"} ${KILOBYTES_MAX} KB)`,
  )
  return figures
}
