/**
 * Conditional requests on every route that answers with a tag (guarantees R37): the rules of RFC 9110, section 13, held
 * against generated headers. The routes come from the contract, so a new one is among them by itself.
 */
import { type RouteId, routes } from "@garrison/http/contract/routes"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { conditionLines, namesBy } from "../support/entityTags.ts"
import type { Reply } from "../support/httpCaller.ts"
import { type LoggedIn, useServer } from "../support/server.ts"
import { codeOf, samples, sending } from "./samples.ts"

const revalidated = routes.filter(({ success }) => success.isRevalidated)

/** Generated requests of each route. */
const RUNS = 25
const SEED = 20_261_123

const CODINGS = [undefined, "gzip", "br", "zstd"] as const

/** Cache-Control and Vary of content that is the same for all, and of a caller's own (decisions, section 2). */
const FOR_ALL = ["public, no-cache", "Accept-Encoding"]
const FOR_ONE = ["private, no-cache", "Authorization"]

const unquoted = (etag: unknown): string => String(etag).replaceAll('"', "")

/** Which of the two conditions are sent, as header lines; If-Match is looked at first (RFC 9110, section 13.2.2). */
interface Conditions {
  readonly ifMatch: ReadonlyArray<string> | undefined
  readonly ifNoneMatch: ReadonlyArray<string> | undefined
}

/** The status that the RFC says. */
const statusBy = ({ ifMatch, ifNoneMatch }: Conditions, current: ReadonlyArray<string>): number => {
  // A broken header names nothing here, because it is made of tags that the content does not have.
  const match = ifMatch === undefined ? true : (namesBy(ifMatch, current)?.strongly ?? false)
  const noneMatch = ifNoneMatch === undefined ? true : !(namesBy(ifNoneMatch, current)?.weakly ?? false)
  if (!match) return 412
  return noneMatch ? 200 : 304
}

/** Whether a header mixes the broken with the tag of the content: the RFC does not say what that names. */
const isUnclear = (lines: ReadonlyArray<string> | undefined, current: ReadonlyArray<string>): boolean =>
  lines !== undefined &&
  namesBy(lines, current) === undefined &&
  (current.some((tag) => lines.some((line) => line.includes(tag))) || lines.length > 1)

const conditionsOn = (current: ReadonlyArray<string>): fc.Arbitrary<Conditions> => {
  const clear = conditionLines(current).filter((lines) => !isUnclear(lines, current))
  return fc.record({
    ifMatch: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: clear }),
    ifNoneMatch: fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 3, arbitrary: clear }),
  })
}

describe("a conditional request", () => {
  const server = useServer({ settings: { oddsPublished: true } })
  let known: Promise<LoggedIn> | undefined
  const callerOf = () => (known ??= server.current.playerWith("*"))

  const ask = async (id: RouteId, method: string, headers: Record<string, string | ReadonlyArray<string>>) => {
    const { playerUuid, token } = await callerOf()
    const sample = samples(playerUuid)[id]
    const { target } = sending(sample)
    assert.strictEqual(sample.method, "GET")
    return server.current.call(method, target, { token, headers })
  }

  const whole = (id: RouteId, coding: string | undefined) =>
    ask(id, "GET", coding === undefined ? {} : { "accept-encoding": coding })

  const cachingHeaders = ({ headers }: Reply) => [headers["etag"], headers["cache-control"], headers["vary"]]

  const check = async (id: RouteId, reply: Reply, fresh: Reply, method: string) => {
    if (reply.status === 412) {
      if (method === "GET") assert.strictEqual(codeOf(reply), "precondition_failed")
      return
    }
    assert.deepStrictEqual(cachingHeaders(reply).slice(1), cachingHeaders(fresh).slice(1), id)
    assert.match(String(reply.headers["etag"]), /^"[\x21\x23-\x7e]+"$/)
    if (method === "HEAD" || reply.status === 304) assert.strictEqual(reply.bytes.length, 0)
    else assert.isTrue(reply.bytes.equals(fresh.bytes), `${id}: other bytes under one tag`)
    // A 304 describes nothing but the content that the client has (RFC 9110, section 15.4.5).
    if (reply.status === 304) {
      for (const name of ["content-type", "content-encoding", "content-length"]) {
        assert.notProperty(reply.headers, name)
      }
    }
  }

  it.each(revalidated)("on $id is answered as RFC 9110 says", async ({ id, success }) => {
    for (const coding of success.cache === "shared" ? CODINGS : [undefined]) {
      const fresh = await whole(id, coding)
      assert.strictEqual(fresh.status, 200, fresh.text)
      const plain = coding === undefined ? fresh : await whole(id, undefined)
      const current = [...new Set([unquoted(fresh.headers["etag"]), unquoted(plain.headers["etag"])])]
      const encoding = coding === undefined ? {} : { "accept-encoding": coding }
      await fc.assert(
        fc.asyncProperty(conditionsOn(current), fc.boolean(), async ({ ifMatch, ifNoneMatch }, isHead) => {
          const conditions = {
            ...(ifMatch !== undefined && { "if-match": ifMatch }),
            ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
          }
          const method = isHead ? "HEAD" : "GET"
          const reply = await ask(id, method, { ...encoding, ...conditions })
          assert.strictEqual(reply.status, statusBy({ ifMatch, ifNoneMatch }, current), JSON.stringify(conditions))
          await check(id, reply, fresh, method)
        }),
        { numRuns: coding === undefined ? RUNS : 8, seed: SEED },
      )
    }
  })

  it("never fails on a header that says nothing clear", async () => {
    const fresh = await whole("vendors", undefined)
    const current = [unquoted(fresh.headers["etag"])]
    const unclear = conditionLines(current).filter((lines) => isUnclear(lines, current))
    await fc.assert(
      fc.asyncProperty(unclear, async (lines) => {
        assert.include([200, 304], (await ask("vendors", "GET", { "if-none-match": lines })).status)
        assert.include([200, 412], (await ask("vendors", "GET", { "if-match": lines })).status)
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })

  it.each(revalidated)("on $id is told how its content is cached, in a 304 too", async ({ id, success }) => {
    const fresh = await whole(id, undefined)
    const [cacheControl, vary] = success.cache === "shared" ? FOR_ALL : FOR_ONE
    const etag = String(fresh.headers["etag"])
    for (const method of ["GET", "HEAD"]) {
      const reply = await ask(id, method, { "if-none-match": etag })
      assert.deepStrictEqual([reply.status, ...cachingHeaders(reply)], [304, etag, cacheControl, vary])
    }
  })
})
