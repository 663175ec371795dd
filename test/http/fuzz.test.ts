/**
 * The fuzzer: requests made from the OpenAPI document by a seed, sent to a running server. Every answer is held against
 * the document by the caller itself. More of it: `GARRISON_FUZZ_REQUESTS=20000 npx vitest run test/http/fuzz.test.ts`,
 * and `GARRISON_FUZZ_SEED` makes other requests.
 */
import { assert, describe, it } from "@effect/vitest"
import { onEachDatabase } from "../support/databases.ts"
import { disturbances } from "../support/fuzz/hostile.ts"
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
import { useServer } from "../support/server.ts"
import { detailsOf } from "./samples.ts"

/** Requests of each test. */
const REQUESTS = Number(process.env["GARRISON_FUZZ_REQUESTS"] ?? 250)
const SEED = Number(process.env["GARRISON_FUZZ_SEED"] ?? 20_261_121)

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

const bodyFor = (operation: FuzzedOperation, maker: Maker): unknown =>
  operation.body === undefined ? undefined : valueFor(operation.body, maker)

/** A request as a failing test shows it. */
const shown = ({ method, payload, target }: FuzzedRequest): string =>
  `${method} ${target} ${String(payload).slice(0, 2000)}`

/** Whether a body has a device secret of a length that only the grant anon refuses: 16 to 256 characters, or none. */
const hasWrongSecret = (body: unknown): boolean => {
  const { grant_type: grant, portal_access_token: secret } = Object(body) as Readonly<Record<string, unknown>>
  const length = typeof secret === "string" ? Array.from(secret).length : 0
  return grant === "anon" && length > 0 && (length < 16 || length > 256)
}

const isTooLarge = ({ payload }: FuzzedRequest): boolean => Buffer.byteLength(payload ?? "") > 64 * 1024

onEachDatabase((name, database) => {
  describe(`requests made from the OpenAPI document, on ${name}, seed ${SEED}`, () => {
    const server = useServer({ database })
    let known: Promise<Callers> | undefined
    const makeCallers = async (): Promise<Callers> => {
      const { playerUuid, token } = await server.current.playerWith("*")
      return { player: token, machine: await server.current.machine("*"), playerUuid }
    }
    const callersOf = () => (known ??= makeCallers())
    const send = ({ headers, method, payload, target }: FuzzedRequest, token: string | undefined) =>
      server.current.call(method, target, { token, headers, ...(payload !== undefined && { raw: payload }) })
    type Test = (random: Random, callers: Callers, about: string) => Promise<FuzzedOperation>
    const each = async (test: Test) => {
      for (let index = 0; index < REQUESTS; index++) {
        const { id } = await test(randomOf(SEED + index), await callersOf(), `request ${index}`)
        if (endingSessions.has(id)) known = undefined
      }
    }

    it("are not refused as invalid where the document allows them", () =>
      each(async (random, callers, about) => {
        const maker = { random, lookup }
        const operation = random.pick(fuzzedOperations)
        const body = bodyFor(operation, maker)
        const { token, ...request } = requestOf(operation, body, callers, maker)
        const reply = await send(request, token)
        if (isTooLarge(request)) assert.strictEqual(reply.status, 413, about)
        if (!hasWrongSecret(body)) assert.notStrictEqual(reply.status, 422, `${about}: ${shown(request)} ${reply.text}`)
        assert.notStrictEqual(reply.status, 500, `${about}: ${shown(request)}`)
        return operation
      }))

    it("are refused with 422 where one thing in the body is broken, and the answer names it", () =>
      each(async (random, callers, about) => {
        const maker = { random, lookup }
        const operation = random.pick(withBody)
        const schema = operation.body ?? {}
        const { loc, value } = brokenFor(schema, valueFor(schema, maker), maker)
        const { token, ...request } = requestOf(operation, value, callers, maker)
        const reply = await send(request, token)
        const sent = `${about}: ${shown(request)} ${reply.text}`
        assert.strictEqual(reply.status, isTooLarge(request) ? 413 : 422, sent)
        const places = detailsOf(reply).map(([place]) => place)
        if (reply.status === 422) assert.deepStrictEqual([...new Set(places)], [["body", ...loc].join(".")], sent)
        return operation
      }))

    it("get an answer that the document declares, however they are disturbed", () =>
      each(async (random, callers, about) => {
        const maker = { random, lookup }
        const operation = random.pick(fuzzedOperations)
        const { token, ...request } = requestOf(operation, bodyFor(operation, maker), callers, maker)
        let disturbed: FuzzedRequest = request
        do disturbed = random.pick(disturbances)(disturbed, random)
        while (random.oneIn(3))
        const reply = await send(disturbed, token)
        assert.notStrictEqual(reply.status, 500, `${about}: ${shown(disturbed)}`)
        return operation
      }))

    it("leave no defect in the log, and the server ready", async () => {
      assert.strictEqual(server.current.log.defects, "")
      assert.strictEqual((await server.current.call("GET", "/readyz")).status, 200)
    })
  })
})
