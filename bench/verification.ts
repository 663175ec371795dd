/** What the verification of an access token costs that was verified before, as each request of a player has it. */
import { localActor } from "@garrison/core/operation/Act"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { Logins } from "@garrison/core/login/Logins"
import { defaultSettings, settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Figure, figureOf } from "./report.ts"
import { GAME_CLIENT_ID } from "./seed.ts"

/** The longest time for one, in microseconds. */
const LIMIT_MICROS = 5
const REPEATED = 20_000

const accessToken = Effect.gen(function* () {
  const game = { clientId: GAME_CLIENT_ID, kind: "game", permissions: [], public: true } as const
  yield* (yield* Clients).create(game, { actor: localActor("bench") })
  const { access_token } = yield* (yield* Logins).login(
    {
      grant_type: "anon",
      portal_access_token: "bench-device-secret",
      portal_display_name: "",
      portal_parent_access_token: "",
      portal_parent_display_name: "",
    },
    { credentials: undefined, credentialsMalformed: false, userAgent: "bench", address: "127.0.0.1" },
  )
  return access_token
})

const micros = Effect.fnUntraced(function* (authorization: string) {
  const tokens = yield* AccessTokens
  const started = performance.now()
  for (let count = 0; count < REPEATED; count++) yield* tokens.authenticate(authorization)
  return ((performance.now() - started) * 1000) / REPEATED
})

/** Measures the verification of a cached token. */
export const measureVerification = (rounds: number): Promise<ReadonlyArray<Figure>> =>
  Effect.gen(function* () {
    const authorization = `Bearer ${yield* accessToken}`
    const found: Array<{ ours: number; floor: number }> = []
    for (let round = -1; round < rounds; round++) {
      const ours = yield* micros(authorization)
      if (round >= 0) found.push({ ours, floor: LIMIT_MICROS })
    }
    return [{ ...figureOf("verification of a cached token", "µs", "the limit", false, found), target: 1 }]
  }).pipe(
    Effect.provide(
      Garrison.layer.pipe(
        Layer.provideMerge(storage("sqlite::memory:")),
        Layer.provideMerge(settingsInForce({ ...defaultSettings, defaultClientId: GAME_CLIENT_ID })),
      ),
    ),
    Effect.orDie,
    Effect.runPromise,
  )
