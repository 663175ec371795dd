/**
 * Every field of every login body, broken in every way: declared codes alone, never a 500, and no login by a broken
 * credential (interface, section 4.1). Each answer is held against the OpenAPI document, which lists the codes.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { codeOf } from "../http/samples.ts"
import { everyCredential, type EveryCredential } from "../support/credentials.ts"
import type { Reply } from "../support/httpCaller.ts"
import { serveWithSandbox, startSandbox, type TestSandbox } from "../support/sandbox.ts"
import type { TestServer } from "../support/server.ts"

/** Values of another JSON type than a text, as JSON. */
const noTexts = ["0", "-1.5", "1e400", "true", "[]", '["x"]', "{}", '{"portal_access_token":"x"}']

/** Texts that no storage takes, as JSON. */
const unstorable = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"x\\udfff"']

/** An unsigned JWT. */
const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.`

/** Texts that are no credential of any grant. The shortest and longest device secrets are between them. */
const texts = [
  "",
  " ",
  "x",
  ":",
  ".",
  "..",
  "a.b.c",
  "not a token",
  "\t\r\n\u0007",
  "\u{1f4a5}",
  "é".repeat(300),
  "../../etc/passwd?x=%00#",
  "' OR 1=1 --",
  unsigned,
  `${"h".repeat(9000)}.${"p".repeat(9000)}.${"s".repeat(9000)}`,
  "x".repeat(4097),
  "f".repeat(16_385),
  "x".repeat(60_000),
].map((text) => JSON.stringify(text))

const MEGABYTE = JSON.stringify("x".repeat(1024 * 1024))

const flags = ["include_refresh", "accept_eula", "accept_tos", "accept_privacy_policy"]
const names = ["portal_display_name", "portal_parent_display_name"]

/** The fields of a body that hold a credential. */
const tokensOf = ({ body }: EveryCredential): ReadonlyArray<string> =>
  Object.keys(body).filter((field) => field.endsWith("_access_token"))

/** The body as JSON with one field replaced by `json`; without the field where that is undefined. */
const replaced = ({ body }: EveryCredential, field: string, json: string | undefined): string => {
  const { [field]: _, ...rest } = body
  if (json === undefined) return JSON.stringify(rest)
  return JSON.stringify({ ...rest, [field]: "@here@" }).replace('"@here@"', () => json)
}

const outcome = (reply: Reply): string => `${reply.status} ${codeOf(reply) ?? ""}`.trim()

describe("a login", () => {
  let sandbox: TestSandbox
  let server: TestServer
  let credentials: () => Promise<ReadonlyArray<EveryCredential>>
  beforeAll(async () => {
    sandbox = await startSandbox()
    // Broken credentials must not make a portal count as down.
    server = await serveWithSandbox(sandbox)
    credentials = await everyCredential(server, sandbox)
  })
  afterAll(async () => {
    await server.stop()
    await sandbox.stop()
  })

  const send = (raw: string, headers: Record<string, string | ReadonlyArray<string>> = {}) =>
    server.call("POST", "/users/v1/login", { raw, headers })

  /** Sends each body, and answers with the outcomes that are not expected. */
  const unexpected = async (bodies: ReadonlyArray<readonly [string, string]>, expected: RegExp) => {
    const found: Array<string> = []
    for (const [what, raw] of bodies) {
      const given = outcome(await send(raw))
      if (!expected.test(given)) found.push(`${what}: ${given}`)
    }
    return found
  }

  it("by the credentials that are broken below succeeds while they are whole", async () => {
    const all = await credentials()
    assert.sameMembers([...new Set(all.map(({ grantType }) => grantType))], [...GRANT_TYPES])
    for (const { body, name } of all) assert.strictEqual(outcome(await send(JSON.stringify(body))), "200", name)
  })

  it("with a credential of another type, or of text that cannot be stored, is 422", async () => {
    const bodies = (await credentials()).flatMap((credential) =>
      tokensOf(credential).flatMap((field) =>
        [...noTexts, ...unstorable].map(
          (json) => [`${credential.name} ${field} ${json}`, replaced(credential, field, json)] as const,
        ),
      ),
    )
    assert.isAbove(bodies.length, 15 * 12)
    assert.deepStrictEqual(await unexpected(bodies, /^422$/), [])
  })

  it("with an absent credential, or null, is refused as with an empty one", async () => {
    for (const credential of await credentials()) {
      for (const field of tokensOf(credential)) {
        const empty = outcome(await send(replaced(credential, field, '""')))
        assert.match(empty, /^403 /, credential.name)
        for (const json of [undefined, "null"]) {
          const given = outcome(await send(replaced(credential, field, json)))
          assert.strictEqual(given, empty, `${credential.name} ${field} ${json}`)
        }
      }
    }
  })

  it("with a text that is no credential is refused by a declared code", async () => {
    const bodies = (await credentials()).flatMap((credential) =>
      tokensOf(credential).flatMap((field) =>
        texts.map(
          (json) => [`${credential.name} ${field} ${json.slice(0, 40)}`, replaced(credential, field, json)] as const,
        ),
      ),
    )
    const isDevice = ([what]: readonly [string, string]) => what.startsWith("anon")
    // Guesses at a password or a client secret wait after some failures.
    assert.deepStrictEqual(
      await unexpected(
        bodies.filter((body) => !isDevice(body)),
        /^403 |^503 too_many_attempts$/,
      ),
      [],
    )
    // A device chooses its secret, so a text of the right length is one.
    assert.deepStrictEqual(await unexpected(bodies.filter(isDevice), /^403 anon_token_empty$|^422$|^200$/), [])
  })

  it("with a credential of a megabyte is 413", async () => {
    const bodies = (await credentials()).flatMap((credential) =>
      tokensOf(credential).map(
        (field) => [`${credential.name} ${field}`, replaced(credential, field, MEGABYTE)] as const,
      ),
    )
    assert.deepStrictEqual(await unexpected(bodies, /^413 request_too_large$/), [])
  })

  it("with another field of another type is 422, and with any display name as without", async () => {
    for (const credential of await credentials()) {
      const wrongFlags = flags.flatMap((field) => ['""', '"true"', "0", "1", "[]", "{}"].map((json) => [field, json]))
      const wrongNames = names.flatMap((field) => [...noTexts, ...unstorable].map((json) => [field, json]))
      const bodies = [...wrongFlags, ...wrongNames].map(
        ([field = "", json]) => [`${credential.name} ${field} ${json}`, replaced(credential, field, json)] as const,
      )
      assert.deepStrictEqual(await unexpected(bodies, /^422$/), [])
    }
    for (const json of texts) {
      const named = (await credentials()).filter(({ grantType }) => grantType === "anon" || grantType === "alpha")
      for (const credential of named) {
        const raw = replaced(credential, "portal_display_name", json)
        assert.strictEqual(outcome(await send(raw)), "200", `${credential.name} ${json.slice(0, 40)}`)
      }
    }
  })

  it("by a grant that does not exist is refused, whatever it is called", async () => {
    const [credential] = await credentials()
    assert.isDefined(credential)
    for (const json of texts) {
      const given = outcome(await send(replaced(credential, "grant_type", json)))
      assert.strictEqual(given, "403 invalid_grant_type", json.slice(0, 40))
    }
    for (const grant of ["ALPHA", "anon ", "hotel", "india", "delta", "authorization_code", "__proto__", "toString"]) {
      const given = outcome(await send(replaced(credential, "grant_type", JSON.stringify(grant))))
      assert.strictEqual(given, "403 invalid_grant_type", grant)
    }
    const bodies = [...noTexts, ...unstorable, undefined].map(
      (json) => [`grant_type ${json}`, replaced(credential, "grant_type", json)] as const,
    )
    assert.deepStrictEqual(await unexpected(bodies, /^422$/), [])
    assert.strictEqual(outcome(await send(replaced(credential, "grant_type", MEGABYTE))), "413 request_too_large")
  })

  const pair = (text: string) => Buffer.from(text, "latin1").toString("base64")

  it.each([
    "Basic",
    "Basic ",
    "Basic ???",
    "Basic =",
    `Basic ${pair("no colon")}`,
    `Basic ${pair(":")}`,
    `Basic ${pair("test-game:wrong")}`,
    `Basic ${pair("nobody:x")}`,
    `Basic ${pair("a\u0000b:c")}`,
    `Basic ${pair("\xff\xfe:\xff")}`,
    `Basic ${pair("test-game:")} ${pair("test-game:")}`,
    `Basic ${"A".repeat(10_000)}`,
    `Bearer ${unsigned}`,
    `Digest ${pair("test-game:")}`,
    "test-game",
  ])("with the header Authorization: %.40s is client_credentials_invalid by every grant", async (authorization) => {
    for (const { body, name } of await credentials()) {
      const given = outcome(await send(JSON.stringify(body), { authorization }))
      assert.match(given, /^403 client_credentials_invalid$|^503 too_many_attempts$/, name)
      if (given.startsWith("503")) server.advanceSeconds(15 * 60)
    }
  })

  it("in none of these ways was a defect", () => {
    assert.strictEqual(server.log.defects, "")
  })
})
