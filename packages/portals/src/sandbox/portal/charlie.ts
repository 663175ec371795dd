/** The sandbox's portal charlie: tokens of both generations, and codes (the other end of `portal/charlie.ts`). */
import * as Effect from "effect/Effect"
import { answered } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { FAULTS_OF_ANSWERS, FAULTS_OF_TOKENS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { SANDBOX_ALGORITHM } from "../signer.ts"
import { tokenEndpoint } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-charlie", clientSecret: "charlie-sandbox-secret" }
const audience = "sandbox-game"
const mary = { aud: audience, sub: "charlie-mary", nickname: "Mary" }
const niklaus = { aud: audience, sub: "charlie-niklaus", nickname: "Niklaus" }
const tony = { aud: audience, sub: "charlie-tony", nickname: "Tony" }

const bodyOf = (token: string) => ({ grant_type: "charlie", portal_access_token: token })

/** Plays charlie. */
export const makeSandboxCharlie = (stage: Stage): SandboxPortal => {
  const { codes, configuredSigner, signer, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, ...FAULTS_OF_TOKENS],
    routes: {
      "GET /jwks": () => Effect.map(signer.keySet, answered),
      "GET /authorize": authorizeEndpoint(client, niklaus, stage),
      "POST /token": tokenEndpoint(client, stage),
    },
    credentials: Effect.gen(function* () {
      return [
        { grant_type: "charlie", platform: "Charlie", body: bodyOf(yield* configuredSigner.sign(mary)) },
        { grant_type: "charlie", platform: "Charlie", body: bodyOf(yield* signer.sign(niklaus)) },
        { grant_type: "charlie", platform: "Charlie", body: bodyOf(yield* codes.issue(tony)) },
      ]
    }),
    settings: {
      charlie: {
        v1: {
          issuer: configuredSigner.issuer,
          audiences: [audience],
          algorithms: [SANDBOX_ALGORITHM],
          keys: [configuredSigner.publicKey()],
        },
        v2: {
          issuer: signer.issuer,
          audiences: [audience],
          algorithms: [SANDBOX_ALGORITHM],
          jwksUrl: `${url}/jwks`,
          tokenUrl: `${url}/token`,
          authorizeUrl: `${url}/authorize`,
          ...client,
        },
      },
    },
  }
}
