/** What every {@link AgreementStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { AgreementStore } from "@garrison/core/agreement/AgreementStore"
import type { AgreementReceipt } from "@garrison/core/agreement/schema"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import type { PortalUserKey } from "@garrison/core/player/schema"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { createPlayer, inUnit, newClientUuid } from "../support/identities.ts"

/** Runs the suite against the store that `layer` gives. */
export const suite = (
  name: string,
  layer: Layer.Layer<AgreementStore | LoginStore | SqlClient.SqlClient | Transaction>,
): void => {
  withLayer(layer)(`AgreementStore on ${name}`, (it) => {
    it.effect("the latest version of each kind counts, and the first receipt for a version stays", () =>
      Effect.gen(function* () {
        const store = yield* AgreementStore
        const logins = yield* LoginStore
        const { personId, user } = (yield* createPlayer()).wanted
        const latestVersions = (subject: PortalUserKey) =>
          Effect.map(logins.read({ publicClientId: undefined, subject, now: 0 }), (state) => state.latestVersions)
        assert.deepStrictEqual(yield* latestVersions(user), {})
        const receipt = (given: Partial<AgreementReceipt>): AgreementReceipt => ({
          personId,
          kind: "eula",
          version: 1,
          sha256: "00",
          acceptedAt: 1000,
          clientUuid: newClientUuid(),
          address: "192.0.2.1",
          ...given,
        })
        const kept = [
          receipt({}),
          receipt({ version: 3, acceptedAt: 2000 }),
          receipt({ kind: "tos", version: 2, acceptedAt: 3000 }),
          receipt({ version: 2, acceptedAt: 4000 }),
        ]
        const doubled = receipt({ version: 3, sha256: "11", acceptedAt: 5000 })
        yield* Effect.forEach([...kept, doubled], (wanted) => inUnit(store.record(wanted)))
        assert.deepStrictEqual(yield* latestVersions(user), { eula: 3, tos: 2 })
        assert.deepStrictEqual(yield* store.history(personId), kept)
        const stranger = (yield* createPlayer()).wanted
        assert.deepStrictEqual(yield* latestVersions(stranger.user), {})
        assert.deepStrictEqual(yield* store.history(stranger.personId), [])
      }),
    )
  })
}
