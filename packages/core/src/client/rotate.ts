/** Gives a client a new secret (decisions, section 8). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { ForwardClock } from "../kernel/time/ForwardClock.ts"
import { passHolder } from "../role/holder.ts"
import { changeAsHolder, clientSubject } from "./change.ts"
import { findClient } from "./find.ts"
import { checkRotation } from "./input.ts"
import { clientActs } from "./acts.ts"
import { generateSecret, secretOf, shownOnce } from "./secret.ts"
import { ClientSettings } from "./settings.ts"

/** See `Clients.rotate`. */
export const rotate = Effect.fn("Clients.rotate")(function* (
  clientId: string,
  options: { readonly overlapSeconds?: number },
  act: Act,
) {
  const audit = yield* Audit
  const clock = yield* ForwardClock
  const overlapSeconds = options.overlapSeconds ?? (yield* ClientSettings).secretOverlapSeconds
  return yield* audit.perform(clientActs.rotate, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const found = yield* findClient(clientId)
      yield* passHolder(act, found.permissions)
      yield* checkRotation(found, overlapSeconds)
      const now = yield* clock.now
      const secret = yield* generateSecret
      const replacement = { secret: yield* secretOf(secret, now), previousExpires: now + overlapSeconds * 1000 }
      const client = yield* save(changeAsHolder(found, act, { secret: replacement }))
      return shownOnce(client, secret, act)
    }),
  )
})
