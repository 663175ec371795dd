/**
 * The sandbox's portal foxtrot: two environments, one of which converts account ids to PPIDs, and service tokens (the
 * other end of `portal/foxtrot.ts`).
 */
import * as Effect from "effect/Effect"
import type { FoxtrotEnvironment } from "../../settings/foxtrot.ts"
import { answered, type Received, refused } from "../answers.ts"
import { authorizeEndpoint } from "../authorizeEndpoint.ts"
import { clientTokenEndpoint, isOfClient } from "../clientTokenEndpoint.ts"
import type { CodeUse } from "../codes.ts"
import { FAULTS_OF_ANSWERS, FAULTS_OF_TOKENS } from "../faults.ts"
import type { Credential, SandboxPortal, Stage } from "../SandboxPortal.ts"
import { SANDBOX_ALGORITHM } from "../signer.ts"
import { redeemed } from "../tokenEndpoint.ts"

const client = { clientId: "garrison-at-foxtrot", clientSecret: "foxtrot-sandbox-secret" }
const audience = "sandbox-game"
const app = "sandbox-game-switch"
const env = "sandbox"
const convertingEnv = "sandbox-ppid"
const annie = { aud: audience, sub: "foxtrot-annie", nickname: "Annie", env }
const evelyn = { aud: audience, sub: "foxtrot-evelyn", nickname: "Evelyn", env }
const katherine = { aud: audience, sub: "foxtrot-katherine", nickname: "Katherine", env: convertingEnv }
const dorothy = { aud: audience, sub: "foxtrot-dorothy", nickname: "Dorothy", env }
const dorothysConsole = { sub: "foxtrot-switch-dorothy", nickname: "Dottie", app }

const bodyOf = (token: string) => ({ grant_type: "foxtrot", portal_access_token: token })

/** The account token of a user. Under the fault `wrong_environment` it is of one that Garrison does not know. */
const accountToken = (user: CodeUse, { fault, signer }: Stage) =>
  signer.sign(fault() === "wrong_environment" ? { ...user, env: "elsewhere" } : user)

/** Exchanges a code for an account token. */
const token = (stage: Stage) =>
  Effect.fnUntraced(function* (request: Received) {
    const found = yield* redeemed(client, stage, request)
    return "claims" in found ? answered({ id_token: yield* accountToken(found.claims, stage) }) : found
  })

/** Converts an account id. Under the fault `too_many_accounts` the user has two. */
const convert =
  ({ codes, fault, signer }: Stage) =>
  (request: Received) => {
    if (!isOfClient(codes, request)) return Effect.succeed(refused(401, "invalid_token"))
    const sub = String(request.json["naid"])
    const places = fault() === "too_many_accounts" ? ["", "-second"] : [""]
    const accounts = Effect.forEach(places, (place) =>
      Effect.map(signer.sign({ aud: audience, sub, ppid: `ppid-of-${sub}${place}` }), (ppid_token) => ({ ppid_token })),
    )
    return Effect.map(accounts, (each) => answered({ accounts: each }))
  }

const credentialsOf = (stage: Stage) =>
  Effect.gen(function* () {
    const { codes, configuredSigner, fault, url } = stage
    const service = fault() === "wrong_audience" ? { ...dorothysConsole, app: "another-game" } : dorothysConsole
    const switchBody = {
      grant_type: "foxtrot_switch",
      portal_access_token: yield* configuredSigner.sign(service, { jku: `${url}/service-jwks` }),
      portal_parent_access_token: yield* accountToken(dorothy, stage),
    }
    const credentials: ReadonlyArray<Credential> = [
      { grant_type: "foxtrot", platform: "FoxtrotNAID", body: bodyOf(yield* accountToken(annie, stage)) },
      { grant_type: "foxtrot", platform: "FoxtrotPPID", body: bodyOf(yield* accountToken(katherine, stage)) },
      { grant_type: "foxtrot", platform: "FoxtrotNAID", body: bodyOf(yield* codes.issue(evelyn)) },
      { grant_type: "foxtrot_switch", platform: "FoxtrotSwitch", body: switchBody },
    ]
    return credentials
  })

/** Plays foxtrot. */
export const makeSandboxFoxtrot = (stage: Stage): SandboxPortal => {
  const { codes, configuredSigner, signer, url } = stage
  const account: Omit<FoxtrotEnvironment, "env"> = {
    issuer: signer.issuer,
    audiences: [audience],
    jwksUrl: `${url}/jwks`,
    algorithms: [SANDBOX_ALGORITHM],
    tokenUrl: `${url}/token`,
    ...client,
  }
  return {
    faults: [...FAULTS_OF_ANSWERS, ...FAULTS_OF_TOKENS, "wrong_environment", "too_many_accounts"],
    routes: {
      "GET /jwks": () => Effect.map(signer.keySet, answered),
      "GET /service-jwks": () => Effect.map(configuredSigner.keySet, answered),
      "GET /authorize": authorizeEndpoint(client, katherine, stage),
      "POST /token": token(stage),
      "POST /client-token": clientTokenEndpoint(client, codes),
      "POST /convert": convert(stage),
    },
    credentials: credentialsOf(stage),
    settings: {
      foxtrot: {
        // Their users have different ids, and no database that a sandbox is beside must name an owner of earlier ones.
        usersShared: true,
        environments: [
          {
            ...account,
            env,
            service: {
              issuer: configuredSigner.issuer,
              keyUrls: [`${url}/service-jwks`],
              applicationIds: [app],
            },
          },
          {
            ...account,
            env: convertingEnv,
            authorizeUrl: `${url}/authorize`,
            ppid: {
              clientTokenUrl: `${url}/client-token`,
              conversionUrl: `${url}/convert`,
              issuer: signer.issuer,
              jwksUrl: `${url}/jwks`,
            },
          },
        ],
      },
    },
  }
}
