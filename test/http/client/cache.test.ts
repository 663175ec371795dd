/** Answers with a tag: kept, asked for again by the tag, bounded, and never given to another player. */
import { assert, describe, it } from "@effect/vitest"
import { type CacheOptions } from "@garrison/http/client"
import { AnswerCache } from "@garrison/http/client/AnswerCache"
import * as fc from "fast-check"
import { json, loggedIn, scripted, type Sent, session } from "./scripted.ts"

/** Answers with the path, under a tag that changes when the test says so. */
const tagged = (cache?: CacheOptions) => {
  const state = { version: 1 }
  const made = scripted(
    (sent: Sent) => {
      if (sent.path === "/users/v1/login") return loggedIn(1, 900, String(sent.body?.["portal_access_token"]))
      const etag = `"${sent.path} ${state.version}"`
      const isKnown = sent.headers["if-none-match"] === etag
      return json(isKnown ? 304 : 200, { vendors: { [sent.path]: {} }, version: state.version }, { etag })
    },
    { session, cache },
  )
  return { ...made, state, conditions: () => made.sent.map(({ headers }) => headers["if-none-match"]) }
}

describe("an answer with a tag", () => {
  it("is asked for again by its tag, and 304 gives the same value", async () => {
    const { client, conditions } = tagged()
    const first = await client.vendors()
    assert.strictEqual(await client.vendors(), first)
    assert.deepStrictEqual(conditions(), [undefined, '"/inventory/v1/catalog/vendor 1"'])
    assert.isTrue(Object.isFrozen(first.vendors))
  })

  it("is replaced when it has changed", async () => {
    const { client, conditions, state } = tagged()
    const first = await client.vendors()
    state.version = 2
    const second = await client.vendors()
    assert.notDeepEqual(second, first)
    assert.strictEqual(await client.vendors(), second)
    assert.strictEqual(conditions()[2], '"/inventory/v1/catalog/vendor 2"')
  })

  it("is another one with another query", async () => {
    const { client, conditions } = tagged()
    await client.ownInventory({ limit: 1 })
    await client.ownInventory({ limit: 2 })
    assert.deepStrictEqual(conditions(), [undefined, undefined])
  })

  it("is not given to another player", async () => {
    const { client, conditions } = tagged()
    const own = await client.ownInventory()
    await client.login({ grant_type: "anon", portal_access_token: "player-1" })
    assert.notStrictEqual(await client.ownInventory(), own)
    assert.isUndefined(conditions()[2])
  })

  it("is not kept where the game wants none", async () => {
    const { client, conditions } = tagged({ entriesMax: 0 })
    await client.vendors()
    await client.vendors()
    assert.deepStrictEqual(conditions(), [undefined, undefined])
  })

  it("is asked for as a whole when it went while its 304 was under way", async () => {
    const { promise: other, resolve } = Promise.withResolvers<void>()
    const { client, sent } = scripted(
      async ({ headers, path }) => {
        if (headers["if-none-match"] === undefined) return json(200, { path }, { etag: `"${path}"` })
        await other
        return json(304, undefined, { etag: `"${path}"` })
      },
      { session, cache: { entriesMax: 1 } },
    )
    await client.vendors()
    const again = client.vendors()
    await client.vendorEtags()
    resolve()
    assert.deepStrictEqual(await again, { path: "/inventory/v1/catalog/vendor" } as never)
    assert.deepStrictEqual(
      sent.map(({ headers }) => headers["if-none-match"]),
      [undefined, '"/inventory/v1/catalog/vendor"', undefined, undefined],
    )
  })
})

describe("the store of answers", () => {
  it("keeps to its bounds, and forgets first what was asked for longest ago", () => {
    const step = fc.record({ url: fc.nat(9).map(String), bytes: fc.nat(40), isRead: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const cache = new AnswerCache({ entriesMax: 4, bytesMax: 100 })
        let model: Array<{ url: string; bytes: number }> = []
        for (const { bytes, isRead, url } of steps) {
          const known = model.find((one) => one.url === url)
          if (isRead) {
            assert.strictEqual(cache.revalidated(url, "tag") !== undefined, known !== undefined)
            if (known !== undefined) model = [...model.filter((one) => one !== known), known]
          } else {
            cache.keep(url, "tag", {}, bytes)
            model = [...model.filter((one) => one.url !== url), { url, bytes }]
            while (model.length > 4 || model.reduce((sum, one) => sum + one.bytes, 0) > 100) model.shift()
          }
          for (const one of "0123456789")
            assert.strictEqual(
              cache.etagOf(one) !== undefined,
              model.some(({ url }) => url === one),
            )
        }
      }),
    )
  })

  it("leaves an answer out that is larger than all that it may keep", () => {
    const cache = new AnswerCache({ bytesMax: 10 })
    cache.keep("a", "tag", {}, 10)
    cache.keep("b", "tag", {}, 11)
    assert.deepStrictEqual([cache.etagOf("a"), cache.etagOf("b")], ["tag", undefined])
  })
})
