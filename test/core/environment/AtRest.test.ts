/** Long-lived secrets at rest: encrypted, moved to another key secret, and refused without the right one (R47). */
import { assert, describe, it } from "@effect/vitest"
import { AtRest } from "@garrison/core/environment/AtRest"
import { EnvironmentStore } from "@garrison/core/environment/EnvironmentStore"
import * as Garrison from "@garrison/core/Garrison"
import { checkSettings, defaultSettings, type DomainSettings, settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { SigningKeys } from "@garrison/core/token/SigningKeys"
import { SigningKeyStore } from "@garrison/core/token/SigningKeyStore"
import * as Stores from "@garrison/sql/Stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { testAct } from "../../support/acts.ts"
import { onEachFreshDatabase, freshSqliteLayer, temporaryFolder } from "../../support/databases.ts"
import { failAfterStatements } from "../../support/faults.ts"
import { playerRequest } from "../token/services.ts"

const first = "the first key secret of this suite!".replaceAll(" ", "-")
const second = "the second key secret of this suite".replaceAll(" ", "-")
const third = "the third key secret of this suite!".replaceAll(" ", "-")

type Secrets = Pick<DomainSettings, "keySecret" | "keySecretPrevious">

const none: Secrets = { keySecret: undefined, keySecretPrevious: [] }
const by = (keySecret: string, ...keySecretPrevious: ReadonlyArray<string>): Secrets => ({
  keySecret,
  keySecretPrevious,
})

/** A server that starts over the database in context with these key secrets. */
const started = (secrets: Secrets) =>
  Layer.build(
    Layer.fresh(
      Garrison.layer.pipe(
        Layer.provideMerge(Stores.layer),
        Layer.provide(settingsInForce({ ...defaultSettings, ...secrets })),
      ),
    ),
  )

/** Starts a server, does something with it, and stops it. */
const during = <A, E, R>(secrets: Secrets, effect: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(started(secrets), (node) => Effect.provideContext(effect, node as Context.Context<R>)))

const issue = Effect.flatMap(AccessTokens, (tokens) => Effect.map(tokens.issue(playerRequest), ({ token }) => token))

/** Whether a token's signature verifies; its session is none that is stored. */
const verifies = (token: string) =>
  Effect.flatMap(AccessTokens, (tokens) => Effect.flip(tokens.authenticate(`Bearer ${token}`))).pipe(
    Effect.map(({ code }) => code === "auth_token_expired"),
  )

/** Why a server does not start. */
const refusal = (secrets: Secrets) =>
  Effect.map(Effect.flip(Effect.scoped(started(secrets))), (error) => {
    assert.strictEqual(error._tag, "KeySecretRefused")
    for (const secret of [first, second, third]) assert.notInclude(JSON.stringify([error, error.message]), secret)
    return error.message
  })

/** Every stored secret: what is stored, and what it is under these key secrets. */
const storedSecrets = (secrets: Secrets) =>
  Effect.gen(function* () {
    const atRest = Context.get(
      yield* Layer.build(
        Layer.fresh(AtRest.layer.pipe(Layer.provide(settingsInForce({ ...defaultSettings, ...secrets })))),
      ),
      AtRest,
    )
    const environment = yield* EnvironmentStore
    const found: Array<{ readonly stored: string; readonly secret: Uint8Array; readonly isCurrent: boolean }> = []
    const add = Effect.fnUntraced(function* (stored: Uint8Array, place: string) {
      found.push({ stored: Buffer.from(stored).toString("latin1"), ...(yield* atRest.reveal(stored, place)) })
    })
    for (const name of ["cursor_secret", "anon_secret", "seal_key"] as const) {
      const stored = yield* environment.secret(name)
      if (stored !== undefined) yield* add(stored, `environment.${name}`)
    }
    for (const key of yield* (yield* SigningKeyStore).list) {
      yield* add(Buffer.from(key.storedPrivateJwk), `signing_key.${key.keyId}`)
    }
    return found
  }).pipe(Effect.scoped, Effect.provide(Layer.fresh(Stores.layer)))

/** The bytes that whoever finds them has the secret: as they are, and in the spellings of databases and programs. */
const canariesOf = (secret: Uint8Array): ReadonlyArray<Buffer> => {
  const text = Buffer.from(secret).toString("latin1")
  // A JWK, and not random bytes: one of them in 256 begins with a brace.
  const { d, key } = (text.startsWith('{"') && text.endsWith("}") ? JSON.parse(text) : {}) as Record<string, string>
  const raw =
    d !== undefined ? Buffer.from(d, "base64url") : Buffer.from(key === undefined ? secret : Buffer.from(key, "base64"))
  const spellings = (["hex", "base64", "base64url"] as const).map((spelling) => raw.toString(spelling))
  return [raw, ...[...spellings, raw.toString("hex").toUpperCase()].map((spelling) => Buffer.from(spelling))]
}

/** How many of these secrets are found in the database's files, and in a backup of each kind. */
const exposed = Effect.fnUntraced(function* (secrets: ReadonlyArray<Uint8Array>) {
  const sql = yield* SqlClient.SqlClient
  const folder = yield* temporaryFolder
  const [main] = yield* sql`SELECT file FROM pragma_database_list WHERE name = 'main'`
  const file = String(main?.file)
  const backup = join(folder, "backup.db")
  yield* sql.unsafe(`VACUUM INTO '${backup}'`)
  const copy = join(folder, "copy.db")
  copyFileSync(file, copy)
  const files = [file, `${file}-wal`, backup, copy].filter((path) => existsSync(path)).map((path) => readFileSync(path))
  rmSync(folder, { recursive: true })
  assert.isTrue(
    files.some((bytes) => bytes.includes("signing_key")),
    "what is no secret is found",
  )
  return secrets.filter((secret) => canariesOf(secret).some((canary) => files.some((bytes) => bytes.includes(canary))))
    .length
}, Effect.scoped)

onEachFreshDatabase((name, database) => {
  const world = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.provide(test, database)

  describe(`secrets at rest on ${name}`, () => {
    it.effect(
      "are encrypted from the first start on where there is a key secret, and lie in plain where there is none",
      () =>
        Effect.gen(function* () {
          const token = yield* during(by(first), issue)
          const found = yield* storedSecrets(by(first))
          assert.strictEqual(found.length, 5, "three of the environment and two signing keys")
          for (const { isCurrent, secret, stored } of found) {
            assert.isTrue(isCurrent)
            assert.match(stored, /^eyJ/)
            for (const canary of canariesOf(secret)) assert.isFalse(Buffer.from(stored, "latin1").includes(canary))
          }
          assert.isTrue(yield* during(by(first), verifies(token)))
        }).pipe(world),
    )

    it.effect("that are stored in plain are encrypted by the next start, and keep their values", () =>
      Effect.gen(function* () {
        const token = yield* during(none, issue)
        const plain = yield* storedSecrets(none)
        assert.strictEqual(plain.filter(({ stored }) => stored.startsWith("eyJ")).length, 0)
        assert.isTrue(yield* during(by(first), verifies(token)))
        const found = yield* storedSecrets(by(first))
        assert.isTrue(found.every(({ isCurrent }) => isCurrent))
        // The key of the seals is made where there is a key secret.
        const [cursor, anon, , ...signing] = found
        assert.deepStrictEqual(
          [cursor, anon, ...signing].map((one) => [...(one?.secret ?? [])]),
          plain.map(({ secret }) => [...secret]),
        )
      }).pipe(world),
    )

    it.effect("are refused with one sentence without the right key secret, and nothing changes", () =>
      Effect.gen(function* () {
        yield* during(by(first), issue)
        const before = yield* storedSecrets(by(first))
        assert.match(yield* refusal(none), /are encrypted, and keySecret is not set/)
        assert.match(yield* refusal(by(second)), /encrypted with another secret than keySecret and keySecretPrevious/)
        assert.match(yield* refusal(by(second, third)), /encrypted with another secret/)
        assert.match(yield* refusal({ keySecret: undefined, keySecretPrevious: [first] }), /without keySecret/)
        assert.deepStrictEqual(yield* storedSecrets(by(first)), before)
      }).pipe(world),
    )

    it.effect("are refused where they were altered, or moved to another row", () =>
      Effect.gen(function* () {
        yield* during(by(first), issue)
        const sql = yield* SqlClient.SqlClient
        const keys = yield* sql`SELECT key_id, private_jwk FROM signing_key ORDER BY sequence`
        const setTo = (jwk: unknown) =>
          sql.withTransaction(
            sql`UPDATE signing_key SET private_jwk = ${String(jwk)} WHERE key_id = ${String(keys[0]?.key_id)}`,
          )
        const good = String(keys[0]?.private_jwk)
        const middle = good.lastIndexOf(".") - 10
        const altered = good.slice(0, middle) + (good[middle] === "A" ? "B" : "A") + good.slice(middle + 1)
        for (const bad of [keys[1]?.private_jwk, altered]) {
          yield* setTo(bad)
          assert.match(yield* refusal(by(first)), /was altered or moved/)
        }
        yield* setTo(good)
        yield* during(by(first), issue)
      }).pipe(world),
    )

    it.effect("go over to another key secret at whichever statement a start is killed", () =>
      Effect.gen(function* () {
        const token = yield* during(by(first), issue)
        const before = yield* storedSecrets(by(first))
        const seen = new Set<number>()
        for (let statements = 0; ; statements++) {
          const start = Effect.scoped(started(by(second, first))).pipe(failAfterStatements(statements), Effect.exit)
          const isDone = Exit.isSuccess(yield* start)
          const found = yield* storedSecrets(by(second, first))
          assert.deepStrictEqual(
            found.map(({ secret }) => [...secret]),
            before.map(({ secret }) => [...secret]),
          )
          seen.add(found.filter(({ isCurrent }) => isCurrent).length)
          if (isDone) break
        }
        const counts = [...seen]
        assert.deepStrictEqual([counts[0], counts.at(-1)], [0, 5])
        assert.isAtLeast(counts.length, 4, "one after the other, and not all at once")
        assert.isTrue(yield* during(by(second), verifies(token)))
        assert.match(yield* refusal(by(first)), /another secret/)
      }).pipe(world),
    )

    it.effect("are made and encrypted once by nodes that start together, and read by all of them", () =>
      Effect.gen(function* () {
        yield* during(none, issue)
        const nodes = yield* Effect.forEach(Array.from({ length: 3 }), () => started(by(first)), {
          concurrency: "unbounded",
        })
        const tokens = yield* Effect.forEach(nodes, (node) => Effect.provideContext(issue, node))
        for (const node of nodes) {
          for (const token of tokens) assert.isTrue(yield* Effect.provideContext(verifies(token), node))
        }
        assert.isTrue((yield* storedSecrets(by(first))).every(({ isCurrent }) => isCurrent))
      }).pipe(Effect.scoped, world),
    )

    it.effect("that one node encrypts with another key secret leave the other nodes at work until they restart", () =>
      Effect.gen(function* () {
        const before = yield* started(by(first))
        const after = yield* started(by(second, first))
        const on = (node: Context.Context<AccessTokens | SigningKeys>) => ({
          issue: Effect.provideContext(issue, node),
          verifies: (token: string) => Effect.provideContext(verifies(token), node),
          keys: Context.get(node, SigningKeys),
        })
        yield* TestClock.adjust("1 hour")
        // The next key begins to sign, and the node with the new secret makes the one after it.
        yield* on(after).keys.rotate(testAct)
        const here = yield* on(after).issue
        assert.isTrue(yield* on(before).verifies(here))
        yield* on(before).keys.refresh
        const there = yield* on(before).issue
        assert.isTrue(yield* on(after).verifies(there))
        assert.isTrue(yield* on(before).verifies(there))
        assert.match(yield* refusal(by(first)), /another secret/)
      }).pipe(Effect.scoped, world),
    )
  })
})

describe("the files of a database", () => {
  const world = <A, E, R>(test: Effect.Effect<A, E, R>) => Effect.provide(Effect.scoped(test), freshSqliteLayer)
  const secretsOf = (secrets: Secrets) =>
    Effect.map(storedSecrets(secrets), (found) => found.map(({ secret }) => secret))

  it.effect("show no key where there was a key secret from the start, while a server runs and after it", () =>
    Effect.gen(function* () {
      yield* started(by(first))
      assert.strictEqual(yield* exposed(yield* secretsOf(by(first))), 0)
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(sql`UPDATE environment SET id = id`)
      assert.strictEqual(yield* exposed(yield* secretsOf(by(first))), 0)
    }).pipe(world),
  )

  it.effect("show every key without a key secret, and none with one", () =>
    Effect.gen(function* () {
      yield* during(none, issue)
      const secrets = yield* secretsOf(none)
      assert.strictEqual(yield* exposed(secrets), secrets.length, "the control")
      yield* started(by(first))
      assert.strictEqual(yield* exposed(secrets), 0, "not even what is overwritten, while the server runs")
    }).pipe(world),
  )
})

describe("a key secret", () => {
  it("has 32 to 1024 printable characters without spaces and commas, and its refusal does not repeat it", () => {
    const accepted = (keySecret: string) =>
      Result.isSuccess(checkSettings({ keySecret, keySecretPrevious: [keySecret] }))
    for (const good of ["x".repeat(32), "x".repeat(1024), first, "!\"#$%&'()*+-./:;<=>?@[]^_`{|}~0123456789"]) {
      assert.isTrue(accepted(good), good)
    }
    for (const bad of ["x".repeat(31), "x".repeat(1025), `${first} `, `${first},x`, `${first}\n`, `${first}é`]) {
      assert.isFalse(accepted(bad), bad)
      const refused = checkSettings({ keySecret: bad })
      assert.notInclude(
        Result.isFailure(refused) ? JSON.stringify([refused.failure, refused.failure.message]) : bad,
        bad,
      )
    }
  })
})
