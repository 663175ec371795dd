/** Hostile and broken input on every operation that reads a body: its declared status, never a 500, nothing stored. */
import { type RouteId, routes, routesById } from "@garrison/http/contract/routes"
import type { Route } from "@garrison/http/contract/route"
import { DETAILS_MAX } from "@garrison/core/kernel/input/Field"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { gzipSync } from "node:zlib"
import { onEachDatabase } from "../support/databases.ts"
import { type LoggedIn, type TestServerOptions, useServer } from "../support/server.ts"
import { codeOf, detailsOf, samples, sending } from "./samples.ts"

/** Operations that read JSON. */
const reading = routes.filter(({ body }: Route) => body !== undefined && body.isForm !== true)

/** The names of the fields of a body. */
const fieldsOf = (body: (typeof routes)[number]["body"]): ReadonlyArray<string> =>
  body !== undefined && "fields" in body.schema ? Object.keys(body.schema.fields as object) : []

/** The largest body that the operation takes, in bytes. */
const bytesMaxOf = (body: Route["body"]): number => body?.bytesMax ?? 64 * 1024

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Bodies that are no acceptable JSON, with the 422 type of the one detail each gets. */
const broken: Readonly<Record<string, readonly [Uint8Array, string]>> = {
  "an opening brace": [utf8("{"), "json_invalid"],
  "a bare word": [utf8("hello"), "json_invalid"],
  "a single quote": [utf8("{'a':1}"), "json_invalid"],
  "a trailing comma": [utf8('{"a":1,}'), "json_invalid"],
  "two values": [utf8("{}{}"), "json_invalid"],
  "white space": [utf8("  "), "json_invalid"],
  NaN: [utf8('{"a":NaN}'), "json_invalid"],
  "a form": [utf8("grant_type=anon"), "json_invalid"],
  "a byte that is no UTF-8": [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), "json_invalid"],
  "a surrogate in UTF-8": [Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), "json_invalid"],
  "UTF-16": [Buffer.from('{"a":1}', "utf16le"), "json_invalid"],
  "33 levels": [utf8(`{"a":${"[".repeat(32)}${"]".repeat(32)}}`), "json_invalid"],
  "30,000 levels": [utf8("[".repeat(30_000)), "json_invalid"],
  "a key twice": [utf8('{"a":1,"a":1}'), "json_invalid"],
  __proto__: [utf8('{"__proto__":{"admin":true}}'), "value_error"],
  "an array": [utf8("[]"), "dict_type"],
  "a string": [utf8('"text"'), "dict_type"],
  "a number": [utf8("1"), "dict_type"],
  null: [utf8("null"), "dict_type"],
  true: [utf8("true"), "dict_type"],
}

/** Texts that no storage takes, as JSON. */
const unstorable = ['"a\\u0000b"', '"\\ud800"', '["\\udfff"]', '{"\\u0000":1}']

/** Types in which no field of any operation is right. */
const wrongValues = [{ a: { b: {} } }, [[]], 1.5, -1, 1e308, "\u{1f4a5}".repeat(3000), true, ""]

/** How much is stored of everything that a request may write. */
const countRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts: Array<number> = []
  for (const table of ["person", "player", "client", "client_secret", "login_session", "player_order"]) {
    counts.push(Number((yield* sql`SELECT COUNT(*) AS count FROM ${sql(table)}`)[0]?.["count"]))
  }
  for (const table of ["inventory_record", "inventory_ledger", "notification", "person_presence"]) {
    counts.push(Number((yield* sql`SELECT COUNT(*) AS count FROM ${sql(table)}`)[0]?.["count"]))
  }
  return counts
})

/** A server for the tests of a `describe`, its log, and a request that its callers may send. */
const serving = (options: TestServerOptions = {}) => {
  const server = useServer(options)
  let known: Promise<{ readonly player: LoggedIn; readonly machine: string }> | undefined
  const callers = async () => ({ player: await server.current.player(), machine: await server.current.machine("*") })
  const send = async (id: RouteId, raw: Uint8Array | string, headers: Record<string, string> = {}) => {
    const { machine, player } = await (known ??= callers())
    const { method, path } = samples(player.playerUuid)[id]
    const { access }: Route = routesById[id]
    const isPlayers = access.kind === "bearer" && access.subject === "player"
    const token = access.kind !== "bearer" ? undefined : isPlayers ? player.token : machine
    return server.current.call(method, path, { raw, headers, token })
  }
  const logsNothing = () =>
    it("logged no defect for any of this", () => {
      assert.strictEqual(server.current.log.defects, "")
    })
  return { server, callers, send, logsNothing }
}

// What is refused before a handler runs never comes to the database.
describe("bad input", () => {
  const { callers, logsNothing, send, server } = serving()

  describe.each(reading)("$id", ({ body: declared, id }) => {
    it("refuses every broken body as declared, and stores nothing", async () => {
      await send(id, "{")
      const before = await server.current.run(countRows)
      for (const [kind, [bytes, type]] of Object.entries(broken)) {
        const reply = await send(id, bytes)
        assert.strictEqual(reply.status, 422, kind)
        const [first, ...rest] = detailsOf(reply)
        assert.strictEqual(first?.[1], type, kind)
        assert.isTrue(first?.[0].startsWith("body"), kind)
        assert.lengthOf(rest, 0, kind)
      }
      assert.deepStrictEqual(await server.current.run(countRows), before)
    })

    it("refuses text that cannot be stored in any field, known or not, and lists what else is broken", async () => {
      const { body } = samples(crypto.randomUUID())[id]
      const fields = fieldsOf(declared)
      for (const field of [...fields, "unknown"]) {
        for (const text of unstorable) {
          const whole = JSON.stringify({ ...(body as object), [field]: "@" }).replace('"@"', text)
          const reply = await send(id, whole)
          assert.strictEqual(reply.status, 422, `${field}: ${text}`)
          const details = detailsOf(reply).filter(([, type]) => type === "value_error")
          assert.lengthOf(details, 1, `${field}: ${text}`)
          assert.isTrue(details[0]?.[0].startsWith(`body.${field}`), `${field}: ${text}`)
        }
      }
      const two = fields.slice(0, 2)
      const reply = await send(id, `{"unknown":"\\u0000",${two.map((field) => `"${field}":[[]]`).join()}}`)
      const wrong = detailsOf(reply).map(([loc]) => loc)
      for (const field of ["unknown", ...two]) {
        assert.isTrue(
          wrong.some((loc) => loc === `body.${field}` || loc.startsWith(`body.${field}.`)),
          field,
        )
      }
    })

    it("answers a body that is wrong in thousands of places with a bounded body", async () => {
      const many = `{"${"k".repeat(30_000)}":[${'"\\u0000",'.repeat(3000)}1],"${"😀".repeat(500)}":"\\u0000"}`
      const reply = await send(id, many)
      assert.strictEqual(reply.status, 422)
      assert.isAtMost(detailsOf(reply).length, DETAILS_MAX)
      assert.isBelow(reply.text.length, 200_000)
      assert.match(reply.text, /"loc":\["body","k{512}…",0\]/)
    })

    it("refuses an absent body, unless it counts as an empty object", async () => {
      const required = declared?.required !== false
      const reply = await send(id, "", { "content-type": "" })
      if (required) assert.deepStrictEqual([reply.status, detailsOf(reply)], [422, [["body", "missing"]]])
      else assert.strictEqual(reply.status, 200)
    })

    it.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "",
      "application/jsonp",
      "application/json; charset=latin1",
      'application/json; profile=x; charset="latin1"',
      "application/json; profile",
      "application/json, application/json",
      "text/plain; application/json",
    ])("refuses the content type %j", async (type) => {
      const reply = await send(id, "{}", { "content-type": type })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [415, "unsupported_media_type"])
      assert.propertyVal(reply.json, "auth_success", true)
    })

    it.each([
      "application/json",
      "Application/JSON; charset=UTF-8",
      'application/json;charset="utf-8"',
      "application/json; profile=x",
      'application/json;version=1 ; charset=utf-8; note="; charset=latin1"',
      "application/json;",
    ])("takes the content type %s", async (type) => {
      assert.notStrictEqual((await send(id, "{", { "content-type": type })).status, 415)
    })

    it("refuses an encoded body, and accepts a body marked as not encoded", async () => {
      const { body } = samples(crypto.randomUUID())[id]
      const text = JSON.stringify(body)
      for (const [coding, raw] of [
        ["gzip", gzipSync(text)],
        ["br", text],
        ["identity, gzip", text],
        ["", text],
      ] as const) {
        const reply = await send(id, raw, { "content-encoding": coding })
        assert.deepStrictEqual([reply.status, codeOf(reply)], [415, "unsupported_media_type"], coding)
      }
      assert.notStrictEqual((await send(id, text, { "content-encoding": "Identity" })).status, 415)
    })

    it("answers 413 to a body that is too large and closes the connection", async () => {
      const most = bytesMaxOf(declared)
      const reply = await send(id, `{"a":"${"x".repeat(most)}"}`)
      assert.deepStrictEqual([reply.status, codeOf(reply)], [413, "request_too_large"])
      assert.strictEqual(reply.headers["connection"], "close")
      const exact = await send(id, `{"a":"${"x".repeat(most - 8)}"}`)
      assert.notStrictEqual(exact.status, 413)
    })

    it("answers the same to a body that is too large and comes in chunks", async () => {
      const reply = await send(id, `{"a":"${"x".repeat(bytesMaxOf(declared) + 6 * 1024)}"}`, {
        "transfer-encoding": "chunked",
      })
      assert.deepStrictEqual([reply.status, codeOf(reply)], [413, "request_too_large"])
    })
  })

  it.each(routes)("answers 422 to a query over 8 KiB: $id", async ({ access: rule, id }) => {
    // Callers of its own: an operation that went through may have ended the sessions of others.
    const { machine, player } = await callers()
    const sample = samples(player.playerUuid)[id]
    const { path, method } = sample
    const { sent } = sending(sample)
    const given = sample.query === undefined ? "" : `${sample.query}&`
    const token = rule.kind !== "bearer" ? undefined : rule.subject === "player" ? player.token : machine
    const ask = (query: string) => server.current.call(method, `${path}?${given}${query}`, { token, ...sent })
    const long = await ask(`unknown=${"a".repeat(8 * 1024)}`)
    assert.deepStrictEqual([long.status, detailsOf(long)], [422, [["query", "string_too_long"]]])
    assert.notStrictEqual((await ask(`unknown=${"a".repeat(8 * 1024 - 8 - given.length)}`)).status, 422)
  })

  logsNothing()
})

onEachDatabase((name, database) => {
  describe(`values of any kind on ${name}`, () => {
    const { logsNothing, send, server } = serving({ database })

    describe.each(reading)("$id", ({ body: declared, id }) => {
      it("answers wrong values in every field with a 4xx or, where the value is right, a 2xx", async () => {
        const { body } = samples(crypto.randomUUID())[id]
        const fields = fieldsOf(declared)
        assert.isNotEmpty(fields)
        for (const field of fields) {
          for (const value of wrongValues) {
            const reply = await send(id, JSON.stringify({ ...(body as object), [field]: value }))
            assert.isBelow(reply.status, 500, `${field}: ${JSON.stringify(value).slice(0, 40)}`)
          }
        }
      })
    })

    it("survives a query and a path of any kind", async () => {
      const { token } = await server.current.player()
      for (const target of [
        `/notification/v1/playerid/me/notification?${"a=b&".repeat(2000)}`,
        `/notification/v1/playerid/me/notification?start_at=${"a".repeat(8200)}`,
        "/notification/v1/playerid/me/notification?start_at=%00",
        "/notification/v1/playerid/me/notification?%00=%00&=&&&",
        "/inventory/v1/player/me/order?cursor=%F0%9F%92%A5&sort=%zz",
        "/inventory/v1/player/me/order?limit=10;drop%20table%20player",
        "/presence/v1/player/uuid/..%2f..%2fetc%2fpasswd/presence",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/livez?",
        `/${"a/".repeat(3000)}`,
      ]) {
        const reply = await server.current.call("GET", target, { token })
        assert.isBelow(reply.status, 500, target)
      }
    })

    logsNothing()
  })
})
