/** The plain decisions of the client: pauses, dates of `Retry-After`, addresses, ids, and what may be repeated. */
import { assert, describe, it } from "@effect/vitest"
import { GarrisonError } from "@garrison/http/client"
import { jsonOf, parsedJson } from "@garrison/http/client/json"
import { basicAuthorization, mayRepeat, prepare, randomUuid, urlOf } from "@garrison/http/client/request"
import { isTemporary, pauseMillis, retryAfterSeconds, retryPolicy } from "@garrison/http/client/retry"
import { routes } from "@garrison/http/client/routes"
import { presentedCredentials } from "@garrison/http/handlers/clientCredentials"
import * as fc from "fast-check"

const NOW = Date.parse("2026-05-04T10:00:00Z")

describe("the pause before another try", () => {
  const policy = retryPolicy()

  it.each([
    [1, 0, 0],
    [1, 1, 250],
    [2, 1, 500],
    [3, 0.5, 500],
    [4, 1, 2000],
    [7, 1, 15_000],
    [60, 1, 15_000],
  ])("after %i tries, with the chance %d, is %i ms", (tries, chance, millis) => {
    assert.strictEqual(pauseMillis(tries, undefined, chance, policy), millis)
  })

  it("is never shorter than what the server asks for, and longer by chance", () => {
    assert.strictEqual(pauseMillis(1, 3, 0, policy), 3000)
    assert.strictEqual(pauseMillis(1, 3, 1, policy), 3250)
  })

  it.each([
    ["3", 3],
    [" 0 ", 0],
    ["Mon, 04 May 2026 10:00:05 GMT", 5],
    ["Monday, 04-May-26 10:00:05 GMT", 5],
    ["Mon May  4 10:00:05 2026 GMT", 5],
    ["Mon, 04 May 2026 09:00:00 GMT", 0],
    ["-3", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["2026", 2026],
    ["2026-05-04T10:00:05Z", undefined],
    ["", undefined],
    [null, undefined],
  ])("reads Retry-After: %s", (header, seconds) => {
    assert.strictEqual(retryAfterSeconds(header, NOW), seconds)
  })

  it("is made for answers of nobody and of too many alone", () => {
    const temporary = [200, 304, 400, 403, 404, 408, 409, 422, 429, 500, 501, 502, 503, 504].filter(isTemporary)
    assert.deepStrictEqual(temporary, [408, 429, 502, 503, 504])
  })
})

describe("the request of a call", () => {
  const base = "https://game.example/garrison/"
  const made = { idempotencyKey: undefined, uuid: () => "made" }

  it("has arguments of the path, then the query", () => {
    const url = urlOf(base, routes.lootOdds, [7], { quantity: 2, owning: "a=1&b", xp: undefined })
    assert.strictEqual(
      url,
      "https://game.example/garrison/inventory/v1/catalog/loot/7/odds?quantity=2&owning=a%3D1%26b",
    )
  })

  it("keeps to its path, whatever an argument is", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (platform, user) => {
        const given = [platform, user]
        const isStep = given.some((text) => text === "" || text === "." || text === "..")
        const build = () => new URL(urlOf(base, routes.unlinkPortalUser, given, {}))
        if (isStep) assert.throws(build, GarrisonError)
        else if (given.every((text) => text.isWellFormed())) {
          const { hash, pathname, search } = build()
          assert.deepStrictEqual([search, hash], ["", ""])
          const [, , , , , , ...segments] = pathname.split("/")
          assert.deepStrictEqual(segments.map(decodeURIComponent), given)
        }
      }),
      {
        examples: [
          ["..", "x"],
          ["%2e%2e", "."],
          ["a/b", "?#"],
        ],
      },
    )
  })

  it.each([undefined, null, {}, Number.NaN])("refuses %s as an argument of the path", (argument) => {
    const call = () => urlOf(base, routes.vendor, argument === undefined ? [] : [argument], {})
    if (Number.isNaN(argument)) assert.match(call(), /NaN/)
    else assert.throws(call, /^invalid_input: vendor_id/)
  })

  it("splits an input between query and body", () => {
    const { body, headers, url } = prepare(
      base,
      routes.updateCredentials,
      [{ rotate_secret: true, description: "x" }],
      made,
    )
    assert.match(url, /\/m2m-credentials\?rotate_secret=true$/)
    assert.strictEqual(body, '{"description":"x"}')
    assert.deepStrictEqual(headers, { "content-type": "application/json", "idempotency-key": "made" })
  })

  it("gives an order the id by which each try is the same one, and keeps one that is there", () => {
    const entries = [{ type: "fill_loot", loot_id: 1, quantity: 1 }]
    const order = (given: object) => prepare(base, routes.submitOwnOrder, [given], made).body
    assert.strictEqual(order({ entries }), `{"entries":${JSON.stringify(entries)},"client_order_ref_id":"made"}`)
    assert.include(order({ entries, client_order_ref_id: "own" }), '"client_order_ref_id":"own"')
    assert.include(order({ entries, client_order_ref_id: null }), '"client_order_ref_id":"made"')
    const orders = [{ player_uuid: "a" }, { player_uuid: "b", client_order_ref_id: "own" }]
    const { body = "" } = prepare(base, routes.submitOrders, [{ orders }], made)
    const ids = (JSON.parse(body) as { orders: ReadonlyArray<Record<string, string>> }).orders
    assert.deepStrictEqual(
      ids.map((one) => one["client_order_ref_id"]),
      ["made", "own"],
    )
    assert.deepStrictEqual(orders[0], { player_uuid: "a" })
    assert.strictEqual(prepare(base, routes.startSession, [], made).body, '{"client_order_ref_id":"made"}')
  })

  it("gives a keyed operation the key of the caller, or one of its own", () => {
    const keyOf = (idempotencyKey?: string) =>
      prepare(base, routes.createNotification, ["p", { message: "x" }], { ...made, idempotencyKey }).headers
    assert.strictEqual(keyOf()["idempotency-key"], "made")
    assert.strictEqual(keyOf("own")["idempotency-key"], "own")
    assert.notProperty(prepare(base, routes.vendors, [], made).headers, "idempotency-key")
  })

  it("repeats a login only by a credential that can be used again", () => {
    const grants = ["anon", "basic", "client_credentials", "refresh", "alpha", "golf", "echo4_v1", "juliet", undefined]
    const repeated = grants.filter((grant) => mayRepeat(routes.login, { grant_type: grant }))
    assert.deepStrictEqual(repeated, ["anon", "basic", "client_credentials", "refresh"])
    assert.isFalse(mayRepeat(routes.exchangeToken, {}))
    assert.isFalse(mayRepeat(routes.linkPortalUser, { grant_type: "anon" }))
    assert.isTrue(mayRepeat(routes.submitOrder, {}))
    assert.isTrue(mayRepeat(routes.vendors, {}))
    assert.isFalse(mayRepeat(routes.unlinkPortalUser, {}))
  })

  it("names the client as the server reads it", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~é ]{1,20}$/), fc.stringMatching(/^[!-~é ]{0,20}$/), (clientId, secret) => {
        assert.deepStrictEqual(presentedCredentials(basicAuthorization(clientId, secret)).credentials, {
          clientId,
          secret,
        })
      }),
    )
  })

  it("makes uuids of version 4", () => {
    const made = Array.from({ length: 100 }, randomUuid)
    assert.strictEqual(new Set(made).size, 100)
    for (const uuid of made) assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe("JSON", () => {
  it("keeps integers of 64 bits, in and out", () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    fc.assert(
      fc.property(int64, fc.string(), (id, text) => {
        const number = BigInt(Number(id)) === id && Number.isSafeInteger(Number(id)) ? Number(id) : id
        const value = { id: number, text, list: [number], half: 0.5 }
        assert.deepStrictEqual(parsedJson(jsonOf(value)), value)
        assert.strictEqual(jsonOf({ id }), `{"id":${id}}`)
      }),
      {
        examples: [
          [2n ** 53n, "9007199254740993"],
          [2n ** 53n - 1n, ""],
          [-(2n ** 63n), "1e400"],
        ],
      },
    )
  })

  it("leaves fractions and large exponents as numbers", () => {
    const text = "[0.12345678901234567, 1e300, 12345678901234567890.5]"
    assert.deepStrictEqual(parsedJson(text), JSON.parse(text))
  })
})
