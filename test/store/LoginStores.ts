/** What every store of passwords, login history, failed attempts, security events and codes does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import type { SecurityEvent } from "@garrison/core/audit/schema"
import type { Transaction } from "@garrison/core/kernel/Transaction"
import { type FailureAdded, FailureStore } from "@garrison/core/login/FailureStore"
import { LoginHistoryStore, type LoginRecord } from "@garrison/core/login/LoginHistoryStore"
import { PasswordStore } from "@garrison/core/login/PasswordStore"
import { AuthorizationCodeStore } from "@garrison/core/oauth/AuthorizationCodeStore"
import type { PlayerStore } from "@garrison/core/player/PlayerStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes, randomUUID } from "node:crypto"
import { inUnit, newClientUuid, newOwner, newSessionId } from "../support/identities.ts"

/** The stores that the suite needs. */
export type LoginStores =
  | PasswordStore
  | LoginHistoryStore
  | FailureStore
  | SecurityEventStore
  | AuthorizationCodeStore
  | PlayerStore
  | Transaction
  | SqlClient.SqlClient

/** A version 7 UUID of this millisecond. */
const idAt = (at: number): string => {
  const digits = at.toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`
}

/** Runs the suite against the stores that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<LoginStores>): void => {
  withLayer(layer)(`stores of logins on ${name}`, (it) => {
    it.effect("a user name belongs to one account; its hash is replaced only if it is the known one", () =>
      Effect.gen(function* () {
        const store = yield* PasswordStore
        const account = { accountId: randomUUID(), username: "ada", displayName: "Ada", hash: "$argon2id$1" }
        assert.isUndefined(yield* store.find("ada"))
        assert.isTrue(yield* inUnit(store.create(account, 1)))
        assert.isFalse(yield* inUnit(store.create({ ...account, accountId: randomUUID() }, 1)))
        assert.isFalse(yield* inUnit(store.replaceHash("ada", "$argon2id$0", "$argon2id$2", 2)))
        assert.deepStrictEqual(yield* store.find("ada"), account)
        assert.isTrue(yield* inUnit(store.replaceHash("ada", "$argon2id$1", "$argon2id$2", 2)))
        assert.isTrue(yield* inUnit(store.replaceHash("ada", undefined, "$argon2id$3", 3)))
        assert.isFalse(yield* inUnit(store.replaceHash("eve", undefined, "$argon2id$3", 3)))
        assert.deepStrictEqual(yield* store.find("ada"), { ...account, hash: "$argon2id$3" })
      }),
    )

    it.effect("history is found newest first, and pruned by age", () =>
      Effect.gen(function* () {
        const store = yield* LoginHistoryStore
        const { personId, playerUuid, platform } = yield* newOwner
        const record = (at: number): LoginRecord => ({
          loginId: idAt(at),
          at,
          sessionId: newSessionId(),
          grantType: "anon",
          clientUuid: newClientUuid(),
          address: "192.0.2.1",
          userAgent: "test",
          player: { personId, playerUuid, platform },
        })
        const records = [record(1000), record(2000), record(3000)] as const
        yield* Effect.forEach(records, (wanted) => inUnit(store.record(wanted)))
        yield* inUnit(store.record({ ...record(500), player: undefined }))
        assert.deepStrictEqual(yield* store.ofPerson(personId, 2), [records[2], records[1]])
        assert.strictEqual(yield* inUnit(store.prune(2000, 1)), 1)
        assert.strictEqual(yield* inUnit(store.prune(2000, 9)), 1)
        assert.strictEqual(yield* inUnit(store.prune(2000, 9)), 0)
        assert.deepStrictEqual(yield* store.ofPerson(personId, 9), [records[2], records[1]])
      }),
    )

    it.effect("a bucket fills by one failure at a time up to its limit, leaks, and does not go back in time", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const key = { subject: "account", bucket: 5 } as const
        const failure: FailureAdded = { ...key, leakMillis: 100, forgottenAfterMaxMillis: 300 }
        const after = (at: number) =>
          Effect.andThen(
            inUnit(store.add([failure], at)),
            Effect.map(store.read([key]), ([found]) => [found?.at, found?.forgottenAt]),
          )
        assert.deepStrictEqual(yield* store.read([key]), [])
        assert.deepStrictEqual(yield* after(1000), [1000, 1100])
        assert.deepStrictEqual(yield* after(1050), [1050, 1200])
        assert.deepStrictEqual(yield* after(900), [1050, 1200])
        assert.deepStrictEqual(yield* after(1060), [1060, 1300])
        assert.deepStrictEqual(yield* after(1060), [1060, 1360])
        assert.deepStrictEqual(yield* after(5000), [5000, 5100])
        const familiar = { subject: "familiar", bucket: 2 ** 48 - 1 } as const
        yield* inUnit(store.settle(key, familiar, 6000, 7000))
        yield* inUnit(store.settle(key, familiar, 6500, 7500))
        assert.deepStrictEqual(yield* store.read([key, familiar]), [
          { subject: "familiar", at: 6500, forgottenAt: 7500 },
        ])
      }),
    )

    it.effect("failures at once are all counted", () =>
      Effect.gen(function* () {
        const store = yield* FailureStore
        const keys = (["account", "address", "all"] as const).map((subject) => ({ subject, bucket: 9 }))
        const failures = keys.map((key) => ({ ...key, leakMillis: 100, forgottenAfterMaxMillis: 100_000 }))
        yield* Effect.forEach(Array.from({ length: 20 }), () => inUnit(store.add(failures, 1000)), {
          concurrency: "unbounded",
        })
        const found = yield* store.read(keys)
        assert.deepStrictEqual(
          found.map(({ forgottenAt }) => forgottenAt),
          [3000, 3000, 3000],
        )
      }),
    )

    it.effect("security events are found newest first", () =>
      Effect.gen(function* () {
        const store = yield* SecurityEventStore
        const { personId } = yield* newOwner
        const event = (at: number): SecurityEvent => ({
          eventId: idAt(at),
          at,
          kind: "refresh_token_reuse",
          personId,
          sessionId: newSessionId(),
          clientUuid: newClientUuid(),
          address: "192.0.2.1",
        })
        const events = [event(1), event(2), event(3)] as const
        yield* Effect.forEach(events, (wanted) => inUnit(store.record(wanted)))
        assert.deepStrictEqual(yield* store.ofPerson(personId, 2), [events[2], events[1]])
      }),
    )

    it.effect("a code is found by its hash, for its client, until it expires", () =>
      Effect.gen(function* () {
        const store = yield* AuthorizationCodeStore
        const sql = yield* SqlClient.SqlClient
        const clientUuid = newClientUuid()
        const hash = Uint8Array.from(randomBytes(32))
        const insert = sql`INSERT INTO authorization_code
          (code_hash, client_uuid, platform, portal_user_id, created_at, expires_at)
          VALUES (${hash}, ${clientUuid}, 'Alpha', 'user', 1000, 2000)`
        yield* inUnit(Effect.orDie(insert))
        const code = { clientUuid, platform: "Alpha", portalUserId: "user", createdAt: 1000, expiresAt: 2000 } as const
        assert.deepStrictEqual(yield* store.find(hash, clientUuid, 1999), code)
        assert.isUndefined(yield* store.find(hash, clientUuid, 2000))
        assert.isUndefined(yield* store.find(hash, newClientUuid(), 1999))
        assert.isUndefined(yield* store.find(Uint8Array.from(randomBytes(32)), clientUuid, 1999))
      }),
    )
  })
}
