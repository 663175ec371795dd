/** Rules about clients, and the form of their secrets (decisions, section 8; guarantees R22). */
import { assert, describe, it } from "@effect/vitest"
import { allowsGrant, CLIENT_SECRET_PREFIX, isClientId, isLive, lastFourOf, maskOf } from "@garrison/core/client/rules"
import { checkNewClient, checkRotation, checkUpdate } from "@garrison/core/client/input"
import { type Client, type ClientSecret, M2mUpdate, type NewClient } from "@garrison/core/client/schema"
import { decoder } from "@garrison/core/kernel/input/decoder"
import type { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { isSecretText, secretText } from "@garrison/core/kernel/input/SecretText"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"

const secret: ClientSecret = {
  secretId: "id",
  hash: new Uint8Array(32),
  lastFour: "wxyz",
  created: 0,
  expires: undefined,
  lastUsed: undefined,
}

const types = (details: ReadonlyArray<{ readonly loc: ReadonlyArray<string | number>; readonly type: string }>) =>
  details.map((detail) => `${detail.loc.join(".")} ${detail.type}`)

/** The faults that a check finds; empty when it passes. */
const wrongIn = (check: Effect.Effect<void, InvalidInput>) =>
  Effect.runSync(Effect.match(check, { onSuccess: () => [], onFailure: ({ detail }) => types(detail) }))

describe("a generated secret", () => {
  it("carries 256 bits behind its prefix, and a checksum that a single changed character breaks", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(52), (random, at) => {
        const text = secretText(CLIENT_SECRET_PREFIX, random)
        assert.match(text, /^gar_[A-Za-z0-9_-]{49}$/)
        assert.isTrue(isSecretText(CLIENT_SECRET_PREFIX, text))
        const other = text[at] === "x" ? "y" : "x"
        assert.isFalse(isSecretText(CLIENT_SECRET_PREFIX, text.slice(0, at) + other + text.slice(at + 1)))
      }),
    )
  })

  it("differs for different random bytes", () => {
    const texts = Array.from({ length: 256 }, (_, byte) => secretText("gar_", new Uint8Array(32).fill(byte)))
    assert.strictEqual(new Set(texts).size, 256)
  })
})

describe("a secret", () => {
  it("is valid until it expires, and not at that moment", () => {
    assert.isTrue(isLive(secret, Number.MAX_SAFE_INTEGER))
    assert.isTrue(isLive({ ...secret, expires: 1000 }, 999))
    assert.isFalse(isLive({ ...secret, expires: 1000 }, 1000))
  })

  it("is shown as four stars and its last four characters", () => {
    assert.strictEqual(maskOf({ ...secret, lastFour: lastFourOf("a-secret-that-ends-in-1234") }), "****1234")
    assert.strictEqual(maskOf(undefined), "****")
    assert.strictEqual(lastFourOf("four astral characters: 😀😀😀😀"), "😀😀😀😀")
  })
})

describe("a change of a machine client by itself", () => {
  it.each([
    [{}, {}, []],
    [{}, { rotate_secret: true }, []],
    [{ description: "" }, {}, []],
    [{ description: "😀".repeat(1024) }, {}, []],
    [{ description: "x".repeat(1025) }, {}, ["description string_too_long"]],
    [{ description: "\0" }, {}, ["description value_error"]],
    [{ description: "\ud800" }, {}, ["description value_error"]],
    [{ client_secret: "x".repeat(32) }, {}, []],
    [{ client_secret: "x".repeat(32) }, { rotate_secret: false }, []],
    [{ client_secret: "x".repeat(31) }, {}, ["client_secret string_too_short"]],
    [{ client_secret: "four words: it's a pass-phrase/+=~!" }, {}, []],
    [{ client_secret: " ".repeat(32) }, {}, ["client_secret value_error"]],
    [{ client_secret: ` ${"x".repeat(32)}` }, {}, ["client_secret value_error"]],
    [{ client_secret: `${"x".repeat(32)} ` }, {}, ["client_secret value_error"]],
    [{ client_secret: `${"x".repeat(32)}%41` }, {}, ["client_secret value_error"]],
    [{ client_secret: `${"x".repeat(32)}\t` }, {}, ["client_secret value_error"]],
    [{ client_secret: `${"x".repeat(32)}\n` }, {}, ["client_secret value_error"]],
    [{ client_secret: `${"x".repeat(32)}é` }, {}, ["client_secret value_error"]],
    [{ client_secret: "" }, {}, ["client_secret string_too_short"]],
    [{ client_secret: "x".repeat(32) }, { rotate_secret: true }, ["client_secret value_error"]],
    [
      { client_secret: "x", description: "x".repeat(1025) },
      { rotate_secret: true },
      ["client_secret string_too_short", "description string_too_long"],
    ],
    [{ client_secret: `${"x".repeat(40)}\0` }, {}, ["client_secret value_error"]],
  ])("%j with %j is wrong in %j", (update, query, expected) => {
    assert.deepStrictEqual(wrongIn(checkUpdate(update, query)), expected)
  })

  it("has a secret of at most 1024 characters", () => {
    assert.deepStrictEqual(wrongIn(checkUpdate({ client_secret: "x".repeat(1024) }, {})), [])
    const longer = wrongIn(checkUpdate({ client_secret: "x".repeat(1025) }, {}))
    assert.deepStrictEqual(longer, ["client_secret string_too_long"])
  })

  it("is decoded with the same limits", () => {
    const decode = decoder(M2mUpdate)
    for (const secret of ["x".repeat(1025), " ".repeat(32), `${"x".repeat(32)}\n`, `${"x".repeat(31)}%`]) {
      const { detail } = Effect.runSync(Effect.flip(decode({ client_secret: secret })))
      assert.deepStrictEqual(types(detail), wrongIn(checkUpdate({ client_secret: secret }, {})))
    }
    const refusal = Effect.runSync(Effect.flip(decode({ client_secret: "x".repeat(31), description: 1 })))
    assert.sameMembers([...types(refusal.detail)], ["client_secret string_too_short", "description string_type"])
    const long = Effect.runSync(Effect.flip(decode({ description: "x".repeat(1025) })))
    assert.deepStrictEqual(types(long.detail), ["description string_too_long"])
    assert.deepStrictEqual(Effect.runSync(decode({ other: 1 })), {})
  })
})

describe("a new client", () => {
  const wanted = { kind: "machine", permissions: [] } as const

  it.each([
    [{ ...wanted, clientId: "match-server.eu_1~a" }, []],
    [{ ...wanted, clientId: "" }, ["client_id value_error"]],
    [{ ...wanted, clientId: "with:colon" }, ["client_id value_error"]],
    [{ ...wanted, clientId: "x".repeat(129) }, ["client_id value_error"]],
    [{ ...wanted, clientId: "line\n" }, ["client_id value_error"]],
    [{ ...wanted, permissions: ["catalog:read", "catalog:*", "root"] }, ["permissions.1 enum", "permissions.2 enum"]],
    [{ ...wanted, public: true }, ["public value_error"]],
    [{ ...wanted, orgId: "org" }, ["org_id uuid_parsing"]],
    [{ ...wanted, description: "\0" }, ["description value_error"]],
    [{ ...wanted, description: "\ud800" }, ["description value_error"]],
    [{ kind: "game", permissions: [], grants: ["anon", "anno"] }, ["grants.1 enum"]],
    [{ ...wanted, grants: ["client_credentials", "anon"] }, ["grants.1 value_error"]],
    [{ kind: "game", permissions: [], grants: ["refresh", "client_credentials"] }, ["grants.1 value_error"]],
    [{ ...wanted, grants: ["*"] }, []],
    [{ permissions: [], kind: "server" }, ["kind enum"]],
    [{ ...wanted, description: "😀".repeat(1024) }, []],
    [{ ...wanted, description: "x".repeat(1025) }, ["description string_too_long"]],
    [{ kind: "game", permissions: [], public: true } as const, []],
    [{ kind: "game", permissions: ["*"] }, ["permissions value_error"]],
  ])("%j is wrong in %j", (input, expected) => {
    assert.deepStrictEqual(wrongIn(checkNewClient(input as NewClient)), expected)
  })

  it("has an id that fits into HTTP Basic and into storage", () => {
    for (const id of ["a", "0190a000-0000-7000-8000-000000000001"]) assert.isTrue(isClientId(id))
    for (const id of ["", "a:b", "a\0", "ä", "a b", "a\n"]) assert.isFalse(isClientId(id))
  })
})

describe("a rotation by an operator", () => {
  const client = { public: false } as Client

  it.each([
    [client, 0, []],
    [client, 86_400, []],
    [client, -1, ["overlap_seconds greater_than_equal"]],
    [client, 1.5, ["overlap_seconds int_type"]],
    [client, Number.NaN, ["overlap_seconds int_type"]],
    [client, 366 * 86_400, ["overlap_seconds less_than_equal"]],
    [{ public: true } as Client, 0, ["client_id value_error"]],
  ])("of %j over %d s is wrong in %j", (of, overlap, expected) => {
    assert.deepStrictEqual(wrongIn(checkRotation(of, overlap)), expected)
  })
})

describe("grants", () => {
  it.each([
    ["machine", ["client_credentials"], "client_credentials", true],
    ["machine", ["*"], "client_credentials", true],
    ["machine", [], "client_credentials", false],
    ["machine", ["*", "anon"], "anon", false],
    ["game", ["*"], "anon", true],
    ["game", ["*"], "client_credentials", false],
    ["game", ["client_credentials"], "client_credentials", false],
    ["game", ["anon", "refresh"], "refresh", true],
    ["game", ["anon"], "basic", false],
  ] as const)("a %s client with %j may use %s: %s", (kind, grants, grantType, expected) => {
    assert.strictEqual(allowsGrant({ kind, grants }, grantType), expected)
  })
})
