/**
 * Logins by the grants of portals, as ratios to logins of a known device on the same server. The portals are played by
 * `garrison sandbox` in a process of its own, and their keys have been fetched. Also: what reads cost while passwords
 * are hashed.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { localActor } from "@garrison/core/operation/Act"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { load, type LoadRequest, type LoadResult } from "./load.ts"
import { startServer } from "./processes.ts"
import { type Figure, figureOf, median } from "./report.ts"
import { GAME_CLIENT_ID } from "./seed.ts"

/** Codes that are used in a round. With few of them the round is over before the code of the grant is compiled. */
const CODES = 400

/** What a portal's grant has to reach, of the rate of a known device. */
const TARGET = 0.8

const command = join(import.meta.dirname, "../packages/cli/dist/garrison.js")

const PASSWORD = "bench:correct horse battery staple"
const DEVICE = "bench-device-secret-of-grants"

const fill = Effect.gen(function* () {
  const act = { actor: localActor("bench") }
  const game = { clientId: GAME_CLIENT_ID, kind: "game", permissions: [], public: true } as const
  yield* (yield* Clients).create(game, act)
  const [username = "", password = ""] = PASSWORD.split(":")
  yield* (yield* Passwords).create({ username, password }, act)
})

const fillAt = (address: string) => {
  const services = Garrison.layer.pipe(Layer.provideMerge(storage(address)))
  return Effect.runPromise(
    fill.pipe(Effect.provide(Layer.provideMerge(services, settingsInForce(defaultSettings))), Effect.orDie),
  )
}

/** Logins by one form of credential: one that is sent again and again, or several codes that are sent once. */
interface Form {
  readonly name: string
  readonly isOnce: boolean
  readonly requests: ReadonlyArray<LoadRequest>
}

const loginBy = (body: object): LoadRequest => ({
  method: "POST",
  path: "/users/v1/login",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ ...body, include_refresh: true }),
})

const anon = loginBy({ grant_type: "anon", portal_access_token: DEVICE })
const basic = loginBy({ grant_type: "basic", portal_access_token: PASSWORD })

const repeated = (request: LoadRequest) => ({ isOnce: false, requests: [request] })

const send = (url: string, { body, headers, method, path }: LoadRequest) =>
  fetch(url + path, { method, headers, ...(body !== undefined && { body }) })

interface Credential {
  readonly grant_type: string
  readonly platform: string
  readonly body: object
}

/** The forms of credential that the sandbox offers, with enough codes for so many rounds. */
const formsOf = async (sandbox: string, url: string, rounds: number): Promise<ReadonlyArray<Form>> => {
  const credentials = async () =>
    (await (await fetch(`${sandbox}/sandbox/credentials`)).json()) as ReadonlyArray<Credential>
  const offered = await credentials()
  const isOnce: Array<boolean> = []
  for (const { body, grant_type } of offered) {
    const [first, again] = [await send(url, loginBy(body)), await send(url, loginBy(body))]
    if (first.status !== 200) throw new Error(`the login by ${grant_type} answers ${first.status}`)
    isOnce.push(again.status !== 200)
  }
  const further: Array<ReadonlyArray<Credential>> = []
  while (further.length < CODES * rounds) further.push(await credentials())
  return offered.map(({ body, grant_type, platform }, form) => ({
    name: `grant ${grant_type} ${form + 1} (${platform}${isOnce[form] === true ? ", code" : ""})`,
    isOnce: isOnce[form] === true,
    requests: isOnce[form] === true ? further.map((each) => loginBy(each[form]?.body ?? {})) : [loginBy(body)],
  }))
}

type Measure = () => Promise<LoadResult & { readonly processor: number }>

/** Measures `ours` and `floor` in turn. */
const compare = async (name: string, floorName: string, rounds: number, ours: Measure, floor: Measure) => {
  const measured: Array<{ ours: Awaited<ReturnType<Measure>>; floor: Awaited<ReturnType<Measure>> }> = []
  for (let round = -1; round < rounds; round++) {
    const pair = { ours: await ours(), floor: await floor() }
    if (pair.ours.wrong + pair.floor.wrong > 0) throw new Error(`there were wrong answers to ${name}`)
    if (round >= 0) measured.push(pair)
  }
  const pairs = measured.map((pair) => ({ ours: pair.ours.rate, floor: pair.floor.rate }))
  const medians = (of: (result: Awaited<ReturnType<Measure>>) => number) => ({
    ours: median(measured.map((pair) => of(pair.ours))),
    floor: median(measured.map((pair) => of(pair.floor))),
  })
  return {
    ...figureOf(name, "requests/s", floorName, true, pairs),
    p99: medians(({ p99Milliseconds }) => p99Milliseconds),
    processor_us: medians(({ processor }) => processor),
  }
}

/** Measures the grants; `onFigure` sees each figure as it comes. */
export const measureGrants = async (
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  onFigure: (figure: Figure) => void,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-grants-"))
  const address = `sqlite:${join(folder, "grants.db")}`
  const sandbox = await startServer([command, "sandbox"])
  try {
    await fillAt(address)
    const settings = (await (await fetch(`${sandbox.url}/sandbox/settings`)).json()) as Readonly<Record<string, object>>
    const portals = Object.entries(settings).map(([name, portal]) => [
      `GARRISON_${name.toUpperCase()}`,
      JSON.stringify(portal),
    ])
    const server = await startServer([command, "serve"], {
      ...(Object.fromEntries(portals) as Record<string, string>),
      GARRISON_STORAGE: address,
      GARRISON_PORT: "0",
      GARRISON_LOG: "off",
      GARRISON_DEFAULT_CLIENT_ID: GAME_CLIENT_ID,
      GARRISON_GRANTS_ENABLED: GRANT_TYPES.join(","),
      // On a busy machine a login is late, and not refused.
      GARRISON_QUEUE_MILLIS: "10000",
      GARRISON_QUEUE_BURST_MILLIS: "10000",
    })
    try {
      const measuring = (
        { isOnce, requests }: Omit<Form, "name">,
        meanwhile: () => Promise<unknown> = async () => undefined,
      ): Measure => {
        const left = [...requests]
        return async () => {
          const sent = isOnce ? left.splice(0, CODES) : requests
          const before = server.processorSeconds()
          const [result] = await Promise.all([load(server.url, sent, 200, isOnce ? 60 : seconds, isOnce), meanwhile()])
          const count = isOnce ? sent.length : result.rate * seconds
          return { ...result, processor: ((server.processorSeconds() - before) * 1e6) / count }
        }
      }
      // One round more than is counted: the first one warms up.
      for (const form of await formsOf(sandbox.url, server.url, rounds + 1)) {
        const figure = await compare(form.name, "anon", rounds, measuring(form), measuring(repeated(anon)))
        onFigure({ ...figure, target: TARGET })
      }
      const { access_token } = (await (await send(server.url, anon)).json()) as { readonly access_token: string }
      const reads: LoadRequest = {
        method: "GET",
        path: "/notification/v1/playerid/me/notification?page_size=10",
        headers: { authorization: `Bearer ${access_token}` },
      }
      const hashing = () => load(server.url, [basic], 200, seconds)
      const name = "grant basic: notification page meanwhile"
      onFigure(
        await compare(name, "without it", rounds, measuring(repeated(reads), hashing), measuring(repeated(reads))),
      )
    } finally {
      await server.stop()
    }
  } finally {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
