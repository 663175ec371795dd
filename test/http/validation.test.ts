/**
 * What each input may hold, in one table. Each row goes to both faces: as a request body over HTTP, and as the value of
 * a program, which `open` decodes. What HTTP alone can get wrong (bytes, media types, sizes) is in badInput.test.ts,
 * what values alone can (cycles, millions of them) in test/core/kernel/PlainInput.test.ts, and each kind of field in
 * test/core/kernel/Field.test.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import { parseJson } from "@garrison/core/kernel/wire/Json"
import { plainDecoder } from "@garrison/core/kernel/input/PlainInput"
import { NOTIFICATION_KEYS_MAX } from "@garrison/core/notification/schema"
import { type RouteId, routesById } from "@garrison/http/contract/routes"
import type { Route } from "@garrison/http/contract/route"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { type LoggedIn, useServer } from "../support/server.ts"
import { detailsOf, samples } from "./samples.ts"

/** An input, as JSON text where a value could not say it, and what is wrong with it; nothing: it is taken. */
type Row = readonly [
  what: string,
  input: object | string,
  ...wrong: ReadonlyArray<readonly [loc: string, type: string]>,
]

const long = (length: number): string => "x".repeat(length)
const emoji = (length: number): string => "😀".repeat(length)
const keys = (count: number, value: unknown = "v") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))
const many = (count: number, value: unknown) => Array.from({ length: count }, () => value)

const notification: ReadonlyArray<Row> = [
  ["the least there can be", { message: "" }],
  [
    "everything at its upper limit",
    { message: long(4096), rh_url: long(4096), custom_data: { k: long(4096) }, etag: long(4096) },
  ],
  [
    "every text of emoji at its upper limit",
    { message: emoji(4096), custom_data: { [emoji(256)]: emoji(4096) }, etag: emoji(4096) },
  ],
  ["an rh_url of emoji at its upper limit", { message: "", rh_url: emoji(4096) }],
  ["as many keys as there may be", { message: "", custom_data: keys(NOTIFICATION_KEYS_MAX) }],
  ["everything at its lower limit", { message: "", rh_url: "x", custom_data: { "": "x" }, etag: "x" }],
  ["no custom data", { message: "", custom_data: {} }],
  ["a field that it does not know", { message: "", notification_id: 5 }],
  ["nothing", {}, ["message", "missing"]],
  ["a message too long", { message: long(4097) }, ["message", "string_too_long"]],
  ["one emoji too many", { message: emoji(4097) }, ["message", "string_too_long"]],
  ["an empty rh_url", { message: "", rh_url: "" }, ["rh_url", "string_too_short"]],
  ["an rh_url too long", { message: "", rh_url: long(4097) }, ["rh_url", "string_too_long"]],
  ["an empty value", { message: "", custom_data: { a: "" } }, ["custom_data.a", "string_too_short"]],
  ["a value too long", { message: "", custom_data: { a: long(4097) } }, ["custom_data.a", "string_too_long"]],
  ["a value that is no text", { message: "", custom_data: { a: 1 } }, ["custom_data.a", "string_type"]],
  ["an empty etag", { message: "", etag: "" }, ["etag", "string_too_short"]],
  ["an etag too long", { message: "", etag: long(4097) }, ["etag", "string_too_long"]],
  ["one key too many", { message: "", custom_data: keys(NOTIFICATION_KEYS_MAX + 1) }, ["custom_data", "too_long"]],
  [
    "a key too long",
    { message: "", custom_data: { [long(257)]: "x" } },
    [`custom_data.${long(257)}`, "string_too_long"],
  ],
  [
    "everything wrong",
    { message: 1, rh_url: [], custom_data: "x", etag: true },
    ["message", "string_type"],
    ["rh_url", "string_type"],
    ["custom_data", "dict_type"],
    ["etag", "string_type"],
  ],
]

const presence: ReadonlyArray<Row> = [
  ["nothing", {}],
  ["null everywhere", { status: null, message: null, custom_data: null, do_not_disturb: null }],
  ["a message at its limit", { message: long(256) }],
  ["a message of emoji at its limit", { message: emoji(256) }],
  ["an empty message", { message: "" }],
  ["32 keys", { custom_data: keys(32) }],
  ["a value at its limit", { custom_data: { a: long(4096), b: "x" } }],
  ["a null among the custom data", { custom_data: { a: null } }],
  ["every status", { status: "invisible" }],
  ["fields that only the service sets", { online: 5, last_seen: 5, player_uuid: 5 }],
  ["a message too long", { message: long(257) }, ["message", "string_too_long"]],
  ["a message of emoji too long", { message: emoji(257) }, ["message", "string_too_long"]],
  ["a key too long", { custom_data: { [long(257)]: "v" } }, [`custom_data.${long(257)}`, "string_too_long"]],
  ["an empty key", { custom_data: { "": "x" } }, ["custom_data.", "string_too_short"]],
  ["33 keys", { custom_data: keys(33) }, ["custom_data", "too_long"]],
  ["an empty value", { custom_data: { a: "" } }, ["custom_data.a", "string_too_short"]],
  ["a value too long", { custom_data: { a: long(4097) } }, ["custom_data.a", "string_too_long"]],
  ["a value that is no text", { custom_data: { a: 1, b: "x" } }, ["custom_data.a", "string_type"]],
  ["another status", { status: "busy" }, ["status", "enum"]],
  [
    "everything wrong",
    { message: 1, custom_data: [], status: 1, do_not_disturb: "no" },
    ["message", "string_type"],
    ["custom_data", "dict_type"],
    ["status", "string_type"],
    ["do_not_disturb", "bool_type"],
  ],
]

const login: ReadonlyArray<Row> = [
  [
    "everything wrong",
    {
      portal_access_token: 5,
      portal_display_name: [],
      portal_parent_access_token: {},
      portal_parent_display_name: true,
      include_refresh: "yes",
      accept_eula: 1,
      accept_tos: "true",
      accept_privacy_policy: [],
    },
    ["grant_type", "missing"],
    ["portal_access_token", "string_type"],
    ["portal_display_name", "string_type"],
    ["portal_parent_access_token", "string_type"],
    ["portal_parent_display_name", "string_type"],
    ["include_refresh", "bool_type"],
    ["accept_eula", "bool_type"],
    ["accept_tos", "bool_type"],
    ["accept_privacy_policy", "bool_type"],
  ],
]

const exchange: ReadonlyArray<Row> = [
  ["nothing", {}, ["grant_type", "missing"], ["code", "missing"]],
  ["numbers", { grant_type: 1, code: 1 }, ["grant_type", "string_type"], ["code", "string_type"]],
  [
    "everything wrong",
    {
      grant_type: "refresh_token",
      code: "",
      accepted_eula: "yes",
      accepted_tos: 1,
      accepted_privacy_policy: {},
    },
    ["grant_type", "enum"],
    ["code", "string_too_short"],
    ["accepted_eula", "bool_type"],
    ["accepted_tos", "bool_type"],
    ["accepted_privacy_policy", "bool_type"],
  ],
]

const fill = { type: "fill_loot", loot_id: 100, quantity: 1 }

/** A number of an entry, as it is written. */
const number = (field: string, written: string, type: string): Row => [
  `${field}: ${written}`,
  `{"entries":[{"type":"fill_loot","loot_id":1,${field === "quantity" ? "" : '"quantity":1,'}"${field}":${written}}]}`,
  [`entries.0.${field}`, type],
]

const order: ReadonlyArray<Row> = [
  ["nothing", {}, ["entries", "missing"]],
  ["one entry too many", { entries: many(101, fill) }, ["entries", "too_long"]],
  ["30,000 mistakes in one list", { entries: many(30_000, 1) }, ["entries", "too_long"]],
  ["5000 in one object", { entries: [{ ...fill, custom_data: keys(5000, 1) }] }, ["entries.0.custom_data", "too_long"]],
  [
    "everything wrong",
    {
      source: "NOWHERE",
      client_order_ref_id: "1",
      is_transaction: "no",
      instance_id: 5,
      entries: [{ type: "explode", quantity: "1", loot_id: 1.5, use_inventory_bucket: "x", expires: "soon" }, 7, {}],
    },
    ["source", "enum"],
    ["client_order_ref_id", "uuid_parsing"],
    ["is_transaction", "bool_type"],
    ["instance_id", "string_type"],
    ["entries.0.type", "enum"],
    ["entries.0.quantity", "int_type"],
    ["entries.0.loot_id", "int_type"],
    ["entries.0.use_inventory_bucket", "enum"],
    ["entries.0.expires", "datetime_parsing"],
    ["entries.1", "dict_type"],
    ["entries.2.type", "missing"],
    ["entries.2.quantity", "missing"],
  ],
  number("vendor_version", "9223372036854775808", "less_than_equal"),
  number("vendor_version", "-9223372036854775809", "greater_than_equal"),
  number("vendor_version", "1.5", "int_type"),
  number("vendor_version", '"1"', "int_type"),
  number("vendor_version", "1e400", "less_than_equal"),
  number("vendor_version", "-1e400", "greater_than_equal"),
  number("vendor_version", "1e-999999999", "int_type"),
  number("vendor_version", "9007199254740993.5", "int_type"),
  number("quantity", "9007199254740992", "less_than_equal"),
  number("quantity", "1e16", "less_than_equal"),
  number("quantity", "1e400", "less_than_equal"),
  number("quantity", "-9007199254740992", "greater_than_equal"),
  number("quantity", "-1E+400", "greater_than_equal"),
  number("quantity", "1.5", "int_type"),
  number("quantity", "1e-1", "int_type"),
  number("quantity", "1e-999999999", "int_type"),
  number("quantity", "1.00000000000000000001", "int_type"),
  number("quantity", "4503599627370497.5", "int_type"),
  number("quantity", '"1"', "int_type"),
  number("quantity", "true", "int_type"),
  number("quantity", "[1]", "int_type"),
]

const PLAYER = "0d0d0d0d-0000-4000-8000-000000000001"
const good = { player_uuid: PLAYER, entries: [fill] }

const orders: ReadonlyArray<Row> = [
  ["nothing", {}, ["orders", "missing"]],
  ["no list", { orders: good }, ["orders", "list_type"]],
  ["one order too many", { orders: many(101, good) }, ["orders", "too_long"]],
  ["an order of nobody", { orders: [good, { entries: [] }, good] }, ["orders.1.player_uuid", "missing"]],
  ["an order of no uuid", { orders: [good, { ...good, player_uuid: "me" }] }, ["orders.1.player_uuid", "uuid_parsing"]],
  [
    "mistakes in several orders",
    { orders: [{ player_uuid: PLAYER }, good, { ...good, source: "NOWHERE" }] },
    ["orders.0.entries", "missing"],
    ["orders.2.source", "enum"],
  ],
]

/** The rows of each input, by an operation that takes it. */
const inputs = {
  createNotification: notification,
  reportPresence: presence,
  login,
  exchangeToken: exchange,
  submitOwnOrder: order,
  submitOrders: orders,
} satisfies Partial<Record<RouteId, ReadonlyArray<Row>>>

/** How much is stored of what these operations write. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = ["person", "login_session", "player_order", "inventory_record", "notification"]
  return yield* Effect.forEach(tables, (table) => sql`SELECT COUNT(*) AS count FROM ${sql(table)}`)
})

const textOf = (input: object | string): string => (typeof input === "string" ? input : JSON.stringify(input))

describe.each(Object.entries(inputs) as ReadonlyArray<[RouteId, ReadonlyArray<Row>]>)("the input of %s", (id, rows) => {
  const server = useServer()
  const { access, body }: Route = routesById[id]
  let known: Promise<{ readonly player: LoggedIn; readonly machine: string }> | undefined
  const callers = async () => ({ player: await server.current.player(), machine: await server.current.machine("*") })

  it.each(rows.map(([what, input, ...wrong]) => ({ what, input, wrong })))("$what", async ({ input, wrong }) => {
    assert(body !== undefined)
    const { machine, player } = await (known ??= callers())
    const before = await server.current.run(stored)
    const { method, path } = samples(player.playerUuid)[id]
    const token = access.kind !== "bearer" ? undefined : access.subject === "player" ? player.token : machine
    const reply = await server.current.call(method, path, { raw: textOf(input), token })
    assert.strictEqual(reply.status, wrong.length === 0 ? 200 : 422, reply.text.slice(0, 1000))
    assert.sameDeepMembers(
      [...detailsOf(reply)],
      wrong.map(([loc, type]) => [`body.${loc}`, type] as const),
    )
    if (wrong.length > 0) assert.deepStrictEqual(await server.current.run(stored), before)

    const parsed = parseJson(textOf(input))
    assert(Result.isSuccess(parsed))
    const decode = plainDecoder(body.schema, body.nullsKept === true ? "undefined" : "undefined and null")
    const complaints = Effect.runSync(
      Effect.match(decode(parsed.success), {
        onSuccess: () => [],
        onFailure: ({ detail }) => detail.map(({ loc, type }) => [loc.join("."), type] as const),
      }),
    )
    assert.sameDeepMembers([...complaints], wrong)
  })
})
