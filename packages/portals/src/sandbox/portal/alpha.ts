/** The sandbox's portal alpha: id tokens for the game and for play, and codes (the other end of `portal/alpha.ts`). */
import * as Effect from "effect/Effect"
import { answered } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { FAULTS_OF_ANSWERS, FAULTS_OF_TOKENS } from "../faults.ts"
import type { SandboxPortal, Stage } from "../SandboxPortal.ts"
import { SANDBOX_ALGORITHM } from "../signer.ts"
import { tokenEndpoint } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-alpha", clientSecret: "alpha-sandbox-secret" }
const audience = "sandbox-game"
const playAudience = "sandbox-game-play"
const ada = { aud: audience, sub: "alpha-ada", nickname: "Ada" }
const grace = { aud: playAudience, sub: "alpha-play-grace", nickname: "Grace" }
const edsger = { aud: audience, sub: "alpha-edsger", nickname: "Edsger" }

const bodyOf = (token: string) => ({ grant_type: "alpha", portal_access_token: token })

/** Plays alpha. */
export const makeSandboxAlpha = (stage: Stage): SandboxPortal => {
  const { codes, signer, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, ...FAULTS_OF_TOKENS],
    routes: {
      "GET /jwks": () => Effect.map(signer.keySet, answered),
      "GET /authorize": authorizeEndpoint(client, ada, stage),
      "POST /token": tokenEndpoint(client, stage),
    },
    credentials: Effect.gen(function* () {
      return [
        { grant_type: "alpha", platform: "Alpha", body: bodyOf(yield* signer.sign(ada)) },
        { grant_type: "alpha", platform: "AlphaPlay", body: bodyOf(yield* signer.sign(grace)) },
        { grant_type: "alpha", platform: "Alpha", body: bodyOf(yield* codes.issue(edsger)) },
      ]
    }),
    settings: {
      alpha: {
        issuer: signer.issuer,
        audiences: [audience],
        playAudiences: [playAudience],
        jwksUrl: `${url}/jwks`,
        algorithms: [SANDBOX_ALGORITHM],
        tokenUrl: `${url}/token`,
        authorizeUrl: `${url}/authorize`,
        ...client,
      },
    },
  }
}
