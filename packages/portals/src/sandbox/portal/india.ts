/** The sandbox's portal india: a page at which players log in, and id tokens (the other end of `portal/india.ts`). */
import * as Effect from "effect/Effect"
import { answered } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { FAULTS_OF_ANSWERS, FAULTS_OF_TOKENS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { SANDBOX_ALGORITHM } from "../signer.ts"
import { tokenEndpoint } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-india", clientSecret: "india-sandbox-secret" }
const audience = "sandbox-game"
const joan = { aud: audience, sub: "india-joan", nickname: "Joan" }

/** Plays india. */
export const makeSandboxIndia = (stage: Stage): SandboxPortal => {
  const { signer, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, ...FAULTS_OF_TOKENS],
    routes: {
      "GET /jwks": () => Effect.map(signer.keySet, answered),
      "GET /authorize": authorizeEndpoint(client, joan, stage),
      "POST /token": tokenEndpoint(client, stage),
    },
    credentials: Effect.succeed([]),
    settings: {
      india: {
        issuer: signer.issuer,
        audiences: [audience],
        jwksUrl: `${url}/jwks`,
        algorithms: [SANDBOX_ALGORITHM],
        authorizeUrl: `${url}/authorize`,
        tokenUrl: `${url}/token`,
        ...client,
      },
    },
  }
}
