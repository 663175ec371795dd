/** The sandbox's portal echo: codes for both versions of its API (the other end of `portal/echo.ts`). */
import * as Effect from "effect/Effect"
import type { GrantType } from "@garrison/core/kernel/GrantType"
import { answered, bearerOf, isFrom, type Received, refused } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import type { CodeUse } from "../codes.ts"
import { FAULTS_OF_ANSWERS, FAULTS_OF_TOKENS } from "../faults.ts"
import type { Credential, SandboxPortal, Stage } from "../SandboxPortal.ts"
import { SANDBOX_ALGORITHM } from "../signer.ts"
import { redeemed } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-echo", clientSecret: "echo-sandbox-secret" }
const audience = "sandbox-game"
const environment = "sandbox"
const frances = { sub: "echo-frances", nickname: "Frances" }
const shafi = { sub: "echo-shafi", nickname: "Shafi" }
const hedy = { sub: "echo-hedy", nickname: "Hedy" }

const environmentOf = ({ fault }: Stage): string => (fault() === "wrong_environment" ? "elsewhere" : environment)

const idTokenOf = (user: CodeUse, stage: Stage) =>
  stage.signer.sign({ ...user, aud: audience, env: environmentOf(stage) })

/** Exchanges a code for a token of the first version. Under the fault `expired` the code has expired. */
const token =
  ({ codes, fault }: Stage) =>
  (request: Received) => {
    if (!isFrom(client, request)) return Effect.succeed(refused(401, "invalid_client"))
    const user = codes.redeem(request.form["code"])
    if (fault() === "expired") return Effect.succeed(refused(400, "invalid_grant", "the code has expired"))
    if (user === undefined) return Effect.succeed(refused(400, "invalid_grant"))
    return Effect.map(codes.issue(user), (access_token) => answered({ access_token, token_type: "Bearer" }))
  }

/** Exchanges a token of the first version for an id token. */
const idTokenOfToken = (stage: Stage) => (request: Received) => {
  if (!isFrom(client, request)) return Effect.succeed(refused(401, "invalid_client"))
  const user = stage.codes.find(request.form["access_token"])
  if (user === undefined) return Effect.succeed(refused(400, "invalid_grant"))
  return Effect.map(idTokenOf(user, stage), (id_token) => answered({ id_token }))
}

/** Exchanges a code for an id token, with a token for details. */
const idTokenOfCode = (stage: Stage) =>
  Effect.fnUntraced(function* (request: Received) {
    const found = yield* redeemed(client, stage, request)
    if (!("claims" in found)) return found
    const id_token = yield* idTokenOf(found.claims, stage)
    return answered({ id_token, access_token: yield* stage.codes.issue(found.claims), token_type: "Bearer" })
  })

/** The details of the user of a token. */
const details = (stage: Stage) => (request: Received) =>
  Effect.sync(() => {
    const user = stage.codes.find(bearerOf(request))
    if (user === undefined) return refused(401, "invalid_token")
    const { nickname, sub } = user
    return answered({ user_id: sub, online_id: nickname, scopes: ["openid"], environment: environmentOf(stage) })
  })

const credential = (grant_type: GrantType, code: string): Credential => ({
  grant_type,
  platform: "Echo",
  body: { grant_type, portal_access_token: code },
})

const credentialsOf = ({ codes }: Stage) =>
  Effect.gen(function* () {
    return [
      credential("echo4_v1", yield* codes.issue(frances)),
      credential("echo4_v3", yield* codes.issue(shafi)),
      credential("echo5_v3", yield* codes.issue(hedy)),
    ]
  })

/** Plays echo. */
export const makeSandboxEcho = (stage: Stage): SandboxPortal => {
  const { signer, url } = stage
  return {
    faults: [...FAULTS_OF_ANSWERS, ...FAULTS_OF_TOKENS, "wrong_environment"],
    routes: {
      "GET /jwks": () => Effect.map(signer.keySet, answered),
      "GET /authorize": authorizeEndpoint(client, hedy, stage),
      "POST /v1/token": token(stage),
      "GET /v1/details": details(stage),
      "POST /v1/id-token": idTokenOfToken(stage),
      "POST /v3/id-token": idTokenOfCode(stage),
      "GET /v3/details": details(stage),
    },
    credentials: credentialsOf(stage),
    settings: {
      echo: {
        environment,
        ...client,
        issuer: signer.issuer,
        audiences: [audience],
        jwksUrl: `${url}/jwks`,
        algorithms: [SANDBOX_ALGORITHM],
        echo4V1: { tokenUrl: `${url}/v1/token`, detailsUrl: `${url}/v1/details`, idTokenUrl: `${url}/v1/id-token` },
        echo4V3: { idTokenUrl: `${url}/v3/id-token`, detailsRequired: true, detailsUrl: `${url}/v3/details` },
        echo5V3: { idTokenUrl: `${url}/v3/id-token`, authorizeUrl: `${url}/authorize` },
      },
    },
  }
}
