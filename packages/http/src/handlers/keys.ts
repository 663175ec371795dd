/** The public signing keys over HTTP (decisions, section 3). */
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Effect from "effect/Effect"
import { CACHE, json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"

/** The key set, under either of its paths. */
export const keySet = Effect.map(
  AccessTokens,
  (tokens): Handler<"jwks"> =>
    () =>
      Effect.map(tokens.publicKeys, (keys) => json(200, JSON.stringify(keys), CACHE.keys)),
)
