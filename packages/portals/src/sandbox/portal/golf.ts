/** The sandbox's portal golf: tickets, and what is known of their users (the other end of `portal/golf.ts`). */
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Result from "effect/Result"
import { answered, refused } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { FAULTS_OF_ANSWERS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { accessTokenEndpoint } from "../tokenEndpoint.ts"

const appId = "sandbox-game"
const apiKey = "golf-sandbox-key"
const client = { clientId: appId, clientSecret: apiKey }
const radia = { user_id: "golf-radia", name: "Radia" }

/** Plays golf. A ticket is a code in hexadecimal digits, and may be used again. */
export const makeSandboxGolf = (stage: Stage): SandboxPortal => {
  const { codes, fault, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, "wrong_audience", "expired", "anticheat_banned", "publisher_banned", "offline"],
    routes: {
      "GET /authorize": authorizeEndpoint(client, radia, stage),
      "POST /token": accessTokenEndpoint(client, stage, Hex.encode),
      "POST /ticket": ({ form, headers }) =>
        Effect.sync(() => {
          if (headers["x-api-key"] !== apiKey || form["app_id"] !== appId) return refused(403, "forbidden")
          const user = codes.find(Result.getOrUndefined(Hex.decodeString(form["ticket"] ?? "")))
          if (user === undefined || fault() === "expired") return refused(400, "invalid_ticket")
          return answered({
            ...user,
            app_id: fault() === "wrong_audience" ? "another-game" : appId,
            anticheat_banned: fault() === "anticheat_banned",
            publisher_banned: fault() === "publisher_banned",
            offline: fault() === "offline",
          })
        }),
    },
    credentials: Effect.gen(function* () {
      const body = { grant_type: "golf", portal_access_token: Hex.encode(yield* codes.issue(radia)) }
      return [{ grant_type: "golf", platform: "Golf", body }]
    }),
    settings: {
      golf: { ticketUrl: `${url}/ticket`, appId, apiKey, authorizeUrl: `${url}/authorize`, tokenUrl: `${url}/token` },
    },
  }
}
