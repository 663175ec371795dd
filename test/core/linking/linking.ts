/** Portals, players and requests for the tests of linking. */
import type { Portals } from "@garrison/core/login/portal/PortalGateway"
import type { LoginResult, LoginRequest } from "@garrison/core/login/schema"
import { Links } from "@garrison/core/linking/Links"
import type { PortalUserKey } from "@garrison/core/player/schema"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { login, request } from "../../support/logins.ts"

/** The grants of these tests. */
export const grantsEnabled = ["anon", "basic", "refresh", "client_credentials", "foxtrot_switch", "golf"] as const

/** Portals that take a token for the id of its user, and a second token for that of its parent. `bad` is refused. */
export const portals: Portals = {
  foxtrot_switch: {
    prove: ({ token, parentToken }) =>
      token === "bad"
        ? Effect.fail("foxtrot_service_access_token_not_valid" as const)
        : Effect.succeed({
            platform: "FoxtrotSwitch" as const,
            portalUserId: token,
            displayName: token,
            parent: { platform: "FoxtrotNAID" as const, portalUserId: parentToken, displayName: parentToken },
          }),
  },
  golf: {
    prove: ({ token }) =>
      token === "bad"
        ? Effect.fail("golf_token_invalid" as const)
        : Effect.succeed({ platform: "Golf" as const, portalUserId: token, displayName: token, parent: undefined }),
  },
}

/** The credential of a golf user. */
export const golf = (user: string) => ({ grant_type: "golf", portal_access_token: user })

/** The credential of a user of two tiers. */
export const switchUser = (user: string, account: string) => ({
  grant_type: "foxtrot_switch",
  portal_access_token: user,
  portal_parent_access_token: account,
})

/** A login body. */
export type Credential = Partial<LoginRequest> & Pick<LoginRequest, "grant_type">

/** The player of an access token, in its session. */
export const playerOf = Effect.fnUntraced(function* ({ access_token }: LoginResult) {
  const caller = yield* (yield* AccessTokens).authenticate(`Bearer ${access_token}`)
  assert(caller.kind === "player")
  const { clientId, subject: playerUuid } = caller
  return { playerUuid, session: caller, clientId, address: "192.0.2.7", userAgent: "linking" }
})

/** Links the portal user of a credential to the player of a login. */
export const link = Effect.fnUntraced(function* (result: LoginResult, credential: Credential) {
  return yield* (yield* Links).link(yield* playerOf(result), request(credential))
})

/** Unlinks a portal user from the person of a login. */
export const unlink = Effect.fnUntraced(function* (result: LoginResult, user: PortalUserKey) {
  return yield* (yield* Links).unlink(yield* playerOf(result), user)
})

/** The portal users of an answer, in short. */
export const namesIn = ({
  portal_users,
}: {
  readonly portal_users: ReadonlyArray<{ readonly platform: string; readonly portal_user_id: string }>
}) => portal_users.map(({ platform, portal_user_id }) => `${platform} ${portal_user_id}`)

/** The portal user of a login. */
export const portalUserOf = ({ platform, portal_user_id }: LoginResult): PortalUserKey => ({
  platform: platform ?? "Anon",
  portalUserId: portal_user_id ?? "",
})

/** The golf user of this id. */
export const golfUser = (portalUserId: string): PortalUserKey => ({ platform: "Golf", portalUserId })

/** Logs a golf user in. */
export const loginGolf = (user: string) => login(golf(user))
