/**
 * The fuzzer: requests made from the OpenAPI document by a seed, sent to a running server. Every answer is held against
 * the document by the caller itself: only declared statuses, with bodies that match. Never a 500, no planted secret in
 * an answer, a log line or a row, and no memory that stays. `npm run fuzz` sends more of them, by any seed.
 */
import { routes } from "@garrison/http/contract/routes"
import { assert, describe, it } from "@effect/vitest"
import { onEachDatabase } from "../support/databases.ts"
import { keptBytes } from "../support/keptBytes.ts"
import { CANARY, disturbances } from "../support/fuzz/hostile.ts"
import {
  type FuzzedOperation,
  fuzzedOperations,
  type FuzzedRequest,
  headersFor,
  lookup,
  pathOf,
  queryFor,
  targetOf,
} from "../support/fuzz/operations.ts"
import { type Random, randomOf } from "../support/fuzz/random.ts"
import { brokenFor, type Maker, valueFor } from "../support/fuzz/values.ts"
import { found, makeCanary } from "../support/canary.ts"
import type { Reply } from "../support/httpCaller.ts"
import { useServer } from "../support/server.ts"
import { detailsOf } from "./samples.ts"

/** Requests of each test. */
const REQUESTS = Number(process.env["GARRISON_FUZZ_REQUESTS"] ?? 250)
const SEED = Number(process.env["GARRISON_FUZZ_SEED"] ?? 20_261_121)

/** Where requests are sent one by one a failure is easier to read; more at once find races, and take less time. */
const LANES = REQUESTS > 1000 ? 8 : 1

/** Bytes that a campaign may leave in memory. Caches fill up to their limits, which takes some. */
const KEPT_BYTES_MAX = 48 * 1024 * 1024

/** Operations that may end the session which they are called by. */
const endingSessions: ReadonlySet<string> = new Set(["logout", "updateCredentials"])

/** Operations that take JSON, or a query that a value may break. */
const withBody = fuzzedOperations.filter(({ body, isForm }) => body !== undefined && !isForm)

interface Callers {
  readonly player: string
  readonly machine: string
  readonly playerUuid: string
}

const tokenFor = ({ subject }: FuzzedOperation, { machine, player }: Callers): string | undefined =>
  subject === undefined ? undefined : subject === "player" ? player : machine

const payloadOf = ({ body: schema, isForm }: FuzzedOperation, body: unknown): string | undefined => {
  if (schema === undefined) return undefined
  return isForm ? String(new URLSearchParams(body as Record<string, string>)) || "unknown=" : JSON.stringify(body)
}

const requestOf = (
  operation: FuzzedOperation,
  body: unknown,
  callers: Callers,
  maker: Maker,
): FuzzedRequest & { readonly token: string | undefined } => ({
  method: operation.method,
  target: targetOf(pathOf(operation, callers.playerUuid), queryFor(operation, body, maker)),
  headers: {
    ...headersFor(operation, maker),
    ...(operation.isForm && { "content-type": "application/x-www-form-urlencoded" }),
  },
  payload: payloadOf(operation, body),
  token: tokenFor(operation, callers),
})

/** Expected results are for few entries of small quantities. */
const withoutExpected = ({ results, ...order }: Readonly<Record<string, unknown>>): unknown =>
  results === "expected" ? order : { ...order, ...(results !== undefined && { results }) }

/** What the document says in words, as no schema does: how a value that the schema allows is made right. */
const inWords: Readonly<Record<string, (body: Readonly<Record<string, unknown>>, random: Random) => unknown>> = {
  // To exactly one segment. A list is of players that there are.
  broadcastNotification: ({ message, rh_url }, random) => ({
    message,
    rh_url,
    ...random.pick([{ all: true }, { role_id: 1 }]),
  }),
  quoteOwnOrder: (order) => withoutExpected(order),
  quoteOrder: (order) => withoutExpected(order),
}

const bodyFor = ({ body: schema, id }: FuzzedOperation, maker: Maker): unknown => {
  if (schema === undefined) return undefined
  const value = valueFor(schema, maker)
  return inWords[id]?.(value as Readonly<Record<string, unknown>>, maker.random) ?? value
}

/** A request as a failing test shows it. */
const shown = ({ method, payload, target }: FuzzedRequest): string =>
  `${method} ${target} ${String(payload).slice(0, 2000)}`

/** Whether a body has a device secret of a length that only the grant anon refuses: 16 to 256 characters, or none. */
const hasWrongSecret = (body: unknown): boolean => {
  const { grant_type: grant, portal_access_token: secret } = Object(body) as Readonly<Record<string, unknown>>
  const length = typeof secret === "string" ? Array.from(secret).length : 0
  return grant === "anon" && length > 0 && (length < 16 || length > 256)
}

/** Whether the body is larger than the operation takes. */
const isTooLarge = ({ payload }: FuzzedRequest, { id }: FuzzedOperation): boolean => {
  const declared = routes.find((one) => one.id === id)?.body?.bytesMax
  return Buffer.byteLength(payload ?? "") > (declared ?? 64 * 1024)
}

/** Whether the query is longer than any may be, which is 422. */
const hasLongQuery = ({ target }: FuzzedRequest): boolean => target.length - target.indexOf("?") - 1 > 8192

onEachDatabase((name, database) => {
  describe(`requests made from the OpenAPI document, on ${name}, seed ${SEED}`, () => {
    let canaryLines = 0
    let defects = ""
    const look = (lines: string) => {
      if (lines.includes(CANARY)) canaryLines++
    }
    const sink = {
      access: look,
      defect: (lines: string) => {
        look(lines)
        defects += lines
      },
    }
    const server = useServer({ database, server: { sink } })
    const makeCallers = async (): Promise<Callers> => {
      const { playerUuid, token } = await server.current.playerWith("*")
      return { player: token, machine: await server.current.machine("*"), playerUuid }
    }
    const tally = new Map<string, number>()
    const assertHarmless = (id: string, { status, text }: Reply, about: string) => {
      const key = `${status}`
      tally.set(key, (tally.get(key) ?? 0) + 1)
      assert.notStrictEqual(status, 500, about)
      // The answer to whoever sets a secret has it: that is what the operation is for.
      if (id !== "updateCredentials" || status !== 200) assert.notInclude(text, CANARY, about)
    }
    const send = ({ headers, method, payload, target }: FuzzedRequest, token: string | undefined) =>
      server.current.call(method, target, { token, headers, ...(payload !== undefined && { raw: payload }) })
    type Test = (random: Random, callers: Callers, about: string) => Promise<FuzzedOperation>
    const each = async (test: Test) => {
      let next = 0
      const lane = async () => {
        let callers = await makeCallers()
        for (let index = next++; index < REQUESTS; index = next++) {
          const about = `request ${index} of seed ${SEED}`
          const { id } = await test(randomOf(Math.imul(SEED, 0x9e3779b1) + index), callers, about).catch(
            (error: unknown) => {
              throw new Error(about, { cause: error })
            },
          )
          if (endingSessions.has(id)) callers = await makeCallers()
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }

    it("are not refused as invalid where the document allows them", () =>
      each(async (random, callers, about) => {
        const maker = { random, lookup }
        const operation = random.pick(fuzzedOperations)
        const body = bodyFor(operation, maker)
        const { token, ...request } = requestOf(operation, body, callers, maker)
        const reply = await send(request, token)
        assert.strictEqual(reply.status === 413, isTooLarge(request, operation), about)
        if (!hasWrongSecret(body) && !hasLongQuery(request))
          assert.notStrictEqual(reply.status, 422, `${about}: ${shown(request)} ${reply.text}`)
        assertHarmless(operation.id, reply, `${about}: ${shown(request)}`)
        return operation
      }))

    it("are refused with 422 where one thing in the body is broken, and the answer names it", () =>
      each(async (random, callers, about) => {
        const maker = { random, lookup }
        const operation = random.pick(withBody)
        const schema = operation.body ?? {}
        const { loc, value } = brokenFor(schema, bodyFor(operation, maker), maker)
        const { token, ...request } = requestOf(operation, value, callers, maker)
        const reply = await send(request, token)
        const sent = `${about}: ${shown(request)} ${reply.text}`
        assertHarmless(operation.id, reply, sent)
        assert.strictEqual(reply.status, isTooLarge(request, operation) ? 413 : 422, sent)
        const places = detailsOf(reply).map(([place]) => place)
        const expected = ["body", ...loc].join(".")
        if (reply.status !== 422) return operation
        // Without the broken member, what the document says in words may be broken too.
        if (inWords[operation.id] === undefined) assert.deepStrictEqual([...new Set(places)], [expected], sent)
        else assert.include(places, expected, sent)
        return operation
      }))

    it("get an answer that the document declares, however they are disturbed, and leave no memory taken", async () => {
      const before = keptBytes()
      await each(async (random, callers, about) => {
        const maker = { random, lookup }
        const operation = random.pick(fuzzedOperations)
        const { token, ...request } = requestOf(operation, bodyFor(operation, maker), callers, maker)
        let disturbed: FuzzedRequest = request
        do disturbed = random.pick(disturbances)(disturbed, random)
        while (random.oneIn(3))
        const reply = await send(disturbed, token)
        assertHarmless(operation.id, reply, `${about}: ${shown(disturbed)}`)
        return operation
      })
      const kept = keptBytes() - before
      if (REQUESTS > 1000) console.log(`${name}: ${kept} bytes more in memory after ${REQUESTS} requests`)
      assert.isBelow(kept, KEPT_BYTES_MAX)
    })

    it("leave no defect in the log, no secret anywhere, and the server ready", async () => {
      assert.strictEqual(defects, "")
      assert.strictEqual(canaryLines, 0)
      const { files: _, ...places } = await makeCanary().placesOf(server.current)
      assert.deepStrictEqual(found(places, [CANARY]), [])
      assert.strictEqual((await server.current.call("GET", "/readyz")).status, 200)
      if (REQUESTS > 1000) console.log(`${name}: ${JSON.stringify(Object.fromEntries([...tally].toSorted()))}`)
    })
  })
})
