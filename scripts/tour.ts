/**
 * Plays a scripted player from login to loot against a fresh server, and prints every request and its answer. Ends with 0
 * when every answer had the expected status, and loudly otherwise.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { styleText } from "node:util"

const root = resolve(import.meta.dirname, "..")
const main = join(root, "packages/cli/src/main.ts")
const source = ["--conditions=source", "--disable-warning=ExperimentalWarning", main]

const directory = mkdtempSync(join(tmpdir(), "garrison-tour-"))
const storage = `sqlite:${join(directory, "tour.db")}`
const environment = { ...process.env, GARRISON_STORAGE: storage, GARRISON_LOG: "off" }

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const heading = (text: string): void => say(`\n${styleText("bold", `── ${text}`)}`)

/** Members of an object that are shown; one with more, and a map of ids, is represented by its first one. */
const MEMBERS_MAX = 20
/** How deeply answers are shown. */
const DEPTH_MAX = 5

/** Long texts, lists and maps are cut, so that the tour can be read. */
const shortened = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string")
    return value.length > 72 ? `${value.slice(0, 40)}… (${value.length} characters)` : value
  if (typeof value !== "object" || value === null) return value
  if (depth > DEPTH_MAX) return "…"
  if (Array.isArray(value)) {
    const items = value.slice(0, 2).map((item) => shortened(item, depth + 1))
    return value.length > 2 ? [...items, `… and ${value.length - 2} more`] : items
  }
  const members = Object.entries(value)
  const isMap = members.length > MEMBERS_MAX || members.every(([key]) => /^\d+$/.test(key))
  const kept = isMap ? members.slice(0, 1) : members
  const cut = Object.fromEntries(kept.map(([key, member]) => [key, shortened(member, depth + 1)]))
  return members.length > kept.length ? { ...cut, "…": `and ${members.length - kept.length} more` } : cut
}

const shown = (value: unknown): string => JSON.stringify(shortened(value), undefined, 2)

/** One request of the tour. */
interface Step {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The status without which the tour has failed. */
  readonly status: number
}

/** An answer that came as expected. */
interface Answer {
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

const curlLine = (url: string, step: Step): string => {
  const parts = ["curl"]
  if (step.method !== undefined) parts.push("-X", step.method)
  parts.push(url)
  if (step.body !== undefined) parts.push("-H 'content-type: application/json'")
  for (const [name, value] of Object.entries(step.headers ?? {}))
    parts.push(`-H '${name}: ${shortened(value) as string}'`)
  if (step.body !== undefined) parts.push(`-d '${JSON.stringify(step.body)}'`)
  return parts.join(" ")
}

const failWith = (text: string): never => {
  throw new Error(text)
}

const visit =
  (base: string) =>
  async (step: Step): Promise<Answer> => {
    const url = `${base}${step.path}`
    say(`\n${styleText("cyan", `$ ${curlLine(url, step)}`)}`)
    const response = await fetch(url, {
      method: step.method ?? (step.body === undefined ? "GET" : "POST"),
      headers: { ...(step.body === undefined ? {} : { "content-type": "application/json" }), ...step.headers },
      ...(step.body === undefined ? {} : { body: JSON.stringify(step.body) }),
    })
    const text = await response.text()
    const etag = response.headers.get("etag")
    say(`${response.status} ${response.statusText}${etag === null ? "" : `   ETag: ${etag}`}`)
    const body: unknown = text === "" ? {} : JSON.parse(text)
    if (text !== "") say(shown(body))
    if (response.status !== step.status) {
      failWith(`${step.method ?? ""} ${url} answered ${response.status} instead of ${step.status}: ${text}`)
    }
    return { headers: response.headers, body: body as Answer["body"] }
  }

/** Starts a server with the demo world on a free port, and answers with its address. */
const startServer = async (): Promise<{ readonly url: string; readonly child: ChildProcess }> => {
  const child = spawn(process.execPath, [...source, "serve", "--port", "0"], {
    cwd: directory,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()))
  const url = await new Promise<string>((settle, refuse) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString())?.[1]
      if (found !== undefined) settle(found)
    })
    child.once("exit", (code) => refuse(new Error(`the server ended with ${code}: ${said}`)))
  })
  return { url, child }
}

/** Runs a command of the operator on the same database. */
const operator = (...args: ReadonlyArray<string>): Readonly<Record<string, unknown>> => {
  say(`\n${styleText("cyan", `$ garrison ${args.map((arg) => (arg === "*" ? "'*'" : arg)).join(" ")}`)}`)
  const output = execFileSync(process.execPath, [...source, ...args], {
    cwd: directory,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
  const answer = JSON.parse(output) as Readonly<Record<string, unknown>>
  say(shown(answer))
  return answer
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : failWith(`expected a text, not ${shown(value)}`)

const bearer = (answer: Answer) => ({ authorization: `Bearer ${text(answer.body["access_token"])}` })

const anon = { grant_type: "anon", portal_access_token: "tour-player-device-secret", portal_display_name: "Tourist" }

interface Loot {
  readonly custom_data?: { readonly name?: string }
}

/** The loot that stands for killing this monster: in the vendor of all kills, loot is named after its monster. */
const killOf = (catalog: Answer, monster: string): number => {
  const vendors = catalog.body["vendors"] as Readonly<Record<string, { loot?: Readonly<Record<string, Loot>> }>>
  const found = Object.entries(vendors["1000000"]?.loot ?? {}).find(([, loot]) => loot.custom_data?.name === monster)
  return found === undefined ? failWith(`the catalog has no ${monster}`) : Number(found[0])
}

/** A player comes in: health, login, refresh, the catalog twice, notifications. */
const arrive = async (call: (step: Step) => Promise<Answer>) => {
  heading("The server is up")
  await call({ path: "/readyz", status: 200 })
  await call({ path: "/.well-known/jwks.json", status: 200 })

  heading("A player logs in, and gets a refresh token")
  const login = await call({ path: "/users/v1/login", body: { ...anon, include_refresh: true }, status: 200 })
  const refresh = {
    grant_type: "refresh",
    portal_access_token: text(login.body["refresh_token"]),
    include_refresh: true,
  }
  const player = await call({ path: "/users/v1/login", body: refresh, status: 200 })

  heading("The player gets the catalog once, and the second time nothing has changed")
  const catalog = await call({ path: "/inventory/v1/catalog/vendor", headers: bearer(player), status: 200 })
  const seen = { ...bearer(player), "if-none-match": text(catalog.headers.get("etag")) }
  await call({ path: "/inventory/v1/catalog/vendor", headers: seen, status: 304 })

  heading("The player reads notifications")
  await call({ path: "/notification/v1/playerid/me/notification", headers: bearer(player), status: 200 })
  return { player, catalog }
}

/** The game server reports a kill, twice with the same reference, and sends a notification. */
const fight = async (call: (step: Step) => Promise<Answer>, player: Answer, catalog: Answer, server: Answer) => {
  const uuid = text(player.body["active_player_uuid"])
  heading("The game server reports that the player has killed a Cow; its drops are rolled")
  const kill = {
    source: "REWARDS",
    client_order_ref_id: "0e8a3c5e-7d1f-4c52-9f6a-0a2b4c6d8e10",
    match_id: "tour-1",
    entries: [{ type: "fill_loot", loot_id: killOf(catalog, "Cow"), quantity: 1 }],
  }
  const path = `/inventory/v1/player/uuid/${uuid}/order`
  const order = await call({ path, headers: bearer(server), body: kill, status: 200 })
  heading("Reported again with the same reference, it is the same order: nothing is rolled twice")
  const again = await call({ path, headers: bearer(server), body: kill, status: 200 })
  if (order.body["order_id"] !== again.body["order_id"]) failWith("the same reference gave another order")

  heading("The game server sends the player a message")
  const message = { message: "You found loot.", custom_data: { order_id: text(order.body["order_id"]) } }
  await call({
    path: `/notification/v1/playerid/${uuid}/notification`,
    headers: bearer(server),
    body: message,
    status: 200,
  })

  heading("The player sees the order and the message")
  await call({ path: "/inventory/v1/player/me/order?sort=desc&limit=5", headers: bearer(player), status: 200 })
  await call({ path: "/notification/v1/playerid/me/notification?page_size=1", headers: bearer(player), status: 200 })
}

/** Presence: reported, seen by another player, hidden, seen again. */
const appear = async (call: (step: Step) => Promise<Answer>, player: Answer) => {
  const own = "/presence/v1/player/me/presence"
  heading("The player reports presence")
  const report = { status: "online", message: "Hunting cows" }
  await call({ method: "PATCH", path: own, headers: bearer(player), body: report, status: 200 })
  heading("Another player looks")
  const friend = await call({
    path: "/users/v1/login",
    body: { grant_type: "anon", portal_access_token: "tour-friend-device-secret" },
    status: 200,
  })
  const view = `/presence/v1/player/uuid/${text(player.body["active_player_uuid"])}/presence`
  const seen = await call({ path: view, headers: bearer(friend), status: 200 })
  const unchanged = { ...bearer(friend), "if-none-match": text(seen.headers.get("etag")) }
  await call({ path: view, headers: unchanged, status: 304 })
  heading("The player hides, and looks offline to others")
  await call({ method: "PATCH", path: own, headers: bearer(player), body: { status: "invisible" }, status: 200 })
  await call({ path: view, headers: bearer(friend), status: 200 })
}

/** The machine client replaces its own secret; the old one works for the overlap. */
const rotate = async (call: (step: Step) => Promise<Answer>, server: Answer, basic: string) => {
  heading("The game server rotates its secret; old and new both work for a day")
  const rotated = await call({
    method: "PUT",
    path: "/v2/account/me/m2m-credentials?rotate_secret=true",
    headers: bearer(server),
    body: {},
    status: 200,
  })
  const secret = text(rotated.body["client_secret"])
  const renewed = `Basic ${Buffer.from(`tour-server:${secret}`).toString("base64")}`
  const credentials = { grant_type: "client_credentials" }
  for (const authorization of [renewed, basic]) {
    await call({ path: "/users/v1/login", headers: { authorization }, body: credentials, status: 200 })
  }
}

const tour = async (url: string): Promise<number> => {
  let steps = 0
  const call = (step: Step): Promise<Answer> => {
    steps++
    return visit(url)(step)
  }
  const { player, catalog } = await arrive(call)
  heading("An operator creates a machine client, and the game server logs in with it")
  const client = operator("client", "create", "tour-server", "--kind", "machine", "--permission", "*", "--json")
  const basic = `Basic ${Buffer.from(`tour-server:${text(client["client_secret"])}`).toString("base64")}`
  const server = await call({
    path: "/users/v1/login",
    headers: { authorization: basic },
    body: { grant_type: "client_credentials" },
    status: 200,
  })
  await fight(call, player, catalog, server)
  await appear(call, player)
  await rotate(call, server, basic)
  return steps
}

const { url, child } = await startServer()
try {
  const steps = await tour(url)
  heading(`The tour is over: ${steps} requests, every one answered as expected`)
} catch (error) {
  process.stderr.write(`\nThe tour failed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  child.kill("SIGTERM")
  await new Promise((settle) => child.once("exit", settle))
  rmSync(directory, { recursive: true, force: true })
}
