/** What every store of logins by redirect and of authorization codes does (decisions, section 5). */
import { assert, layer as withLayer } from "@effect/vitest"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import {
  AuthorizationCodeStore,
  type NewAuthorizationCode,
  type Regeneration,
} from "@garrison/core/oauth/AuthorizationCodeStore"
import { UsedStateStore } from "@garrison/core/oauth/UsedStateStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { randomBytes } from "node:crypto"
import { inUnit, newClientUuid, newPersonId, newPlayerUuid, newSessionId } from "../support/identities.ts"

/** The stores that the suite needs. */
export type OauthStores = AuthorizationCodeStore | UsedStateStore | Transaction

const hash = () => Uint8Array.from(randomBytes(32))
const SEALED = Uint8Array.of(1, 2, 3)

const newCode = (given: Partial<NewAuthorizationCode> = {}): NewAuthorizationCode => ({
  hash: hash(),
  clientUuid: newClientUuid(),
  sealed: SEALED,
  createdAt: 1000,
  expiresAt: 2000,
  loginEndsAt: 9000,
  regenerations: 0,
  ...given,
})

const newSession = () => ({ personId: newPersonId(), playerUuid: newPlayerUuid(), sessionId: newSessionId() })

/** Runs the suite against the stores that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<OauthStores>): void => {
  withLayer(layer)(`stores of logins by redirect on ${name}`, (it) => {
    it.effect("a state is used once, and a use that is undone leaves it unused", () =>
      Effect.gen(function* () {
        const store = yield* UsedStateStore
        const state = hash()
        yield* Effect.flip(inUnit(Effect.andThen(store.use(state, 2000), Effect.fail("undone"))))
        assert.isTrue(yield* inUnit(store.use(state, 2000)))
        assert.isFalse(yield* inUnit(store.use(state, 2000)))
        assert.isFalse(yield* inUnit(store.use(state, 3000)))
        assert.isTrue(yield* inUnit(store.use(hash(), 2000)))
      }),
    )

    it.effect("of many that use one state at once, one is first", () =>
      Effect.gen(function* () {
        const store = yield* UsedStateStore
        const state = hash()
        const first = yield* Effect.forEach(Array.from({ length: 20 }), () => inUnit(store.use(state, 2000)), {
          concurrency: "unbounded",
        })
        assert.lengthOf(
          first.filter((isFirst) => isFirst),
          1,
        )
      }),
    )

    it.effect("a code is found by its hash as it was stored", () =>
      Effect.gen(function* () {
        const store = yield* AuthorizationCodeStore
        const code = newCode({ regenerations: 5 })
        yield* inUnit(store.issue(code))
        assert.deepStrictEqual(yield* store.find(code.hash), { ...code, used: undefined })
        assert.isUndefined(yield* store.find(hash()))
      }),
    )

    it.effect("a code is used once, before it expires, and remembers what for", () =>
      Effect.gen(function* () {
        const store = yield* AuthorizationCodeStore
        const [code, other] = [newCode(), newCode()]
        for (const each of [code, other]) yield* inUnit(store.issue(each))
        const session = newSession()
        assert.isFalse(yield* inUnit(store.use(code.hash, session, 2000)))
        assert.isFalse(yield* inUnit(store.use(hash(), session, 1500)))
        assert.isTrue(yield* inUnit(store.use(code.hash, session, 1999)))
        assert.isFalse(yield* inUnit(store.use(code.hash, newSession(), 1999)))
        assert.deepStrictEqual((yield* store.find(code.hash))?.used, session)
        const regeneration: Regeneration = { seed: hash(), missing: ["eula", "privacy_policy"], accepted: [] }
        assert.isTrue(yield* inUnit(store.use(other.hash, regeneration, 1500)))
        assert.isFalse(yield* inUnit(store.use(other.hash, session, 1500)))
        assert.deepStrictEqual((yield* store.find(other.hash))?.used, regeneration)
      }),
    )

    it.effect("a use that is undone leaves the code unused", () =>
      Effect.gen(function* () {
        const store = yield* AuthorizationCodeStore
        const code = newCode()
        yield* inUnit(store.issue(code))
        yield* Effect.flip(inUnit(Effect.andThen(store.use(code.hash, newSession(), 1500), Effect.fail("undone"))))
        assert.isTrue(yield* inUnit(store.use(code.hash, newSession(), 1500)))
      }),
    )

    it.effect("what has expired is deleted, a few rows at a time", () =>
      Effect.gen(function* () {
        const codes = yield* AuthorizationCodeStore
        const states = yield* UsedStateStore
        yield* codes.prune(100_000, 1000)
        yield* states.prune(100_000, 1000)
        const [used, fresh] = [newCode(), newCode({ loginEndsAt: 9001 })]
        for (const code of [used, newCode(), fresh]) yield* inUnit(codes.issue(code))
        yield* inUnit(codes.use(used.hash, newSession(), 1500))
        for (const expiresAt of [1999, 1999, 2000]) yield* inUnit(states.use(hash(), expiresAt))
        const pruned = []
        for (let step = 0; step < 3; step++) {
          pruned.push([yield* codes.prune(9001, 1), yield* states.prune(2000, 1)])
        }
        assert.deepStrictEqual(pruned, [
          [1, 1],
          [1, 1],
          [0, 0],
        ])
        assert.isUndefined(yield* codes.find(used.hash))
        assert.isDefined(yield* codes.find(fresh.hash))
      }),
    )
  })
}
