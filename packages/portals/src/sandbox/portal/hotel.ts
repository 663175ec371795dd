/** The sandbox's portal hotel: a page for logins, and users by access token (the other end of `portal/hotel.ts`). */
import * as Effect from "effect/Effect"
import { answered, refused } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { FAULTS_OF_ANSWERS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { redeemed } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-hotel", clientSecret: "hotel-sandbox-secret" }
const frances = { sub: "hotel-frances", nickname: "Frances" }

/** Plays hotel. With the fault `expired` its access tokens tell no user. */
export const makeSandboxHotel = (stage: Stage): SandboxPortal => {
  const { codes, fault, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, "expired"],
    routes: {
      "GET /authorize": authorizeEndpoint(client, frances, stage),
      "POST /token": Effect.fnUntraced(function* (request) {
        const found = yield* redeemed(client, stage, request)
        if (!("claims" in found)) return found
        return answered({ access_token: yield* codes.issue(found.claims), token_type: "Bearer" })
      }),
      "GET /user": ({ headers }) => {
        const user = codes.find(headers["authorization"]?.replace(/^Bearer /, ""))
        const isKnown = user !== undefined && fault() !== "expired"
        return Effect.succeed(isKnown ? answered(user) : refused(401, "invalid_token"))
      },
    },
    credentials: Effect.succeed([]),
    settings: {
      hotel: {
        authorizeUrl: `${url}/authorize`,
        tokenUrl: `${url}/token`,
        userInfoUrl: `${url}/user`,
        ...client,
      },
    },
  }
}
