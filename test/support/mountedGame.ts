/** A player of a game whose server has Garrison below the path `/garrison`, beside a route of its own. */
import { open } from "@garrison/core"
import { sqlite } from "@garrison/sql"
import { assert } from "vitest"

const loot = { 1: { item_id: 995, quantity: 25, is_claimable_by_client: true } }

/** Puts a catalog with one loot into a database. */
export const seedCatalog = async (file: string): Promise<void> => {
  await using garrison = await open(sqlite(file))
  await garrison.publishCatalog({ items: { 995: { type: "unit" } }, vendors: { 1: { type: "recipe", loot } } })
}

const json = { "content-type": "application/json" }
const credential = { grant_type: "anon", portal_access_token: "a-secret-of-this-device" }
const entries = [{ type: "fill_loot", loot_id: 1, quantity: 1 }]

const jsonOf = async (response: Response) => (await response.json()) as Readonly<Record<string, unknown>>

/** What asks a path of the game's server. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>

const post = (ask: Ask, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ask(path, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) })

/** Most streams that one player may listen to at once. */
const LISTENERS_MAX = 5

/** Reads of a stream until the text has come. */
const readUntil = async (reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ""
  while (!text.includes(wanted)) {
    const { done, value } = await reader.read()
    assert.isFalse(done, text)
    text += decoder.decode(value, { stream: true })
  }
  return text
}

/** What tells a player something, from another process on the same database. */
type Notify = (player: string, message: string) => Promise<unknown>

/** Listens to what comes, by stream and by long poll, and leaves more often than one player may stay. */
const listens = async (ask: Ask, login: Readonly<Record<string, unknown>>, prefix: string, notify: Notify) => {
  const headers = { authorization: `Bearer ${String(login["access_token"])}` }
  const player = String(login["active_player_uuid"])
  const path = `${prefix}/notification/v1/playerid/me/stream/notification`
  let heard = ""
  for (let visit = 0; visit <= LISTENERS_MAX; visit++) {
    const leaving = new AbortController()
    const open = () => ask(`${path}/sse`, { headers, signal: leaving.signal })
    let response = await open()
    // The place of the stream before is free once the server has learnt that its reader has gone.
    while (response.status === 409) {
      await response.text()
      response = await open()
    }
    assert.deepStrictEqual([response.status, response.headers.get("content-type")], [200, "text/event-stream"])
    const reader = (response.body ?? assert.fail()).getReader()
    await readUntil(reader, "id:")
    if (visit === 0) {
      await notify(player, "by the stream")
      heard = await readUntil(reader, "by the stream")
    }
    await reader.cancel()
    leaving.abort()
  }
  const [, id = ""] = /^id: ?(\S+)\ndata/m.exec(heard) ?? []
  const polling = ask(`${path}/lp?exclude_before=${id}&deadline=60`, { headers })
  await notify(player, "by the poll")
  const polled = await polling
  assert.include(await polled.text(), "by the poll")
}

/** A login, a read with its tag, an order with its repetition, streams, and what is refused. */
export const playsBelow = async (ask: Ask, prefix: string, file: string): Promise<true> => {
  const login = await jsonOf(await post(ask, `${prefix}/users/v1/login`, credential))
  const authorization = `Bearer ${String(login["access_token"])}`
  const vendors = `${prefix}/inventory/v1/catalog/vendor`
  const catalog = await ask(vendors, { headers: { authorization } })
  const etag = catalog.headers.get("etag") ?? ""
  assert.property((await jsonOf(catalog))["vendors"], "1")
  const same = await ask(vendors, { headers: { authorization, "if-none-match": etag } })
  assert.deepStrictEqual([same.status, await same.text()], [304, ""])
  const head = await ask(vendors, { method: "HEAD", headers: { authorization } })
  assert.deepStrictEqual([head.status, await head.text(), head.headers.get("etag")], [200, "", etag])
  const path = `${prefix}/inventory/v1/player/me/order`
  const once = { entries, client_order_ref_id: crypto.randomUUID() }
  const [first, again] = [
    await post(ask, path, once, { authorization }),
    await post(ask, path, once, { authorization }),
  ]
  const order = await first.text()
  assert.deepStrictEqual([first.status, again.status, await again.text()], [200, 200, order], order)
  const wrong = await post(ask, path, { entries: [{ type: "fill_loot" }] }, { authorization })
  assert.deepStrictEqual([wrong.status, Object.keys(await jsonOf(wrong))], [422, ["detail"]])
  const large = await post(ask, path, { entries, instance_id: "x".repeat(70_000) }, { authorization })
  assert.deepStrictEqual([large.status, (await jsonOf(large))["error_code"]], [413, "request_too_large"])
  const home = await ask(prefix)
  assert.isBelow(home.status, 400, "the prefix itself")
  const unknown = await ask(`${prefix}/nothing`)
  assert.deepStrictEqual([unknown.status, (await jsonOf(unknown))["error_code"]], [404, "resource_not_found"])
  const wrongMethod = await ask(vendors, { method: "DELETE" })
  assert.deepStrictEqual([wrongMethod.status, wrongMethod.headers.get("allow")], [405, "GET, HEAD"])
  await using other = await open(sqlite(file))
  await listens(ask, login, prefix, (player, message) => other.notify(player, { message }))
  const document = await jsonOf(await ask(`${prefix}/openapi.json`))
  assert.deepNestedInclude(document, { "servers[0].url": prefix === "" ? "/" : prefix })
  return true
}

/** Asks below the prefix, and beside it: nothing of Garrison is there. */
export const answersOnlyBelow = async (ask: Ask, prefix: string): Promise<true> => {
  const statuses = {
    [`${prefix}/livez`]: 200,
    [`${prefix}${prefix}/livez`]: 404,
    [`${prefix}livez`]: 404,
    "/livez": 404,
  }
  for (const [path, status] of Object.entries(statuses)) assert.strictEqual((await ask(path)).status, status, path)
  return true
}

/** Visits a game's server: Garrison below its path, and the route of the game, whose bodies the framework parses. */
export const plays = async (url: string, file: string): Promise<true> => {
  const ask: Ask = (path, init) => fetch(url + path, init)
  await playsBelow(ask, "/garrison", file)
  await answersOnlyBelow(ask, "/garrison")
  assert.deepStrictEqual(await jsonOf(await post(ask, "/score", { score: 7 })), { score: 7 })
  return true
}
