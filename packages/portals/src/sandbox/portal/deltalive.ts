/**
 * The sandbox's portal deltalive: service tokens, XSTS tokens and XTokens (the other end of `portal/deltalive.ts`).
 */
import * as Effect from "effect/Effect"
import { answered, type Received, refused } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { clientTokenEndpoint, isOfClient } from "../clientTokenEndpoint.ts"
import { FAULTS_OF_ANSWERS, FAULTS_OF_TOKENS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { SANDBOX_ALGORITHM } from "../signer.ts"
import { accessTokenEndpoint } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-deltalive", clientSecret: "deltalive-sandbox-secret" }
const audience = "sandbox-game"
const margaret = { aud: audience, sub: "deltalive-margaret", gamertag: "Margaret" }

/** Exchanges XSTS tokens for XTokens. Under the fault `wrong_environment` they are of another environment. */
const exchange =
  ({ codes, fault, signer }: Stage) =>
  (request: Received) => {
    if (!isOfClient(codes, request)) return Effect.succeed(refused(401, "invalid_token"))
    const user = codes.find(String(request.json["xsts_token"]))
    if (user === undefined) return Effect.succeed(refused(401, "unknown_user"))
    if (fault() === "wrong_environment") return Effect.succeed(refused(400, "wrong_environment"))
    return Effect.map(signer.sign(user), (x_token) => answered({ x_token }))
  }

/** Plays deltalive. */
export const makeSandboxDeltalive = (stage: Stage): SandboxPortal => {
  const { codes, signer, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, ...FAULTS_OF_TOKENS, "wrong_environment"],
    routes: {
      "GET /jwks": () => Effect.map(signer.keySet, answered),
      "GET /authorize": authorizeEndpoint(client, margaret, stage),
      "POST /token": accessTokenEndpoint(client, stage),
      "POST /service-token": clientTokenEndpoint(client, codes),
      "POST /x-token": exchange(stage),
    },
    credentials: Effect.gen(function* () {
      const body = { grant_type: "deltalive", portal_access_token: yield* codes.issue(margaret) }
      return [{ grant_type: "deltalive", platform: "DeltaLive", body }]
    }),
    settings: {
      deltalive: {
        serviceTokenUrl: `${url}/service-token`,
        ...client,
        xTokenUrl: `${url}/x-token`,
        authorizeUrl: `${url}/authorize`,
        tokenUrl: `${url}/token`,
        issuer: signer.issuer,
        audiences: [audience],
        jwksUrl: `${url}/jwks`,
        algorithms: [SANDBOX_ALGORITHM],
      },
    },
  }
}
