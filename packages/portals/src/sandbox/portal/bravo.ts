/** The sandbox's portal bravo: id tokens and codes (the other end of `portal/bravo.ts`). */
import * as Effect from "effect/Effect"
import { answered } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { FAULTS_OF_ANSWERS, FAULTS_OF_TOKENS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { SANDBOX_ALGORITHM } from "../signer.ts"
import { tokenEndpoint } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-bravo", clientSecret: "bravo-sandbox-secret" }
const audience = "sandbox-game"
const barbara = { aud: audience, sub: "bravo-barbara", nickname: "Barbara" }
const dennis = { aud: audience, sub: "bravo-dennis", nickname: "Dennis" }

const bodyOf = (token: string) => ({ grant_type: "bravo", portal_access_token: token })

/** Plays bravo. */
export const makeSandboxBravo = (stage: Stage): SandboxPortal => {
  const { codes, signer, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, ...FAULTS_OF_TOKENS],
    routes: {
      "GET /jwks": () => Effect.map(signer.keySet, answered),
      "GET /authorize": authorizeEndpoint(client, barbara, stage),
      "POST /token": tokenEndpoint(client, stage),
    },
    credentials: Effect.gen(function* () {
      return [
        { grant_type: "bravo", platform: "Bravo", body: bodyOf(yield* signer.sign(barbara)) },
        { grant_type: "bravo", platform: "Bravo", body: bodyOf(yield* codes.issue(dennis)) },
      ]
    }),
    settings: {
      bravo: {
        issuer: signer.issuer,
        audiences: [audience],
        jwksUrl: `${url}/jwks`,
        algorithms: [SANDBOX_ALGORITHM],
        tokenUrl: `${url}/token`,
        authorizeUrl: `${url}/authorize`,
        ...client,
      },
    },
  }
}
