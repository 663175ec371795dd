/**
 * Versions of the catalog that replace each other while clients read, from this process and from another one of the
 * operating system: every answer is of one version, in tag, coding and bytes (guarantees R301). And the catalog is read
 * without storage (R302).
 */
import { Catalogs, LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { CatalogForms } from "@garrison/http/handlers/CatalogForms"
import * as Database from "@garrison/sql/Database"
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { newUrls } from "../core/order/opened.ts"
import { testAct } from "../support/acts.ts"
import { smallCatalog } from "../support/catalog.ts"
import { cryptoLayer } from "../support/crypto.ts"
import { sqliteLayer } from "../support/databases.ts"
import { randomOf, type Random } from "../support/fuzz/random.ts"
import { type Caller, caller, type Reply } from "../support/httpCaller.ts"
import { serverProcess } from "../support/serverProcess.ts"
import { startServer, type TestServer, useServer } from "../support/server.ts"

const ROUTES = [
  "/inventory/v1/catalog/vendor",
  "/inventory/v1/catalog/vendor/10",
  "/inventory/v1/catalog/etag",
  "/inventory/v1/catalog/price-point",
  "/inventory/v1/catalog/price-point/sword%20%2F%20price",
]

const decoders = {
  identity: (bytes: Buffer) => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
} as const
type Coding = keyof typeof decoders
const CODINGS = Object.keys(decoders) as ReadonlyArray<Coding>

/** Every route answers with other bytes in each version. */
const documentOf = (version: number) => ({
  ...smallCatalog,
  items: { 1: { type: "unit", custom_data: { name: `Gold ${version}` } }, 2: smallCatalog.items[2] },
  price_points: {
    "sword / price": { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1, price: version }] }] },
  },
})

const VERSIONS = 5
const READERS = 8

const publish = (version: number) =>
  Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(documentOf(version), {}, testAct))

const refresh = Effect.flatMap(Catalogs, (catalogs) => catalogs.refresh)

/** The plain text of each route in each version, with the version's number. */
type Known = ReadonlyMap<string, number>

const tagOf = (reply: Reply): string => String(reply.headers["etag"]).replaceAll('"', "")

let inPeace: Promise<Known> | undefined

/** What a server that nobody disturbs serves of each version, asked for plainly. */
const servedInPeace = (): Promise<Known> => (inPeace ??= serveInPeace())

const serveInPeace = async (): Promise<Known> => {
  const calm = await startServer({ database: sqliteLayer, catalog: false })
  const known = new Map<string, number>()
  const token = await calm.machine("catalog:read")
  for (let version = 0; version < VERSIONS; version++) {
    await calm.run(publish(version))
    for (const route of ROUTES) {
      const reply = await calm.call("GET", route, { token })
      known.set(`${route} ${tagOf(reply)} ${reply.text}`, version)
    }
  }
  await calm.stop()
  assert.strictEqual(known.size, VERSIONS * ROUTES.length)
  return known
}

/** The version that an answer is of; undefined: it is of none, or of several. */
const versionOf = (route: string, coding: Coding, reply: Reply, known: Known): number | undefined => {
  const encoding = reply.headers["content-encoding"] ?? "identity"
  const suffix = coding === "identity" ? "" : `-${coding}`
  const tag = tagOf(reply)
  if (!tag.endsWith(suffix)) return undefined
  const plainTag = tag.slice(0, tag.length - suffix.length)
  if (reply.status === 304) {
    const found = [...known].find(([text]) => text.startsWith(`${route} ${plainTag} `))
    return reply.bytes.length === 0 ? found?.[1] : undefined
  }
  if (encoding !== coding) return undefined
  const text = decoders[coding](reply.bytes).toString()
  if (!text.includes(`"etag":"${plainTag}"`) && !route.endsWith("/etag")) return undefined
  return known.get(`${route} ${plainTag} ${text}`)
}

/** A server in an operating system process of its own, which ends with the test. */
const processOn = async (url: string) => {
  const { child, exited, port, publish } = await serverProcess(url.replace(/^sqlite:/, ""))
  const call = caller(port)
  const end = async () => {
    call.close()
    child.kill("SIGTERM")
    await exited
  }
  return { call, publish, [Symbol.asyncDispose]: end }
}

interface Storm {
  /** Answers that are of no version. */
  readonly mixed: ReadonlyArray<string>
  /** Answers that are of an older version than the reader has seen at this server. */
  readonly older: ReadonlyArray<string>
  readonly statuses: ReadonlySet<number>
  /** The versions that were seen. */
  readonly versions: ReadonlySet<number>
}

/** A server as its readers know it. */
interface Place {
  readonly call: Caller
  /** The access token of a new machine client. */
  readonly reader: () => Promise<string>
}

const placeOf = (server: TestServer): Place => ({ call: server.call, reader: () => server.machine("catalog:read") })

/** Readers at all servers while `change` makes versions. Each reader asks again as soon as it has its answer. */
const storm = async (places: ReadonlyArray<Place>, known: Known, change: () => Promise<void>): Promise<Storm> => {
  const mixed: Array<string> = []
  const older: Array<string> = []
  const statuses = new Set<number>()
  const versions = new Set<number>()
  let isOver = false
  const read = async ({ call, reader }: Place, random: Random): Promise<void> => {
    const token = await reader()
    const tags = new Map<string, string>()
    let seen = 0
    // One more answer after the last version was published.
    for (let last = false; !last;) {
      last = isOver
      const [route, coding] = [random.pick(ROUTES), random.pick(CODINGS)]
      const condition = random.oneIn(2) ? tags.get(`${route} ${coding}`) : undefined
      const headers = { "accept-encoding": coding, ...(condition !== undefined && { "if-none-match": condition }) }
      const reply = await call("GET", route, { token, headers })
      const version = versionOf(route, coding, reply, known)
      const about = `${route} ${coding} ${reply.status} ${String(reply.headers["etag"])} for ${condition ?? "any"}`
      statuses.add(reply.status)
      if (version === undefined) mixed.push(about)
      else {
        if (version < seen) older.push(`${about}: ${version} after ${seen}`)
        seen = Math.max(seen, version)
        versions.add(version)
      }
      tags.set(`${route} ${coding}`, String(reply.headers["etag"]))
    }
  }
  const readers = Array.from({ length: READERS }, (_, index) =>
    read(places[index % places.length] as Place, randomOf(index)),
  )
  await change()
  isOver = true
  await Promise.all(readers)
  return { mixed, older, statuses, versions }
}

/** A process looks for versions of others every second; that of the test at once. */
const sleepMillis = (millis: number) => (millis === 1000 ? 1 : millis)

/** The version that is published by the process of the test, and that the other process finds by itself. */
const PUBLISHED_HERE = 2

describe.each(Object.entries(newUrls))("versions that replace each other in two processes on one %s", (_, database) => {
  it.live("are never mixed in an answer, nor followed by an older one, at either process", () =>
    Effect.gen(function* () {
      const url = yield* database
      yield* Effect.promise(async () => {
        const known = await servedInPeace()
        const layer = Layer.fresh(Layer.merge(Layer.orDie(Database.layer(url)), cryptoLayer))
        const here = await startServer({ database: layer, catalog: false, sleepMillis })
        await using there = await processOn(url)
        await there.publish(documentOf(0))
        const reader = () => here.machine("catalog:read")
        const token = await reader()
        const tagsOf = async (call: Caller) => (await call("GET", "/inventory/v1/catalog/etag", { token })).text
        const untilSame = async () => {
          while ((await tagsOf(here.call)) !== (await tagsOf(there.call))) await here.run(refresh)
        }
        await untilSame()
        const found = await storm([placeOf(here), { call: there.call, reader }], known, async () => {
          for (let version = 1; version < VERSIONS; version++) {
            if (version === PUBLISHED_HERE) await here.run(publish(version))
            else await there.publish(documentOf(version))
            // The other process has it before the next one comes.
            await untilSame()
          }
        })
        await here.stop()
        assert.deepStrictEqual(found.mixed, [])
        assert.deepStrictEqual(found.older, [])
        assert.deepStrictEqual([...found.statuses].toSorted(), [200, 304])
        assert.isAbove(found.versions.size, VERSIONS / 2)
        assert.isTrue(found.versions.has(VERSIONS - 1))
      })
    }).pipe(Effect.scoped),
  )
})

/** Serves the tag of a new version with the bytes of the one before for a moment, as code does that reads twice. */
const readsTwice = Layer.effect(
  Catalogs,
  Effect.map(Catalogs, (catalogs) => {
    let before: LoadedCatalog | undefined
    const torn = new WeakMap<LoadedCatalog, LoadedCatalog>()
    const whole = new WeakMap<LoadedCatalog, LoadedCatalog>()
    const served: Catalogs["Service"]["served"] = () =>
      Effect.map(catalogs.current, (catalog) => {
        const { body } = before ?? catalog
        before ??= catalog
        const known = torn.get(catalog)
        if (known !== undefined) return known
        const made = new LoadedCatalog(catalog.version, catalog.etag, body, () => {
          throw new Error("not linked")
        })
        before = catalog
        torn.set(catalog, made)
        whole.set(made, catalog)
        return made
      })
    const pricePointsOf = (catalog: LoadedCatalog) => catalogs.pricePointsOf(whole.get(catalog) ?? catalog)
    return Catalogs.of({ ...catalogs, served, pricePointsOf })
  }),
)

describe("the control, which takes the tag and the bytes from two reads", () => {
  const server = useServer({
    catalog: false,
    disturb: (services) => Layer.provideMerge(readsTwice as never, services),
  })

  it("mixes versions, and the same readers see it", async () => {
    const known = await servedInPeace()
    await server.current.run(publish(0))
    const found = await storm([placeOf(server.current)], known, async () => {
      for (let version = 1; version < VERSIONS; version++) await server.current.run(publish(version))
    })
    assert.isAbove(found.mixed.length, 0)
  })
})

describe("the catalog", () => {
  // Nothing in the background asks storage meanwhile.
  const server = useServer({ sleepMillis: () => new Promise<void>(() => undefined) })

  it("is sent and revalidated without storage, in every coding", async () => {
    const token = await server.current.machine("*")
    const ask = (path: string, headers: Record<string, string>) => server.current.call("GET", path, { token, headers })
    const tags = new Map<string, string>()
    for (const route of ROUTES) {
      for (const coding of CODINGS) {
        tags.set(`${route} ${coding}`, String((await ask(route, { "accept-encoding": coding })).headers["etag"]))
      }
    }
    const spy = vi.spyOn(SqliteConnection.prototype, "run")
    for (const route of ROUTES) {
      for (const coding of CODINGS) {
        const etag = tags.get(`${route} ${coding}`) ?? ""
        const reply = await ask(route, { "accept-encoding": coding, "if-none-match": etag })
        assert.deepStrictEqual([reply.status, reply.headers["etag"]], [304, etag])
        assert.strictEqual((await ask(route, { "accept-encoding": coding, "if-none-match": '"other"' })).status, 200)
      }
    }
    assert.strictEqual(spy.mock.calls.length, 0)
    // The spy sees what other routes ask storage.
    await server.current.call("GET", "/readyz")
    const { token: player } = await server.current.player()
    assert.strictEqual(
      (await server.current.call("GET", "/inventory/v1/player/me/order", { token: player })).status,
      200,
    )
    assert.isAbove(spy.mock.calls.length, 0)
    spy.mockRestore()
  })

  it("is compressed before a version is served: no client waits for that", async () => {
    const made = vi.spyOn(CatalogForms.prototype, "prepare", "get")
    const prepared: Array<readonly [number, number]> = []
    const versions = await server.current.run(
      Effect.scoped(
        Effect.gen(function* () {
          const catalogs = yield* Catalogs
          const current = Effect.map(Effect.orDie(catalogs.current), ({ version }) => version)
          const first = yield* current
          yield* catalogs.prepareWith((next) =>
            Effect.map(current, (version) => void prepared.push([version - first, next.version - first])),
          )
          yield* catalogs.publish(documentOf(1), {}, testAct)
          yield* catalogs.publish(documentOf(2), {}, testAct)
          return (yield* current) - first
        }),
      ),
    )
    // The server's own preparation ran as often, each time while the version before was served.
    assert.strictEqual(made.mock.calls.length, 2)
    made.mockRestore()
    assert.deepStrictEqual(prepared, [
      [0, 1],
      [1, 2],
    ])
    assert.strictEqual(versions, 2)
  })
})
