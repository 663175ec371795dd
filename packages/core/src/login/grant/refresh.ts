/** The refresh grant: a refresh token of an earlier login by the same client (decisions, section 3). */
import * as Effect from "effect/Effect"
import { Sessions } from "../../token/Sessions.ts"
import { LoginRefused } from "../errors.ts"
import type { LoginRequest } from "../schema.ts"
import { type GrantAttempt, isEnabled, unguessable, type UserGrant } from "./Grant.ts"

const subject = Effect.fnUntraced(function* ({ portal_access_token: text }: LoginRequest) {
  return yield* (yield* Sessions).placeOf(text)
})

const verify = Effect.fnUntraced(function* ({ request, client, context, known }: GrantAttempt) {
  const sessions = yield* Sessions
  const text = request.portal_access_token
  const presented = yield* sessions.present(text, known?.state.token, client.clientUuid, context.address)
  if (typeof presented === "string") return yield* new LoginRefused({ code: `refresh_token_${presented}` })
  const { environment, platform, portalUserId } = presented.record.session.owner
  return { platform, portalUserId, environment, displayName: undefined, parent: undefined, presented }
})

/** Continues a session. */
export const refresh: UserGrant = {
  ...unguessable,
  kind: "user",
  isAvailable: (deployment) => isEnabled("refresh", deployment),
  disabledCode: "refresh_disabled",
  emptyCode: "refresh_token_empty",
  refusals: ["refresh_token_not_found", "refresh_token_invalid_user", "refresh_token_client_id_mismatch"],
  platforms: [],
  credential: {
    token: "the `refresh_token` of the last login of the session, by the same client.",
    example: { portal_access_token: "REFRESH_TOKEN" },
  },
  subject,
  verify,
}
