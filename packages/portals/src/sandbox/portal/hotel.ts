/** The sandbox's portal hotel: a page for logins, and users by access token (the other end of `portal/hotel.ts`). */
import * as Effect from "effect/Effect"
import { answered, bearerOf, refused } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { FAULTS_OF_ANSWERS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { accessTokenEndpoint } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-hotel", clientSecret: "hotel-sandbox-secret" }
const frances = { sub: "hotel-frances", nickname: "Frances" }

/** Plays hotel. With the fault `expired` its access tokens tell no user. */
export const makeSandboxHotel = (stage: Stage): SandboxPortal => {
  const { codes, fault, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, "expired"],
    routes: {
      "GET /authorize": authorizeEndpoint(client, frances, stage),
      "POST /token": accessTokenEndpoint(client, stage),
      "GET /user": (request) => {
        const user = codes.find(bearerOf(request))
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
