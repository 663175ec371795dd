/**
 * The portal foxtrot and its grants foxtrot and foxtrot_switch (decisions, section 4). An account token names its
 * environment, which says by which rules it is verified. The account of an environment that converts is the parent of
 * the user with the PPID. A service token proves a user of the platform FoxtrotSwitch, whose parent an account token
 * proves. A login by redirect proves the same user as an account token.
 */
import type { OauthPortal } from "@garrison/core/login/portal/OauthGateway"
import type { ConfiguredEnvironments } from "@garrison/core/kernel/PortalEnvironments"
import { type Portal, type PortalRefusal, portals } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForIdToken, type PresentedCode } from "../codeExchange.ts"
import { makeConversion } from "../conversion.ts"
import { type IdTokenClaims, verifyIdToken } from "../idToken.ts"
import { type KeySet, makeKeySet } from "../KeySet.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { FoxtrotEnvironment, FoxtrotServiceSettings, FoxtrotSettings } from "../settings/foxtrot.ts"
import {
  type Claims,
  hasFormOfJwt,
  nameOf,
  portalUserIdOf,
  unverifiedClaims,
  unverifiedKeyUrl,
  verifySignedToken,
} from "../signedToken.ts"

const accountNotValid = "foxtrot_access_token_not_valid" as const
const serviceNotValid = "foxtrot_service_access_token_not_valid" as const
const exchangeFailed = "foxtrot_token_exchange_failed" as const
const tokenEmpty = portals.foxtrot_switch.tokenEmpty

type Prove<A> = (token: string) => Effect.Effect<A, PortalRefusal<"foxtrot_switch">>

/** The user of a service token. */
interface ServiceUser {
  readonly portalUserId: string
  readonly displayName: string | undefined
}

const withoutService: Prove<ServiceUser> = () => Effect.fail("foxtrot_service_key_url_not_found")

const makeService = Effect.fnUntraced(function* (
  { algorithms = ["RS256"], env }: FoxtrotEnvironment,
  { applicationIds, issuer, keyUrls }: FoxtrotServiceSettings,
  timeoutSeconds: number,
) {
  const owner = `foxtrot ${env} (service)`
  const keySets = new Map<unknown, readonly [keyUrl: string, keys: KeySet]>()
  for (const url of keyUrls) keySets.set(url, [url, yield* makeKeySet({ owner, url, timeoutSeconds })])

  const proveService: Prove<ServiceUser> = Effect.fnUntraced(function* (token) {
    if (!hasFormOfJwt(token)) return yield* Effect.fail(serviceNotValid)
    const found = keySets.get(unverifiedKeyUrl(token))
    if (found === undefined) return yield* withoutService(token)
    const [keyUrl, keys] = found
    const rules = { issuer, algorithms, audiences: undefined, requiredClaims: ["sub", "app"], keyUrl }
    const claims: Claims = yield* Effect.mapError(verifySignedToken(token, rules, keys), () => serviceNotValid)
    const portalUserId = portalUserIdOf(claims["sub"])
    if (portalUserId === undefined) return yield* Effect.fail(serviceNotValid)
    const isOurs = applicationIds.some((id) => id === claims["app"])
    if (!isOurs) return yield* Effect.fail("foxtrot_service_access_token_for_wrong_app" as const)
    return { portalUserId, displayName: nameOf(claims["nickname"]) }
  })
  return proveService
})

const accountUser = ({ nickname, subject }: IdTokenClaims, environment: string | undefined) => ({
  platform: "FoxtrotNAID" as const,
  portalUserId: subject,
  environment,
  displayName: nickname,
})

/** Logins by redirect where no environment has an address for them. */
const withoutOauth: OauthPortal<"foxtrot"> = {
  authorizeUrl: () => Effect.fail("foxtrot_oauth_env_not_found"),
  prove: () => Effect.fail("foxtrot_oauth_env_not_found"),
}

const makeEnvironment = Effect.fnUntraced(function* (settings: FoxtrotEnvironment, request: FoxtrotSettings) {
  const { algorithms = ["RS256"], audiences, env, issuer, jwksUrl, ppid, redirectUri, service } = settings
  const { timeoutSeconds = 3, usersShared = false } = request
  const environment = usersShared ? undefined : env
  const keys = yield* makeKeySet({ owner: `foxtrot ${env}`, url: jwksUrl, timeoutSeconds })
  const breaker = yield* makeBreaker(`foxtrot ${env}`, request)
  const exchange = codeExchangeOf({ ...settings, timeoutSeconds }, "client_secret_basic")

  const proveAccount = Effect.fnUntraced(function* (token: string, nonce?: string) {
    const verified = verifyIdToken(token, { issuer, algorithms, audiences, nonce }, keys)
    const account = yield* Effect.mapError(verified, () => accountNotValid)
    // The code of one environment must not bring a token of another.
    return account.claims["env"] === env ? account : yield* Effect.fail(accountNotValid)
  })

  const convert = ppid && (yield* makeConversion(settings, ppid, timeoutSeconds, breaker))

  const proveUser = Effect.fnUntraced(function* (token: string, nonce?: string) {
    const account = accountUser(yield* proveAccount(token, nonce), environment)
    if (convert === undefined) return { ...account, parent: undefined }
    const portalUserId = yield* convert(account.portalUserId)
    return { ...account, platform: "FoxtrotPPID" as const, portalUserId, parent: account }
  })

  const accountTokenFor = (code: PresentedCode) =>
    Effect.mapError(exchangeForIdToken(exchange, code, breaker), () => exchangeFailed)

  return {
    env,
    proveParent: (token: string) => Effect.map(proveAccount(token), (account) => accountUser(account, environment)),
    proveUser,
    exchangesCodes: exchange !== undefined,
    accountTokenFor: (code: string) => accountTokenFor({ code, redirectUri }),
    oauth: redirectLogin<"foxtrot">(settings, (code) =>
      Effect.flatMap(accountTokenFor(code), (token) => proveUser(token, code.nonce)),
    ),
    proveService: service === undefined ? withoutService : yield* makeService(settings, service, timeoutSeconds),
  }
})

type Environment = Effect.Success<ReturnType<typeof makeEnvironment>>

/** An account token, and the environment in which it is to be verified. */
type Presented = readonly [environment: Environment, token: string]

/** Finds the environment of an account credential, and exchanges a code for an account token. */
const presentedIn =
  (environments: ReadonlyArray<Environment>) =>
  (credential: string): Effect.Effect<Presented, PortalRefusal<"foxtrot">> => {
    if (!hasFormOfJwt(credential)) {
      const exchanging = environments.find(({ exchangesCodes }) => exchangesCodes)
      if (exchanging === undefined) return Effect.fail(exchangeFailed)
      return Effect.map(exchanging.accountTokenFor(credential), (token) => [exchanging, token])
    }
    const named = unverifiedClaims(credential)["env"]
    if (typeof named !== "string") return Effect.fail(accountNotValid)
    const environment = environments.find(({ env }) => env === named)
    return environment === undefined
      ? Effect.fail("foxtrot_no_environment_matches_env_id")
      : Effect.succeed([environment, credential])
  }

/** Makes the portals of these settings. */
export const makeFoxtrot = Effect.fnUntraced(function* (settings: FoxtrotSettings) {
  const environments = yield* Effect.forEach(settings.environments, (each) => makeEnvironment(each, settings))
  const present = presentedIn(environments)

  const prove = Effect.fnUntraced(function* (credential: string) {
    const [{ proveUser }, token] = yield* present(credential)
    return yield* proveUser(token)
  })

  const proveSwitch = Effect.fnUntraced(function* (credential: string, parentCredential: string) {
    if (parentCredential === "") return yield* Effect.fail(tokenEmpty)
    const [{ proveParent, proveService }, token] = yield* present(parentCredential)
    const user = yield* proveService(credential)
    const parent = yield* proveParent(token)
    // The environment of a service token is that of the account token beside it, by whose rules it was verified.
    return { platform: "FoxtrotSwitch" as const, ...user, environment: parent.environment, parent }
  })

  const foxtrot: Portal<"foxtrot"> = { prove: ({ token }) => prove(token) }
  const foxtrot_switch: Portal<"foxtrot_switch"> = {
    prove: ({ parentToken, token }) => proveSwitch(token, parentToken),
  }
  const hasService = settings.environments.some(({ service }) => service !== undefined)
  const { oauth = withoutOauth } = environments.find((environment) => environment.oauth !== undefined) ?? {}
  const portalEnvironments: ConfiguredEnvironments = {
    names: environments.map(({ env }) => env),
    isShared: settings.usersShared ?? false,
    ofEarlierUsers: settings.earlierUsers,
  }
  return { portals: { foxtrot, ...(hasService && { foxtrot_switch }) }, oauth, environments: portalEnvironments }
})
